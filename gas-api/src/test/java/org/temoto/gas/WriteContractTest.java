package org.temoto.gas;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.temoto.gas.MemoryOptions.OwnershipPolicy;

/**
 * Tests of whole pages that are written by {@link Access#WRITE} views and follow their writer, on
 * any backend. PE 0 manages the first half.
 */
public abstract class WriteContractTest extends MemoryTest {
  @Override
  protected GasOptions options(int pes) {
    return super.options(pes).withOwnership(OwnershipPolicy.LAST_WRITER);
  }

  private static void write(GlobalMemory memory, long offset, long length, int value) {
    try (LocalView view = memory.localize(offset, length, Access.WRITE)) {
      view.segment().fill((byte) value);
      view.commit();
    }
  }

  @Test
  void shouldKeepTheNewestOfTwoCommitsOnTheirWay() {
    spmd(
        2,
        space -> {
          GlobalMemory memory =
              space.allocate(MemoryOptions.of("twice", 4 * PAGE).withSpareFrames(1));
          for (int round = 1; round < 20; round += 2) {
            if (space.pe() == 0) {
              fill(memory, 2 * PAGE + 5, 100, round);
              if (round % 4 == 1) {
                space.releaseFenceAsync();
              }
              write(memory, 2 * PAGE, PAGE, round + 1);
              assertFilled(memory, 2 * PAGE, PAGE, round + 1);
            }
            space.barrier();
            assertFilled(memory, 2 * PAGE, PAGE, round + 1);
            if (space.pe() == 1) {
              memory.migrate(2 * PAGE, PAGE, 1);
            }
            space.barrier();
          }
        });
  }

  @Test
  void shouldNotTrustTheCopyThatWasHereBefore() {
    spmd(
        2,
        space -> {
          GlobalMemory memory = space.allocate("copied", 4 * PAGE);
          if (space.pe() == 0) {
            assertFilled(memory, 2 * PAGE, 2 * PAGE, 0);
            write(memory, 2 * PAGE, PAGE, 5);
            assertFilled(memory, 2 * PAGE, PAGE, 5);
            assertFilled(memory, 3 * PAGE, PAGE, 0);
            fill(memory, 2 * PAGE + 10, 10, 6); // as any page that is here
          }
          space.barrier();
          assertFilled(memory, 2 * PAGE, 10, 5);
          assertFilled(memory, 2 * PAGE + 10, 10, 6);
          assertFilled(memory, 2 * PAGE + 20, PAGE - 20, 5);
          space.barrier();
        });
  }

  @Test
  void shouldFindAPageThatHasMovedMeanwhile() {
    spmd(
        3,
        space -> {
          GlobalMemory memory =
              space.allocate(MemoryOptions.of("moved", 6 * PAGE).withSpareFrames(1));
          LocalView write =
              space.pe() == 0 ? memory.localize(2 * PAGE, 2 * PAGE, Access.WRITE) : null;
          space.barrier();
          if (space.pe() == 2) {
            memory.migrate(2 * PAGE, PAGE, 2);
            memory.migrate(3 * PAGE, PAGE, 0);
          }
          space.barrier();
          if (write != null) {
            write.segment().fill((byte) 9);
            write.commit();
            write.close();
          }
          space.barrier();
          assertFilled(memory, 2 * PAGE, 2 * PAGE, 9);
          assertThat(memory.owner(3 * PAGE)).isZero();
          space.barrier();
        });
  }

  /** The request has brought the bytes from before the write. */
  @Test
  void shouldShowInViewsThatWereRequestedMeanwhile() {
    spmd(
        2,
        space -> {
          GlobalMemory memory = space.allocate("requested", 4 * PAGE);
          if (space.pe() == 0) {
            try (Request<LocalView> request =
                memory.range(2 * PAGE, PAGE).localizeAsync(Access.READ)) {
              write(memory, 2 * PAGE, PAGE, 6);
              try (LocalView view = request.await()) {
                assertThat(view.segment().toArray(JAVA_BYTE)).containsOnly(6);
              }
            }
          }
          space.barrier();
          assertFilled(memory, 2 * PAGE, PAGE, 6);
          space.barrier();
        });
  }
}
