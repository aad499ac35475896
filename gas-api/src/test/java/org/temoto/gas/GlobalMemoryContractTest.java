package org.temoto.gas;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.gas.array.GlobalDoubles;
import org.temoto.gas.array.GlobalInts;
import org.temoto.gas.array.GlobalMatrix;
import org.temoto.gas.spi.RuntimeSupport;
import org.temoto.gas.spi.StrandMemory;

/** Tests of global memories, used by programs without tasks, on any backend. */
public abstract class GlobalMemoryContractTest extends MemoryTest {
  // --- values

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void shouldStartZeroedEverywhere(int pes) {
    spmd(
        pes,
        space -> assertFilled(space.allocate("zeros", 10 * PAGE + 123), 0, 10 * PAGE + 123, 0));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void shouldShowCommittedBytesToAllAfterABarrier(int pes) {
    spmd(
        pes,
        space -> {
          GlobalMemory memory = space.allocate("shared", 16 * PAGE);
          for (int writer = 0; writer < pes; writer++) {
            if (space.pe() == writer) {
              fill(memory, 0, memory.byteSize(), writer + 1);
            }
            space.barrier();
            assertFilled(memory, 0, memory.byteSize(), writer + 1);
            space.barrier();
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4})
  void shouldMergeCommitsOfDisjointPartsOfOnePage(int pes) {
    spmd(
        pes,
        space -> {
          GlobalMemory memory = space.allocate("page", PAGE);
          for (int round = 1; round <= 20; round++) {
            try (LocalView view = memory.localize(space.pe() * 17L, 17, Access.READ_WRITE)) {
              view.segment().fill((byte) (round + space.pe()));
              view.commit();
            }
            space.barrier();
            for (int pe = 0; pe < pes; pe++) {
              assertFilled(memory, pe * 17L, 17, round + pe);
            }
            assertFilled(memory, pes * 17L, PAGE - pes * 17L, 0);
            space.barrier();
          }
        });
  }

  @Test
  void shouldPublishExactlyThePartCommitted() {
    spmd(
        2,
        space -> {
          GlobalMemory memory = space.allocate("parts", 4 * PAGE);
          if (space.pe() == 0) {
            try (LocalView view = memory.localize(2 * PAGE + 100, 1000, Access.READ_WRITE)) {
              view.segment().fill((byte) 7);
              view.commit(10, 20);
              view.commit(30, 5);
            }
          }
          space.barrier();
          if (space.pe() == 1) {
            assertFilled(memory, 2 * PAGE, 110, 0);
            assertFilled(memory, 2 * PAGE + 110, 25, 7);
            assertFilled(memory, 2 * PAGE + 135, PAGE, 0);
          }
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"block", "cyclic", "blockCyclic", "own"})
  void shouldServeEveryDistribution(String kind) {
    Distribution distribution =
        switch (kind) {
          case "block" -> Distribution.block();
          case "cyclic" -> Distribution.cyclic();
          case "blockCyclic" -> Distribution.blockCyclic(3);
          default -> Distribution.of((page, pages, pes) -> (page * 7 + 1) % pes);
        };
    spmd(
        3,
        space -> {
          GlobalMemory memory =
              space.allocate(MemoryOptions.of(kind, 20 * PAGE + 5).withDistribution(distribution));
          for (int page = 0; page < memory.pages(); page++) {
            assertThat(memory.owner((long) page * PAGE))
                .isEqualTo(distribution.manager(page, memory.pages(), 3));
          }
          if (space.pe() == 1) {
            fill(memory, 0, memory.byteSize(), 9);
          }
          space.barrier();
          assertFilled(memory, 0, memory.byteSize(), 9);
          assertFilled(memory, 7 * PAGE - 3, 3 * PAGE, 9);
        });
  }

  // --- localize

  @Test
  void shouldReturnTheSameAddressesForNestedRangesAndMoveNothing() {
    spmd(
        2,
        space -> {
          GlobalMemory memory = space.allocate("nested", 8 * PAGE);
          space.barrier();
          try (LocalView outer = memory.localize(0, memory.byteSize(), Access.READ_WRITE)) {
            long fetched = space.statistics().bytesFetched();
            assertThat(fetched).isEqualTo(4 * PAGE);
            try (LocalView inner = memory.localize(5 * PAGE + 10, 100, Access.READ_WRITE)) {
              assertThat(inner.address()).isEqualTo(outer.address() + 5 * PAGE + 10);
              inner.segment().set(JAVA_BYTE, 0, (byte) 3);
              assertThat(outer.segment().get(JAVA_BYTE, 5 * PAGE + 10)).isEqualTo((byte) 3);
            }
            assertThat(space.statistics().bytesFetched()).isEqualTo(fetched);
          }
        });
  }

  @Test
  void shouldFetchNothingForPagesThatAreStoredWhole() {
    spmd(
        2,
        space -> {
          GlobalMemory memory = space.allocate("stored", 8 * PAGE);
          if (space.pe() == 0) {
            fill(memory, 4 * PAGE, 4 * PAGE, 1);
            assertThat(space.statistics().bytesFetched()).isZero();
            fill(
                memory,
                4 * PAGE + 1,
                2 * PAGE,
                2); // covers one page whole, two in part, which are here by now
          }
          space.barrier();
          assertThat(space.totalStatistics().bytesCommitted()).isEqualTo(4 * PAGE);
          assertFilled(memory, 4 * PAGE + 1, 2 * PAGE, 2);
          assertFilled(memory, 6 * PAGE + 1, 2 * PAGE - 1, 1);
        });
  }

  /** The range may be longer: what stands behind the matrix is others' to store meanwhile. */
  @Test
  void shouldStoreNothingBehindAMatrix() {
    spmd(
        2,
        space -> {
          GlobalDoubles numbers = GlobalDoubles.allocate(space, "more", 2 * PAGE / Double.BYTES);
          GlobalMatrix matrix = GlobalMatrix.of(numbers.range(), 2, 10, Double.BYTES);
          assertThat(matrix.range().length()).isEqualTo(20 * Double.BYTES);
          int last = 2 * PAGE / Double.BYTES - 1;
          if (space.pe() == 1) {
            try (var view = numbers.localize(20, last + 1, Access.WRITE)) {
              for (int i = 0; i <= last - 20; i++) {
                view.set(i, 1);
              }
              view.commit();
            }
          }
          space.barrier();
          if (space.pe() == 0) {
            try (LocalView view = matrix.localize(Access.WRITE)) {
              view.segment().fill((byte) 0);
              view.commit();
            }
          }
          space.barrier();
          try (var all = numbers.localize(Access.READ)) {
            assertThat(all.get(19)).isZero();
            assertThat(all.get(20)).isOne();
            assertThat(all.get(last)).isOne();
          }
        });
  }

  @Test
  void shouldKeepTheGlobalLayoutOfStridedAndListedRegions() {
    spmd(
        2,
        space -> {
          GlobalDoubles numbers = GlobalDoubles.allocate(space, "matrix", 64 * 512);
          GlobalMatrix matrix = GlobalMatrix.of(numbers.range(), 64, 512, Double.BYTES);
          GlobalMatrix tile = matrix.tile(40, 100, 10, 20);
          if (space.pe() == 0) {
            try (LocalView view = tile.localize(Access.READ_WRITE)) {
              for (int i = 0; i < 10; i++) {
                for (int j = 0; j < 20; j++) {
                  view.segment()
                      .setAtIndex(
                          java.lang.foreign.ValueLayout.JAVA_DOUBLE, i * 512L + j, i * 100 + j);
                }
              }
              view.commit();
            }
            assertThat(space.statistics().bytesFetched()).isEqualTo(10 * PAGE);
          }
          space.barrier();
          try (var all = numbers.localize(Access.READ)) {
            assertThat(all.get(45 * 512 + 107)).isEqualTo(507);
            assertThat(all.get(45 * 512 + 99)).isZero();
            assertThat(all.get(45 * 512 + 120)).isZero();
          }
          GlobalMemory memory = numbers.range().memory();
          try (LocalView list =
              new Region.Ranges(List.of(memory.range(8, 8), memory.range(40L * PAGE + 800, 16)))
                  .localize(Access.READ)) {
            assertThat(list.length()).isEqualTo(40L * PAGE + 808);
            assertThat(list.segment().get(JAVA_LONG, 40L * PAGE + 800 - 8 + 8))
                .isEqualTo(Double.doubleToLongBits(1));
          }
        });
  }

  @Test
  void shouldTakeRangesInAnyOrder() {
    spmd(
        1,
        space -> {
          GlobalMemory memory = space.allocate("bytes", PAGE);
          GlobalMemory other = space.allocate("other", PAGE);
          GlobalRange low = memory.range(0, 8);
          GlobalRange high = memory.range(64, 8);
          GlobalRange empty = memory.range(4, 0);
          assertThat(new Region.Ranges(List.of(high, empty, low)).ranges())
              .containsExactly(low, high);
          assertThat(new Region.Ranges(List.of(empty, empty)).ranges()).containsExactly(empty);
          for (List<GlobalRange> bad :
              List.of(
                  List.of(high, memory.range(60, 8)),
                  List.of(memory.range(60, 8), high),
                  List.of(low, other.range(8, 8)),
                  List.of(low, other.range(8, 0)),
                  List.of(other.range(8, 0), low))) {
            assertThatThrownBy(() -> new Region.Ranges(bad))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("ranges must be of one memory and disjoint: ");
          }
          assertThatThrownBy(() -> new Region.Ranges(List.of()))
              .isInstanceOf(IllegalArgumentException.class);
        });
  }

  @Test
  void shouldGiveChronicleBytesOverTheSameMemory() {
    spmd(
        1,
        space -> {
          GlobalMemory memory = space.allocate("bytes", PAGE);
          try (LocalView view = memory.localize(16, 32, Access.READ_WRITE)) {
            var bytes = view.bytes();
            assertThat(bytes.readRemaining()).isEqualTo(32);
            bytes.writeLong(8, 42);
            assertThat(view.segment().get(JAVA_LONG, 8)).isEqualTo(42);
            bytes.writePosition(32);
            assertThatThrownBy(() -> bytes.writeLong(1))
                .isInstanceOf(java.nio.BufferOverflowException.class);
          }
        });
  }

  // --- validation and refetch

  @Test
  void shouldRefetchOnlyPagesWhoseVersionChanged() {
    spmd(
        2,
        space -> {
          GlobalMemory memory = space.allocate("versions", 8 * PAGE);
          if (space.pe() == 0) {
            assertFilled(memory, 4 * PAGE, 4 * PAGE, 0);
          }
          space.barrier();
          if (space.pe() == 1) {
            fill(memory, 6 * PAGE + 5, 1, 1);
          }
          space.barrier();
          if (space.pe() == 0) {
            long before = space.statistics().bytesFetched();
            assertFilled(memory, 4 * PAGE, 2 * PAGE, 0);
            assertThat(space.statistics().bytesFetched()).isEqualTo(before);
            assertFilled(memory, 6 * PAGE + 5, 1, 1);
            assertThat(space.statistics().bytesFetched()).isEqualTo(before + PAGE);
          }
        });
  }

  @Test
  void shouldSpareActiveWriteViewsWhenAnotherPartOfThePageIsRefetched() {
    spmd(
        2,
        space -> {
          GlobalMemory memory = space.allocate("spared", 2 * PAGE);
          LocalView mine = null;
          if (space.pe() == 0) {
            mine = memory.localize(PAGE, 8, Access.READ_WRITE);
            mine.segment().fill((byte) 5);
          } else {
            fill(memory, PAGE + 8, 8, 6);
          }
          space.barrier();
          if (space.pe() == 0) {
            assertFilled(memory, PAGE + 8, 8, 6);
            assertThat(mine.segment().toArray(JAVA_BYTE)).containsOnly(5);
            mine.commit();
            mine.close();
          }
          space.barrier();
          assertFilled(memory, PAGE, 8, 5);
          assertFilled(memory, PAGE + 8, 8, 6);
        });
  }

  // --- errors

  @Test
  void shouldRefuseWrongCallsNamingTheValues() {
    spmd(
        1,
        space -> {
          GlobalMemory memory = space.allocate("keys", 6000);
          assertThatThrownBy(() -> memory.localize(4096, 4096, Access.READ))
              .isInstanceOf(IndexOutOfBoundsException.class)
              .hasMessage(
                  "localize of 4096 bytes at 4096 is outside memory \"keys\" of 6000 bytes");
          assertThatThrownBy(() -> memory.range(-1, 5))
              .isInstanceOf(IndexOutOfBoundsException.class);
          assertThatThrownBy(() -> memory.range(1, Long.MAX_VALUE))
              .isInstanceOf(IndexOutOfBoundsException.class);
          assertThatThrownBy(() -> new GlobalInts(memory.range(2, 8)))
              .hasMessageContaining("aligned");
          try (LocalView view = memory.localize(0, 100, Access.READ)) {
            assertThatThrownBy(view::commit)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("READ view");
          }
          try (LocalView view = memory.localize(10, 100, Access.WRITE)) {
            assertThatThrownBy(() -> view.commit(50, 51))
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessage(
                    "commit of 51 bytes at 50 is outside WRITE view [10, 110) of memory \"keys\"");
          }
          assertThatThrownBy(() -> memory.migrate(0, 10, 1)).hasMessageContaining("pe=1");
          assertThatThrownBy(() -> space.allocate(MemoryOptions.of("odd", 1).withPageSize(5000)))
              .hasMessage("pageSize=5000 must be a power of two from 4 KiB to 16 MiB");
          assertThatThrownBy(() -> MemoryOptions.of("none", 0)).hasMessageContaining("byteSize=0");
        });
  }

  @Test
  void shouldRefuseUseAfterUnlocalize() {
    spmd(
        1,
        space -> {
          GlobalMemory memory = space.allocate("gone", PAGE);
          LocalView view = memory.localize(0, 8, Access.READ_WRITE);
          MemorySegment segment = view.segment();
          view.close();
          view.close();
          assertThatThrownBy(view::segment)
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("closed");
          assertThatThrownBy(view::commit).isInstanceOf(IllegalStateException.class);
          assertThatThrownBy(view::bytes).isInstanceOf(IllegalStateException.class);
          assertThatThrownBy(() -> segment.get(JAVA_BYTE, 0))
              .isInstanceOf(IllegalStateException.class);
          GlobalInts ints = new GlobalInts(memory.whole());
          var typed = ints.localize(Access.READ);
          typed.close();
          assertThatThrownBy(() -> typed.get(0)).isInstanceOf(IllegalStateException.class);
        });
  }

  @Test
  void shouldRefuseToCloseAMemoryWithOpenViewsAndFreeItsHeapOtherwise() {
    spmd(
        2,
        space -> {
          for (int round = 0; round < 100; round++) {
            GlobalMemory memory = space.allocate("temporary", 1 << 20);
            LocalView view = memory.localize(0, 1, Access.READ);
            assertThatThrownBy(memory::close)
                .isInstanceOf(GasException.class)
                .hasMessageContaining("views of it are open");
            view.close();
            memory.close();
            assertThatThrownBy(() -> memory.localize(0, 1, Access.READ))
                .isInstanceOf(IllegalStateException.class);
          }
        });
  }

  // --- forks, as the task runtime tells them

  @Test
  void shouldFreezeViewsAtAForkAndReviveThemAtTheSync() {
    spmd(
        2,
        space -> {
          GlobalMemory memory = space.allocate("frozen", 4 * PAGE);
          StrandMemory strand = RuntimeSupport.of(space).currentStrand();
          if (space.pe() == 0) {
            LocalView view = memory.localize(2 * PAGE, 16, Access.READ_WRITE);
            view.segment().fill((byte) 1);
            view.commit();
            strand.forked();
            assertThatThrownBy(view::commit)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("fork");
            space.barrier();
            space.barrier();
            strand.synced();
            assertThat(view.segment().toArray(JAVA_BYTE)).containsOnly(2);
            assertThat(space.statistics().bytesRefetched()).isEqualTo(PAGE);
            view.close();
          } else {
            space.barrier();
            assertFilled(memory, 2 * PAGE, 16, 1);
            fill(memory, 2 * PAGE, 16, 2);
            space.barrier();
          }
        });
  }

  @Test
  void shouldCloseViewsThatATaskLeavesOpen() {
    spmd(
        1,
        space -> {
          GlobalMemory memory = space.allocate("left", PAGE);
          StrandMemory strand = RuntimeSupport.of(space).currentStrand();
          strand.forked();
          strand.enter();
          LocalView first = memory.localize(0, 1, Access.READ);
          LocalView second = memory.localize(0, 1, Access.READ);
          first.close();
          assertThat(strand.leave()).containsExactly("READ view [0, 1) of memory \"left\"");
          assertThat(second.isOpen()).isFalse();
          strand.synced();
        });
  }

  // --- collectives

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 4})
  void shouldSumAndBroadcast(int pes) {
    spmd(
        pes,
        space -> {
          long[] values = new long[70];
          java.util.Arrays.setAll(values, i -> i * (space.pe() + 1L));
          long[] sums = space.sum(values);
          for (int i = 0; i < values.length; i++) {
            assertThat(sums[i]).isEqualTo(i * (long) pes * (pes + 1) / 2);
          }
          assertThat(space.broadcast(space.pe() + 77)).isEqualTo(77);
        });
  }

  @ParameterizedTest
  @CsvSource({"1, 2", "0, 1", "300, 2", "128, 129"})
  void shouldRefuseToSumArraysOfDifferentLengths(int first, int others) {
    spmd(
        3,
        space -> {
          assertThatThrownBy(() -> space.sum(new long[space.pe() == 0 ? first : others]))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessage(
                  "a sum of %s values on PE 0 and of %s on PE 1: must be as many on every PE"
                      .formatted(first, others));
          assertThat(space.sum()).isEmpty();
          assertThat(space.sum(1, 2)).containsExactly(3, 6);
        });
  }
}
