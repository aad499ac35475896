/**
 * Typed forms of global memory: arrays of numbers and records, matrices, references, counters and
 * best values. All are values that tasks may carry.
 */
package org.temoto.gas.array;
