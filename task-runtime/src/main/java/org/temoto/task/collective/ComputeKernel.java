package org.temoto.task.collective;

import java.lang.foreign.MemorySegment;

/**
 * Function that a computing node of a graph calls on the bytes of its request. Called by any strand
 * of the PE, by several for several nodes at once; must not use global memory, nor wait. If it
 * throws, the collective fails on every PE.
 */
@FunctionalInterface
public interface ComputeKernel {
  void compute(MemorySegment input, MemorySegment output, MemorySegment scratch);
}
