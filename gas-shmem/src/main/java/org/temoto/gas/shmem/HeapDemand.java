package org.temoto.gas.shmem;

import java.util.Locale;

/**
 * The memory that a heap needs of the library, and what to say if it has not so much.
 *
 * @param bytes of each PE
 */
record HeapDemand(long bytes, LaunchEnvironment environment) {
  private static final String[] UNITS = {"bytes", "KiB", "MiB", "GiB", "TiB"};
  private static final double STEP = 1024;

  /** Tells whether it is less than the library has at all, where that is known. */
  boolean mayFit() {
    return bytes <= environment.heapSize().orElse(Long.MAX_VALUE);
  }

  /** One line: what was asked for, what there is, what to do. */
  String refusal() {
    String limit =
        environment
            .heapSize()
            .map(size -> HeapDemand.human(size) + " (" + LaunchEnvironment.HEAP_SIZE + ")")
            .orElse("what the library has by default");
    return "a symmetric heap of "
        + human(bytes)
        + " (--heap) does not fit into "
        + limit
        + "; set "
        + LaunchEnvironment.HEAP_SIZE
        + "="
        + enough()
        + " before oshrun or srun, or --heap to less";
  }

  /** A quarter more than the heap, for the library's own needs, in whole mebibytes. */
  private String enough() {
    long mebibyte = 1 << 20;
    return Math.ceilDiv(bytes + bytes / 4, mebibyte) + "M";
  }

  private static String human(long bytes) {
    double value = bytes;
    int unit = 0;
    while (value >= STEP && unit < UNITS.length - 1) {
      value /= STEP;
      unit++;
    }
    String number = unit == 0 ? Long.toString(bytes) : String.format(Locale.ROOT, "%.1f", value);
    return number + " " + UNITS[unit];
  }
}
