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
 * Probes of single 8-byte words of PE 1's, here and there: read at their owner, and localized,
 * where copies of all pages are here after the warm-up.
 */
final class ElementProbes {
  private static final int WORDS = 1 << 20;
  private static final int CHUNK = 1000;

  private final GlobalAddressSpace space;
  private final GlobalMemory readMemory;
  private final GlobalMemory localizedMemory;
  private final MemorySegment word = Arena.global().allocate(JAVA_LONG);
  private final SplittableRandom random = new SplittableRandom(1);

  /** Collective. */
  ElementProbes(GlobalAddressSpace space) {
    this.space = space;
    readMemory = words("words read");
    localizedMemory = words("words localized");
    space.barrier();
  }

  private GlobalMemory words(String name) {
    GlobalMemory memory = space.allocate(name, (long) space.pes() * WORDS * Long.BYTES);
    long part = (long) WORDS * Long.BYTES;
    try (LocalView own = memory.localize(space.pe() * part, part, Access.WRITE)) {
      for (int i = 0; i < WORDS; i++) {
        own.segment().setAtIndex(JAVA_LONG, i, i);
      }
      own.commit();
    }
    return memory;
  }

  /** Measures reads, as a {@link Probe}. */
  double[] read(long count) {
    long before = space.statistics().bytesFetched();
    double[] times =
        measure(
            count,
            index -> {
              readMemory.read((WORDS + index) * (long) Long.BYTES, word);
              check(word.get(JAVA_LONG, 0), index);
            });
    long fetched = space.statistics().bytesFetched() - before;
    if (space.pe() == 0 && fetched != count * Long.BYTES) {
      throw new BenchException(count + " reads of 8 bytes fetched " + fetched + " bytes");
    }
    return times;
  }

  /** Measures localizes, as a {@link Probe}. */
  double[] localize(long count) {
    return measure(
        count,
        index -> {
          try (LocalView view =
              localizedMemory.localize(
                  (WORDS + index) * (long) Long.BYTES, Long.BYTES, Access.READ)) {
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
