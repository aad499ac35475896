package org.temoto.fuzz;

import java.util.Optional;

/**
 * Searches for a seed whose case fails, on whatever engine is on the class path: arguments are the
 * first seed and the number of seeds. Exit 0: none found; {@link #FOUND}: found, with the seed,
 * twice what happened, and what is left after shrinking.
 */
final class SeedSearch {
  /** The exit code of a search that has found something. */
  static final int FOUND = 10;

  private static final long SHRINKING_RUNS = 1_500;

  private SeedSearch() {}

  public static void main(String[] arguments) {
    long first = Long.parseLong(arguments[0]);
    long count = Long.parseLong(arguments[1]);
    boolean shrinks = Boolean.parseBoolean(arguments[2]);
    try (Fuzzer fuzzer = new Fuzzer()) {
      for (long seed = first; seed < first + count; seed++) {
        Optional<Failure> found = fuzzer.run(seed);
        if (found.isPresent()) {
          report(fuzzer, found.get(), shrinks);
          System.exit(FOUND);
        }
      }
      System.out.println(count + " seeds, " + fuzzer.remoteSteals() + " steals, none diverges");
    }
  }

  private static void report(Fuzzer fuzzer, Failure found, boolean shrinks) {
    System.out.println("found seed " + found.seed() + ": " + found.what());
    System.out.println("again: " + fuzzer.run(found.seed()).map(Failure::what).orElse("nothing"));
    if (shrinks) {
      Failure small = fuzzer.shrink(found, SHRINKING_RUNS);
      System.out.println("steps: " + found.steps() + " " + small.steps());
      System.out.println(small.what());
      System.out.println(small.program());
    }
  }
}
