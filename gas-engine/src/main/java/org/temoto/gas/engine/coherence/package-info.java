/**
 * Reads after a join see what the joined wrote (ARCHITECTURE 5): acquire epochs, version-validated
 * copies, commits and releases; no directory of sharers, no invalidation messages.
 */
package org.temoto.gas.engine.coherence;
