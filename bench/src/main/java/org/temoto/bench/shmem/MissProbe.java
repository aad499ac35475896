package org.temoto.bench.shmem;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import org.temoto.gas.Access;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.LocalView;
import org.temoto.gas.MemoryOptions;
import org.temoto.gas.spi.StrandMemory;

/**
 * Probe of the localize of one page that is here in an old version: its owner, PE 1, commits a byte
 * before each. Only the localize is timed, which reads the directory word and gets the page.
 */
final class MissProbe implements Probe {
  private static final int PAGE = TransportProbes.BULK;
  private static final int GO = 0;
  private static final int DONE = 1;

  private final GlobalAddressSpace space;
  private final StrandMemory strand;
  private final Signals signals;
  private final GlobalMemory memory;
  private long turn;

  /** Collective. */
  MissProbe(GlobalAddressSpace space, StrandMemory strand, Signals signals) {
    this.space = space;
    this.strand = strand;
    this.signals = signals;
    memory = space.allocate(MemoryOptions.of("missed", 2L * PAGE).withPageSize(PAGE));
  }

  @Override
  public double[] measure(long count) {
    if (space.pe() != 0) {
      change(count);
      return new double[0];
    }
    GlobalAddressSpace.Statistics before = space.statistics();
    double[] samples = new double[(int) count];
    for (int i = 0; i < count; i++) {
      samples[i] = miss();
    }
    long fetched = space.statistics().bytesFetched() - before.bytesFetched();
    if (fetched != count * PAGE) {
      throw new BenchException(count + " misses fetched " + fetched + " bytes");
    }
    return new double[] {Spread.of(samples).median()};
  }

  private long miss() {
    signals.set(1, GO, ++turn);
    signals.await(DONE, turn);
    strand.acquire();
    long start = System.nanoTime();
    try (LocalView view = memory.localize(PAGE, PAGE, Access.READ)) {
      long nanos = System.nanoTime() - start;
      if (view.segment().get(JAVA_BYTE, 0) != (byte) turn) {
        throw new BenchException("a localize shows an old byte");
      }
      return nanos;
    }
  }

  private void change(long count) {
    for (long i = 0; i < count; i++) {
      signals.await(GO, ++turn);
      try (LocalView view = memory.localize(PAGE, 1, Access.READ_WRITE)) {
        view.segment().set(JAVA_BYTE, 0, (byte) turn);
        view.commit();
      }
      strand.release();
      signals.set(0, DONE, turn);
    }
  }
}
