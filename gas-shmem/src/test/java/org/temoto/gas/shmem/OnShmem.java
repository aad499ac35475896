package org.temoto.gas.shmem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.fuzz.Fuzzer;
import org.temoto.gas.AllocationContractTest;
import org.temoto.gas.AsyncContractTest;
import org.temoto.gas.AsyncReleaseContractTest;
import org.temoto.gas.AutomaticContractTest;
import org.temoto.gas.BoundsContractTest;
import org.temoto.gas.FilesContractTest;
import org.temoto.gas.ForeignThreadContractTest;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GatherContractTest;
import org.temoto.gas.GlobalMemoryContractTest;
import org.temoto.gas.OwnershipContractTest;
import org.temoto.gas.PagePlacementContractTest;
import org.temoto.gas.ReadContractTest;
import org.temoto.gas.ReadOnlyContractTest;
import org.temoto.gas.SealedContractTest;
import org.temoto.gas.SharedWordsContractTest;
import org.temoto.gas.WriteContractTest;
import org.temoto.gas.heap.HeapContractTest;
import org.temoto.gas.heap.LendingContractTest;
import org.temoto.gas.heap.RecordsContractTest;
import org.temoto.gas.spi.Backend;
import org.temoto.gas.spi.ProcessingElementContractTest;
import org.temoto.gas.spi.TransportContractTest;
import org.temoto.task.LitmusContractTest;
import org.temoto.task.LockContractTest;
import org.temoto.task.collective.engine.CollectivesContractTest;
import org.temoto.task.pattern.PatternContractTest;

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

  static final class AutomaticContract extends AutomaticContractTest {
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

  static final class AsyncContract extends AsyncContractTest {
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

  static final class SealedContract extends SealedContractTest {
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

  static final class AsyncReleaseContract extends AsyncReleaseContractTest {
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

  static final class ReadContract extends ReadContractTest {
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

  static final class WriteContract extends WriteContractTest {
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

  static final class ReadOnlyContract extends ReadOnlyContractTest {
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

  static final class BoundsContract extends BoundsContractTest {
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

  static final class ForeignThreadContract extends ForeignThreadContractTest {
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

  static final class GatherContract extends GatherContractTest {
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

  static final class FilesContract extends FilesContractTest {
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

  static final class OwnershipContract extends OwnershipContractTest {
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

  static final class AllocationContract extends AllocationContractTest {
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

  static final class PagePlacementContract extends PagePlacementContractTest {
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

  static final class LitmusContract extends LitmusContractTest {
    @Override
    protected Stream<GasOptions> clusters() {
      int pes = new ShmemBackend().resolve(GasOptions.DEFAULT).pes();
      return Stream.of(1, 2).map(workers -> options(ShmemBackend.NAME, pes).withWorkers(workers));
    }
  }

  static final class LockContract extends LockContractTest {
    @Override
    protected Stream<GasOptions> clusters() {
      int pes = new ShmemBackend().resolve(GasOptions.DEFAULT).pes();
      return Stream.of(1, 2).map(workers -> options(ShmemBackend.NAME, pes).withWorkers(workers));
    }
  }

  static final class PatternContract extends PatternContractTest {
    @Override
    protected Stream<GasOptions> clusters() {
      int pes = new ShmemBackend().resolve(GasOptions.DEFAULT).pes();
      return Stream.of(options(ShmemBackend.NAME, pes).withWorkers(2));
    }
  }

  /**
   * Random data-race-free programs see what they see sequentially, with steals between PEs forced.
   */
  @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  static final class RandomPrograms {
    private static final long SEED = Long.getLong("temoto.seed", 1);
    private static final int PROGRAMS = 8;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldSeeWhatSequentialExecutionShows(int pes) {
      requirePes(pes);
      long steals = 0;
      for (int i = 0; i < PROGRAMS; i++) {
        steals += Fuzzer.runOnThreads(ShmemBackend.NAME, pes, 1 + i % 2, SEED + i);
      }
      if (pes > 1 && "0".equals(System.getenv("OMPI_COMM_WORLD_RANK"))) { // which is told of all
        assertThat(steals).isPositive();
      }
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

  static final class RecordsContract extends RecordsContractTest {
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

  static final class LendingContract extends LendingContractTest {
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

  static final class HeapContract extends HeapContractTest {
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

  static final class CollectivesContract extends CollectivesContractTest {
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
    int job = new ShmemBackend().resolve(GasOptions.DEFAULT).pes();
    assumeTrue(pes == job, () -> "needs " + pes + " PEs, the job has " + job);
  }
}
