/**
 * The public API of the global address space: spaces, memories, ranges, views, options, statistics,
 * errors.
 */
package org.temoto.gas;
