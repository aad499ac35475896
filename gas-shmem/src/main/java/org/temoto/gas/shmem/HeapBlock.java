package org.temoto.gas.shmem;

import java.lang.foreign.MemorySegment;

/**
 * The symmetric memory behind the heap.
 *
 * @param fresh the offset from where on it has never been used and is zero
 * @param near where other PEs have it
 * @param aliases whether it can be mapped a second time
 */
record HeapBlock(MemorySegment memory, long fresh, NearHeaps near, boolean aliases) {
  static final HeapBlock NONE =
      new HeapBlock(MemorySegment.NULL, 0, new NearHeaps(new long[0], false), false);

  HeapBlock usedUpTo(long offset) {
    return new HeapBlock(memory, offset, near, aliases);
  }
}
