package org.temoto.gas.shmem;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalMemoryContractTest;
import org.temoto.gas.SharedWordsContractTest;
import org.temoto.gas.spi.Backend;
import org.temoto.gas.spi.ProcessingElementContractTest;
import org.temoto.gas.spi.TransportContractTest;

/**
 * The contracts of every backend, for one PE of a job: tests that want another number of PEs than
 * the job has are skipped. Run by {@link PeRun}, all the same on every PE.
 */
final class OnShmem {
  private OnShmem() {}

  static final class TransportContract extends TransportContractTest {
    @Override
    protected Backend backend() {
      return new ShmemBackend();
    }

    @Override
    protected GasOptions options(int pes) {
      requirePes(pes);
      return super.options(pes);
    }
  }

  static final class PeContract extends ProcessingElementContractTest {
    @Override
    protected Backend backend() {
      return new ShmemBackend();
    }

    @Override
    protected GasOptions options(int pes) {
      requirePes(pes);
      return super.options(pes);
    }
  }

  static final class GlobalMemoryContract extends GlobalMemoryContractTest {
    @Override
    protected String backend() {
      return ShmemBackend.NAME;
    }

    @Override
    protected GasOptions options(int pes) {
      requirePes(pes);
      return super.options(pes);
    }
  }

  static final class SharedWordsContract extends SharedWordsContractTest {
    @Override
    protected String backend() {
      return ShmemBackend.NAME;
    }

    @Override
    protected GasOptions options(int pes) {
      requirePes(pes);
      return super.options(pes);
    }
  }

  private static void requirePes(int pes) {
    int job = new ShmemBackend().conclude(GasOptions.DEFAULT).pes();
    assumeTrue(pes == job, () -> "needs " + pes + " PEs, the job has " + job);
  }
}
