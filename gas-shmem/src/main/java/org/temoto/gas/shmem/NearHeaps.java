package org.temoto.gas.shmem;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Table of the PEs whose symmetric memory the loads and stores of this one reach: its own, and that
 * of PEs on this host.
 *
 * @param shifts by PE, what to add to an address of this PE's symmetric memory to get to that PE's;
 *     {@link #FAR} where there is none
 * @param all whether every PE of the job reaches every other so
 */
record NearHeaps(long[] shifts, boolean all) {
  static final long FAR = Long.MIN_VALUE;

  /** Asks the library about {@code memory}, which is symmetric. */
  static NearHeaps of(MemorySegment memory, int count) {
    long[] shifts = new long[count];
    for (int pe = 0; pe < count; pe++) {
      long there = ShmemCalls.pointer(memory.address(), pe);
      shifts[pe] = there == 0 ? FAR : there - memory.address();
    }
    return new NearHeaps(shifts, Arrays.stream(shifts).noneMatch(shift -> shift == FAR));
  }

  boolean isNear(int pe) {
    return shifts[pe] != FAR;
  }

  /** The same with what all PEs together have found. */
  NearHeaps withAll(boolean everywhere) {
    return new NearHeaps(shifts, everywhere);
  }
}
