package org.temoto.gas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.temoto.gas.MemoryOptions.OwnershipPolicy;
import org.temoto.gas.array.GlobalDoubles;
import org.temoto.gas.array.GlobalFloats;
import org.temoto.gas.array.GlobalInts;
import org.temoto.gas.array.GlobalLongs;

/** Tests of allocations that are refused, on any backend. */
public abstract class AllocationContractTest extends MemoryTest {
  private static final long[] BEYOND = {1L << 40, 1L << 44, 1L << 58, 1L << 61, Long.MAX_VALUE};

  private interface Allocation {
    void of(GlobalAddressSpace space, long count);
  }

  @Test
  void shouldRefuseWhatNoHeapHolds() {
    AtomicLong asked = new AtomicLong();
    Distribution counting =
        Distribution.of((page, pages, pes) -> (int) (asked.getAndIncrement() & 1) % pes);
    List<Allocation> allocations =
        List.of(
            (space, count) -> GlobalInts.allocate(space, "huge", count),
            (space, count) -> GlobalLongs.allocate(space, "huge", count),
            (space, count) -> GlobalFloats.allocate(space, "huge", count),
            (space, count) -> GlobalDoubles.allocate(space, "huge", count),
            (space, count) -> space.allocate("huge", count),
            (space, count) -> space.allocate(MemoryOptions.words("huge", count)),
            (space, count) ->
                space.allocate(
                    MemoryOptions.of("huge", count)
                        .withPageSize(GasOptions.MAX_PAGE_SIZE)
                        .withDistribution(Distribution.cyclic())
                        .withOwnership(OwnershipPolicy.ADAPTIVE)),
            (space, count) ->
                space.allocate(MemoryOptions.of("huge", count).withDistribution(counting)));
    spmd(
        2,
        space -> {
          for (Allocation allocation : allocations) {
            for (long count : BEYOND) {
              assertThatThrownBy(() -> allocation.of(space, count))
                  .isInstanceOf(RefusedException.class)
                  .hasMessageContaining("memory \"huge\" of ")
                  .hasMessageContaining(
                      count > Long.MAX_VALUE / 16 // so many bytes that only a count can be told
                          ? "heap"
                          : "symmetric heap of " + space.options().heapBytes() + " bytes");
            }
          }
          assertThat(asked).as("pages looked at").hasValue(0);
          fill(space.allocate("small", 8 * PAGE), 0, 8 * PAGE, 1);
          space.barrier();
        });
  }

  @Test
  void shouldRefuseHeapsThatNoMachineHas() {
    assertThatThrownBy(() -> GasOptions.DEFAULT.withHeapBytes(Long.MAX_VALUE))
        .isInstanceOf(InvalidOptionException.class)
        .hasMessage("heapBytes=9223372036854775807 must be from 1 MiB to 64 PiB");
    GasOptions largest = options(2).withHeapBytes(GasOptions.MAX_HEAP_BYTES);
    assertThatThrownBy(() -> Temoto.launch(largest, space -> {}))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("heap");
  }

  @Test
  void shouldNameWhatAMemoryTakesOfEachPe() {
    spmd(
        options(2).withHeapBytes(1 << 20),
        space -> {
          MemoryOptions large =
              MemoryOptions.of("large", 512 * PAGE).withOwnership(OwnershipPolicy.LAST_WRITER);
          assertThatThrownBy(() -> space.allocate(large))
              .isInstanceOf(RefusedException.class)
              .hasMessageContaining("memory \"large\" of 2097152 bytes (pages of 4096")
              .hasMessageContaining(
                  "on each of 2 PEs: share 1048576, spare frames 262144, directory words 2176 bytes")
              .hasMessageContaining("free are ")
              .hasMessageContaining("heapBytes");
        });
  }

  @Test
  void shouldRefuseOnAllPesWhatDiffersBetweenThem() {
    MemoryOptions plain = MemoryOptions.of("Aa", 8 * PAGE);
    assertDiffers(plain, MemoryOptions.of("BB", 8 * PAGE), "\"Aa\"", "\"BB\"");
    assertDiffers(plain, MemoryOptions.of("Aa", 8 * PAGE - 1), "32768 bytes", "32767 bytes");
    assertDiffers(plain, MemoryOptions.of("Aa", 1L << 50), "32768 bytes", (1L << 50) + " bytes");
    assertDiffers(plain, plain.withPageSize(2 * PAGE), "pages of 4096", "pages of 8192");
    assertDiffers(
        plain, plain.withDistribution(Distribution.cyclic()), "distributed block", "cyclic by 1");
    assertDiffers(
        plain.withDistribution(Distribution.of((page, pages, pes) -> page % 2)),
        plain.withDistribution(Distribution.of((page, pages, pes) -> 1 - page % 2)),
        "as a function says #",
        "as a function says #");
    assertDiffers(
        plain,
        plain.withOwnership(OwnershipPolicy.ADAPTIVE).withSpareFrames(0),
        "ownership fixed",
        "ownership adaptive");
    assertDiffers(plain, plain.withSpareFrames(1), "spare frames 0,", "spare frames 16384,");
    assertDiffers(
        MemoryOptions.words("Aa", PAGE),
        plain.withOwnership(OwnershipPolicy.FIXED),
        "pages of 4096 for words",
        "pages of 4096,");
  }

  private void assertDiffers(MemoryOptions first, MemoryOptions other, String... named) {
    GasOptions two = options(2); // not inside what is to fail: a job of other PEs leaves this out
    GasException failure =
        catchThrowableOfType(
            GasException.class,
            () -> Temoto.launch(two, space -> space.allocate(space.pe() == 0 ? first : other)));
    assertThat(failure)
        .as("%s and %s", first, other)
        .hasMessageContaining("PE 0 called allocate(")
        .hasMessageContaining("PE 1 called allocate(");
    Stream.of(named).forEach(value -> assertThat(failure).hasMessageContaining(value));
  }

  @Test
  void shouldNameTheMemoriesWherePesCloseDifferentOnes() {
    GasOptions two = options(2);
    GasException failure =
        catchThrowableOfType(
            GasException.class,
            () ->
                Temoto.launch(
                    two,
                    space -> {
                      GlobalMemory first = space.allocate("first", PAGE);
                      GlobalMemory other = space.allocate("other", PAGE);
                      (space.pe() == 0 ? first : other).close();
                    }));
    assertThat(failure)
        .hasMessageMatching(
            "(?s).*PE 0 called free\\(\\d+\\) of memory \"first\".*PE 1 called free\\(\\d+\\) of memory \"other\".*");
  }

  @Test
  void shouldAgreeOnWhatIsTheSame() {
    Distribution function = Distribution.of((page, pages, pes) -> page / 2 % pes);
    spmd(
        2,
        space -> {
          for (int round = 0; round < 3; round++) {
            try (GlobalMemory memory =
                space.allocate(
                    MemoryOptions.of("same", 9 * PAGE)
                        .withDistribution(function)
                        .withSpareFrames(0.5))) {
              assertThat(memory.pages()).isEqualTo(9);
            }
          }
        });
  }

  @Test
  void shouldRefuseToMigrateWherePagesAreFixed() {
    spmd(
        2,
        space -> {
          GlobalMemory memory = space.allocate("still", 2 * PAGE);
          assertThatThrownBy(() -> memory.migrate(0, 1, 1))
              .isInstanceOf(GasException.class)
              .hasMessageContaining("\"still\"")
              .hasMessageContaining("withSpareFrames");
          space.barrier();
          assertThat(memory.owner(0)).isZero();
          space.barrier();
        });
  }
}
