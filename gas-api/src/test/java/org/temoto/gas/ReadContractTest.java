package org.temoto.gas;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/** Reads that do not bring pages, whatever the backend. PE 0 manages the first half. */
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
          GlobalMemory memory = space.allocate("far", 4 * PAGE);
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

  /** Of a page that has been evicted or was never here, and whose commit has not gone out. */
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
              .hasMessageContaining("read [8, 11) is outside memory \"small\" of 10 bytes");
        });
  }
}
