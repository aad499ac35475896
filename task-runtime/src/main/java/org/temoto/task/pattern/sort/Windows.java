package org.temoto.task.pattern.sort;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Sorted runs in memory, to be merged a window of each at a time. */
public final class Windows {
  private final ElementType type;
  private final List<MemorySegment> rest;

  public Windows(ElementType type, List<MemorySegment> runs) {
    this.type = type;
    this.rest = new ArrayList<>(runs);
  }

  /** The parts of all runs that are to be merged next; none at the end. */
  public List<MemorySegment> next() {
    long[] left = new long[rest.size()];
    Arrays.setAll(left, run -> rest.get(run).byteSize() / type.bytes());
    long[] lengths = Front.windows(left, Front.WINDOW_BYTES / type.bytes());
    List<MemorySegment> windows = new ArrayList<>();
    long[] beyond = new long[left.length];
    for (int run = 0; run < left.length; run++) {
      windows.add(rest.get(run).asSlice(0, lengths[run] * type.bytes()));
      beyond[run] = left[run] - lengths[run];
    }
    int[] ready = Front.ready(type, windows, beyond);
    List<MemorySegment> parts = new ArrayList<>();
    for (int run = 0; run < left.length; run++) {
      if (ready[run] > 0) {
        long bytes = (long) ready[run] * type.bytes();
        parts.add(windows.get(run).asSlice(0, bytes));
        rest.set(run, rest.get(run).asSlice(bytes));
      }
    }
    return parts;
  }
}
