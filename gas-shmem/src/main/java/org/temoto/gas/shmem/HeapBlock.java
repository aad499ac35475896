package org.temoto.gas.shmem;

import java.lang.foreign.MemorySegment;

/**
 * The symmetric memory behind the heap.
 *
 * @param fresh the offset from where on it has never been used and is zero
 * @param aliases whether it can be mapped a second time
 */
record HeapBlock(MemorySegment memory, long fresh, boolean aliases) {
  static final HeapBlock NONE = new HeapBlock(MemorySegment.NULL, 0, false);

  HeapBlock usedUpTo(long offset) {
    return new HeapBlock(memory, offset, aliases);
  }
}
