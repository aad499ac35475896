package org.temoto.bench.shmem;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.LocalView;

/**
 * Single words here and there of PE 1's part of a memory: read, and localized. Copies of all its
 * pages are here after the warm-up.
 */
final class ElementProbes {
  private static final int WORDS = 1 << 20;
  private static final int CHUNK = 1000;

  private final GlobalAddressSpace space;
  private final GlobalMemory memory;
  private final MemorySegment word = Arena.global().allocate(JAVA_LONG);
  private final SplittableRandom random = new SplittableRandom(1);

  /** Collective. */
  ElementProbes(GlobalAddressSpace space) {
    this.space = space;
    memory = space.allocate("words", (long) space.pes() * WORDS * Long.BYTES);
    long part = (long) WORDS * Long.BYTES;
    try (LocalView own = memory.localize(space.pe() * part, part, Access.WRITE)) {
      for (int i = 0; i < WORDS; i++) {
        own.segment().setAtIndex(JAVA_LONG, i, i);
      }
      own.commit();
    }
    space.barrier();
  }

  /** A {@link Probe}. */
  double[] read(long count) {
    return measure(
        count,
        index -> {
          memory.read((WORDS + index) * (long) Long.BYTES, word);
          check(word.get(JAVA_LONG, 0), index);
        });
  }

  /** A {@link Probe}. */
  double[] localize(long count) {
    return measure(
        count,
        index -> {
          try (LocalView view =
              memory.localize((WORDS + index) * (long) Long.BYTES, Long.BYTES, Access.READ)) {
            check(view.segment().get(JAVA_LONG, 0), index);
          }
        });
  }

  private static void check(long found, long expected) {
    if (found != expected) {
      throw new BenchException("word " + expected + " is " + found);
    }
  }

  private double[] measure(long count, LongConsumer access) {
    double[] samples = new double[space.pe() == 0 ? (int) (count / CHUNK) : 1];
    for (int i = 0; space.pe() == 0 && i < samples.length; i++) {
      long start = System.nanoTime();
      for (int k = 0; k < CHUNK; k++) {
        access.accept(random.nextLong(WORDS));
      }
      samples[i] = (double) (System.nanoTime() - start) / CHUNK;
    }
    return new double[] {Spread.of(samples).median()};
  }
}
