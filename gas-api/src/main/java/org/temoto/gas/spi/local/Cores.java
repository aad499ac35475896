package org.temoto.gas.spi.local;

import java.util.Arrays;
import java.util.BitSet;

/**
 * The cores of a PE's workers, one for each, where the workers of the process are as many as the
 * cores that it may use. Then a strand that goes on for another is woken on the core that this one
 * leaves; the kernel would choose one, and now and then has it wait for milliseconds behind another
 * worker while a core is idle. Where there are more workers, or fewer, the kernel knows better.
 * Immutable.
 */
public final class Cores {
  /** No worker has a core of its own. */
  public static final Cores NONE = new Cores(new BitSet(), new int[0]);

  /** All that the process may use. */
  private final BitSet all;

  /** By worker. */
  private final int[] own;

  private Cores(BitSet all, int[] own) {
    this.all = all;
    this.own = own;
  }

  /** The numbers of the cores that the calling thread may use; none if the system does not tell. */
  public static BitSet usable() {
    return Affinity.cores();
  }

  /**
   * For the {@code workers} of a PE before which {@code before} others of the process have theirs,
   * as far as the calling thread may use them.
   *
   * @param processWorkers of all PEs of this process
   */
  public static Cores of(int before, int workers, int processWorkers) {
    BitSet all = Affinity.cores();
    if (all.cardinality() != processWorkers || processWorkers == 1) {
      return NONE;
    }
    int[] sorted = all.stream().toArray();
    return new Cores(all, Arrays.copyOfRange(sorted, before, before + workers));
  }

  /** Tells whether each worker has one. */
  public boolean areBound() {
    return own.length > 0;
  }

  /** {@code strand}, which calls or waits, goes on on the core of {@code worker}. */
  void bind(StrandThread strand, int worker) {
    if (areBound()) {
      strand.bindTo(own[worker]);
    }
  }

  /** The calling thread may use all: it has inherited the cores of the one that has started it. */
  void unbind() {
    Affinity.set(Affinity.SELF, all);
  }
}
