package org.temoto.gas.shmem;

import java.lang.foreign.MemorySegment;

/**
 * The symmetric memory behind the heap.
 *
 * @param fresh the offset from where on it has never been used and is zero
 */
record HeapBlock(MemorySegment memory, long fresh) {
  static final HeapBlock NONE = new HeapBlock(MemorySegment.NULL, 0);
}
