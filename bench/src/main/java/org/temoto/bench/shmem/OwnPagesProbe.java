package org.temoto.bench.shmem;

import org.temoto.gas.Access;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.LocalView;
import org.temoto.gas.spi.StrandMemory;

/**
 * Probe of the localize, after an acquire, of pages that their owner has never given away; tells
 * besides how many bytes were moved for all of them, with the commit of what was written.
 */
final class OwnPagesProbe implements Probe {
  private static final int PAGES = 32;

  private final GlobalAddressSpace space;
  private final StrandMemory strand;
  private final GlobalMemory memory;
  private final long own;

  /** Collective. */
  OwnPagesProbe(GlobalAddressSpace space, StrandMemory strand) {
    this.space = space;
    this.strand = strand;
    own = (long) PAGES * space.options().pageSize();
    memory = space.allocate("owned", own * space.pes());
  }

  @Override
  public double[] measure(long count) {
    if (space.pe() != 0) {
      return new double[0];
    }
    GlobalAddressSpace.Statistics before = space.statistics();
    double[] samples = new double[(int) count];
    for (int i = 0; i < count; i++) {
      samples[i] = localize((byte) i);
    }
    GlobalAddressSpace.Statistics after = space.statistics();
    long moved =
        after.bytesCopied()
            - before.bytesCopied()
            + after.bytesFetched()
            - before.bytesFetched()
            + after.bytesCommitted()
            - before.bytesCommitted();
    return new double[] {Spread.of(samples).median(), moved};
  }

  private long localize(byte value) {
    strand.acquire();
    long start = System.nanoTime();
    long nanos;
    try (LocalView view = memory.localize(0, own, Access.READ_WRITE)) {
      nanos = System.nanoTime() - start;
      view.segment().asSlice(0, 1).fill(value);
      view.commit();
    }
    strand.release();
    return nanos;
  }
}
