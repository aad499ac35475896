package org.temoto.task.program;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Searches for a random program that diverges from its sequential execution: arguments are the
 * first seed, the number of programs, how many of them share a space, and seconds. Exit 0: none
 * found; {@link #FOUND}: found, the failure is printed.
 */
final class ProgramSearch {
  private static final int[][] SHAPES = {{2, 1}, {2, 2}, {3, 1}, {3, 2}, {4, 1}, {2, 3}};

  /** The exit code of a search that has found something. */
  static final int FOUND = 10;

  /** A space of programs that takes longer hangs: it is found, too. */
  private static final long HANGS_AFTER_SECONDS = 20;

  private static volatile int run;

  private ProgramSearch() {}

  public static void main(String[] arguments) {
    long first = Long.parseLong(arguments[0]);
    int count = Integer.parseInt(arguments[1]);
    int together = Integer.parseInt(arguments[2]);
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.parseLong(arguments[3]));
    watch();
    long steals = 0;
    for (int done = 0; done < count && System.nanoTime() < deadline; done += together) {
      run = done;
      int[] shape = SHAPES[done / together % SHAPES.length];
      try {
        steals += new ProgramRunner("simulated", shape[0], shape[1]).run(first + done, together);
      } catch (RuntimeException | Error failure) {
        failure.printStackTrace();
        found(done, failure.toString());
      }
    }
    System.out.println(run + " programs, " + steals + " steals between PEs, no divergence");
  }

  private static void watch() {
    Thread.ofPlatform()
        .daemon()
        .start(() -> {
          int seen = -1;
          while (run != seen) {
            seen = run;
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(HANGS_AFTER_SECONDS));
          }
          found(seen, "hangs");
        });
  }

  private static void found(int programs, String what) {
    System.out.println("found after " + programs + " programs: " + what);
    Runtime.getRuntime().halt(FOUND);
  }
}
