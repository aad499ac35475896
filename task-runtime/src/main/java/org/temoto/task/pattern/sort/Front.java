package org.temoto.task.pattern.sort;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;

/** Rules for merging sorted runs a window of each at a time. */
final class Front {
  /** Keys of all windows together take so many bytes: with what merging needs, a cache's worth. */
  static final int WINDOW_BYTES = 1 << 17;

  private Front() {}

  /** The number of keys a window of each run should have, where the runs have so many left. */
  static long[] windows(long[] left, long keys) {
    long all = Math.max(1, Arrays.stream(left).sum());
    long[] windows = new long[left.length];
    Arrays.setAll(
        windows, run -> Math.min(left[run], (long) ((double) keys * left[run] / all) + 1));
    return windows;
  }

  /**
   * The number of keys of each window that come before all that is in no window yet.
   *
   * @param beyond keys of each run after its window, which has a key at least if there are any
   */
  static int[] ready(ElementType type, List<MemorySegment> windows, long[] beyond) {
    int least = -1;
    long bound = 0;
    for (int run = 0; run < beyond.length; run++) {
      if (beyond[run] > 0) {
        long last = KeyKernels.order(type, windows.get(run), length(type, windows.get(run)) - 1);
        if (least < 0 || last < bound) {
          least = run;
          bound = last;
        }
      }
    }
    int[] ready = new int[beyond.length];
    for (int run = 0; run < beyond.length; run++) {
      MemorySegment window = windows.get(run);
      ready[run] =
          least < 0 || run == least
              ? length(type, window)
              : before(type, window, run, bound, least);
    }
    return ready;
  }

  private static int length(ElementType type, MemorySegment window) {
    return (int) (window.byteSize() / type.bytes());
  }

  /** The number of keys of a run that come before the key {@code bound} of run {@code other}. */
  private static int before(ElementType type, MemorySegment keys, int run, long bound, int other) {
    int low = 0;
    int high = length(type, keys);
    while (low < high) {
      int middle = (low + high) >>> 1;
      long key = KeyKernels.order(type, keys, middle);
      if (key < bound || key == bound && run < other) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
