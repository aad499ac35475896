/**
 * Typed forms of global memory: arrays of numbers and matrices. All are values that tasks may
 * carry.
 */
package org.temoto.gas.array;
