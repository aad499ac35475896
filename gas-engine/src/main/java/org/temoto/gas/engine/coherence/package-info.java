/**
 * Reads after a join see what the joined tasks wrote (docs/memory-model.md): acquire epochs,
 * version-validated copies, commits and releases; no directory of sharers, no invalidation
 * messages.
 */
package org.temoto.gas.engine.coherence;
