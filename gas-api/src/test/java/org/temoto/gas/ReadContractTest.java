package org.temoto.gas;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of reads that do not bring pages, on any backend. PE 0 manages the first half. */
public abstract class ReadContractTest extends MemoryTest {
  private static void assertReads(GlobalMemory memory, long offset, int length, int value) {
    MemorySegment bytes = MemorySegment.ofArray(new byte[length]);
    memory.read(offset, bytes);
    assertThat(bytes.toArray(JAVA_BYTE)).as("[%s, +%s)", offset, length).containsOnly(value);
  }

  @Test
  void shouldFetchTheBytesOnly() {
    spmd(
        2,
        space -> {
          GlobalMemory memory =
              space.allocate(MemoryOptions.of("far", 4 * PAGE).withSpareFrames(1));
          if (space.pe() == 1) {
            fill(memory, 0, 4 * PAGE, 7);
          }
          space.barrier();
          long before = space.totalStatistics().bytesFetched();
          if (space.pe() == 1) {
            memory.migrate(0, PAGE, 1);
          }
          space.barrier();
          if (space.pe() == 0) {
            assertReads(memory, 100, 8, 7); // has moved away
            assertReads(memory, 3 * PAGE - 5, 10, 7); // two pages
            assertReads(memory, PAGE + 1, 9, 7); // its own
            memory.read(4 * PAGE, MemorySegment.ofArray(new byte[0]));
          }
          assertThat(space.totalStatistics().bytesFetched() - before).isEqualTo(8 + 10);
        });
  }

  @Test
  void shouldReadIntoNativeMemory() {
    spmd(
        2,
        space -> {
          GlobalMemory memory = space.allocate("native", 4 * PAGE);
          if (space.pe() == 1) {
            fill(memory, 2 * PAGE, PAGE, 7);
          }
          space.barrier();
          if (space.pe() == 0) {
            MemorySegment bytes = Arena.ofAuto().allocate(10).fill((byte) 1);
            memory.read(2 * PAGE + 4, bytes.asSlice(1, 8));
            assertThat(bytes.toArray(JAVA_BYTE)).containsExactly(1, 7, 7, 7, 7, 7, 7, 7, 7, 1);
            assertThat(space.statistics().bytesFetched()).isEqualTo(8);
          }
        });
  }

  @Test
  void shouldReadACopyThatIsValid() {
    spmd(
        2,
        space -> {
          GlobalMemory memory = space.allocate("near", 4 * PAGE);
          if (space.pe() == 0) {
            assertFilled(memory, 2 * PAGE, PAGE, 0);
            assertReads(memory, 2 * PAGE + 3, 100, 0);
            assertThat(space.statistics().bytesFetched()).isEqualTo(PAGE);
          }
          space.barrier();
        });
  }

  /** The page has been evicted or was never here, and its commit has not gone out. */
  @Test
  void shouldSeeWhatThisPeHasWritten() {
    spmd(
        2,
        space -> {
          GlobalMemory memory = space.allocate("own", 8 * PAGE);
          if (space.pe() == 0) {
            fill(memory, 4 * PAGE, PAGE, 3);
            fill(memory, 5 * PAGE + 1, 10, 4);
            space.acquireFence(); // what is here has to be validated
            assertReads(memory, 4 * PAGE, 16, 3);
            assertReads(memory, 5 * PAGE + 1, 10, 4);
            try (LocalView view = memory.localize(6 * PAGE, 8, Access.READ_WRITE)) {
              view.segment().fill((byte) 5);
              space.acquireFence();
              assertReads(memory, 6 * PAGE, 8, 5);
              view.commit();
            }
          }
          space.barrier();
          assertReads(memory, 6 * PAGE, 8, 5);
        });
  }

  @Test
  void shouldSeeWhatOthersReleasedBeforeEachBarrier() {
    spmd(
        3,
        space -> {
          GlobalMemory memory = space.allocate("rounds", 3 * PAGE);
          for (int round = 1; round <= 20; round++) {
            if (space.pe() == round % 3) {
              fill(memory, 10, 2 * PAGE, round);
            }
            space.barrier();
            assertReads(memory, 10 + round, 50, round);
            space.barrier();
          }
        });
  }

  @Test
  void shouldRefuseWhatIsOutside() {
    spmd(
        2,
        space -> {
          GlobalMemory memory = space.allocate("small", 10);
          assertThatThrownBy(() -> memory.read(8, MemorySegment.ofArray(new byte[3])))
              .isInstanceOf(IndexOutOfBoundsException.class)
              .hasMessageContaining("read of 3 bytes at 8 is outside memory \"small\" of 10 bytes");
        });
  }

  private static Region parts(GlobalMemory memory, long... bounds) {
    List<GlobalRange> ranges = new ArrayList<>();
    for (int i = 0; i < bounds.length; i += 2) {
      ranges.add(memory.range(bounds[i], bounds[i + 1] - bounds[i]));
    }
    return new Region.Ranges(ranges);
  }

  private static byte[] expected(int... lengthsAndValues) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < lengthsAndValues.length; i += 2) {
      for (int k = 0; k < lengthsAndValues[i]; k++) {
        bytes.write(lengthsAndValues[i + 1]);
      }
    }
    return bytes.toByteArray();
  }

  @Test
  void shouldBeginWhereTheFirstPartThatIsNotEmptyDoes() {
    spmd(
        2,
        space -> {
          GlobalMemory memory = space.allocate("parts", 1000);
          Region region = parts(memory, 400, 400, 500, 600, 700, 700);
          try (LocalView view = region.localize(Access.READ)) {
            assertThat(region.offset()).isEqualTo(500).isEqualTo(view.offset());
            assertThat(region.length()).isEqualTo(100).isEqualTo(view.length());
          }
          Region empty = parts(memory, 400, 400, 500, 500);
          try (LocalView view = empty.localize(Access.READ)) {
            assertThat(view.length()).isZero();
          }
        });
  }

  @Test
  void shouldFetchManyPartsTogetherWhereverTheyAre() {
    spmd(
        3,
        space -> {
          GlobalMemory memory =
              space.allocate(MemoryOptions.of("parts", 9 * PAGE).withSpareFrames(1));
          for (int page = space.pe(); page < 9; page += 3) {
            fill(memory, (long) page * PAGE, PAGE, page + 1);
          }
          space.barrier();
          if (space.pe() == 1) {
            memory.migrate(0, PAGE, 2);
          }
          space.barrier();
          if (space.pe() == 0) {
            assertFilled(memory, 8 * PAGE, PAGE, 9);
            Region parts =
                parts(
                    memory,
                    3,
                    10,
                    11,
                    12,
                    PAGE - 1,
                    PAGE + 2,
                    2 * PAGE,
                    2 * PAGE,
                    4 * PAGE - 5,
                    5 * PAGE + 1,
                    8 * PAGE + 7,
                    8 * PAGE + 9);
            byte[] all = expected(7, 1, 1, 1, 1, 1, 2, 2, 5, 4, PAGE, 5, 1, 6, 2, 9);
            long before = space.statistics().bytesFetched();
            MemorySegment heap = MemorySegment.ofArray(new byte[all.length]);
            memory.read(parts, heap);
            assertThat(heap.toArray(JAVA_BYTE)).isEqualTo(all);
            assertThat(space.statistics().bytesFetched() - before)
                .as("pages 0, 3 to 5; 1 and 2 are its own, 8 is here")
                .isEqualTo(9 + 5 + PAGE + 1);
            try (Arena arena = Arena.ofConfined()) {
              MemorySegment to = arena.allocate(all.length);
              memory.read(parts, to);
              assertThat(to.toArray(JAVA_BYTE)).isEqualTo(all);
            }
          }
          space.barrier();
        });
  }

  /** Also of parts of pages that are away, beside parts that are here. */
  @Test
  void shouldSeeItsOwnWritesInEveryPart() {
    spmd(
        2,
        space -> {
          GlobalMemory memory = space.allocate("mixed", 8 * PAGE);
          if (space.pe() == 0) {
            fill(memory, 4 * PAGE + 8, 16, 3);
            space.acquireFence();
            MemorySegment to = MemorySegment.ofArray(new byte[48]);
            memory.read(parts(memory, 0, 16, 4 * PAGE, 4 * PAGE + 16, 6 * PAGE, 6 * PAGE + 16), to);
            assertThat(to.toArray(JAVA_BYTE)).isEqualTo(expected(24, 0, 8, 3, 16, 0));
          }
          space.barrier();
        });
  }

  @Test
  void shouldRefuseToReadRegionsIntoWhatDoesNotFit() {
    spmd(
        1,
        space -> {
          GlobalMemory memory = space.allocate("one", 100);
          GlobalMemory other = space.allocate("two", 100);
          assertThatThrownBy(
                  () -> memory.read(parts(memory, 0, 4, 8, 12), MemorySegment.ofArray(new byte[9])))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessageContaining("a region of 8 bytes is read into 9");
          assertThatThrownBy(
                  () -> memory.read(other.range(0, 4), MemorySegment.ofArray(new byte[4])))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessageContaining("\"two\" read in memory \"one\"");
          assertThatThrownBy(() -> memory.read(0, MemorySegment.ofArray(new byte[4]).asReadOnly()))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessageContaining("read-only");
          Arena arena = Arena.ofConfined();
          MemorySegment gone = arena.allocate(4);
          arena.close();
          assertThatThrownBy(() -> memory.read(memory.range(0, 4), gone))
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("must be open");
        });
  }
}
