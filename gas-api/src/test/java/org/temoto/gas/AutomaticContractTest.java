package org.temoto.gas;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.temoto.gas.GasOptions.Coherence;

/** Tests of publishing without commits, on any backend. */
public abstract class AutomaticContractTest extends MemoryTest {
  private GasOptions automatic(int pes) {
    return options(pes).withCoherence(Coherence.AUTOMATIC);
  }

  /** PE 0 manages the first half. */
  @Test
  void shouldPublishWhatAWriteViewHadOpen() {
    spmd(
        automatic(2),
        space -> {
          GlobalMemory memory = space.allocate("closed", 4 * PAGE);
          if (space.pe() == 1) {
            try (LocalView view = memory.localize(3, PAGE, Access.WRITE)) {
              view.segment().fill((byte) 7);
            }
            try (LocalView view = memory.localize(2 * PAGE - 5, 5, Access.READ_WRITE)) {
              view.segment().set(JAVA_BYTE, 4, (byte) 9);
            }
            assertThat(space.statistics().bytesCommitted()).as("before a release").isZero();
          }
          space.barrier();
          assertThat(space.totalStatistics().bytesCommitted())
              .as("all of WRITE, and what has changed")
              .isEqualTo(PAGE + 1);
          assertFilled(memory, 0, 3, 0);
          assertFilled(memory, 3, PAGE, 7);
          assertFilled(memory, 2 * PAGE - 1, 1, 9);
        });
  }

  @Test
  void shouldPublishNothingOfAReadView() {
    spmd(
        automatic(2),
        space -> {
          GlobalMemory memory = space.allocate("read", 4 * PAGE);
          assertFilled(memory, 0, 4 * PAGE, 0);
          space.barrier();
          assertThat(space.totalStatistics().bytesCommitted()).isZero();
        });
  }

  @Test
  void shouldPublishAtEachBarrierWhatIsOpenStill() {
    spmd(
        automatic(2),
        space -> {
          GlobalMemory memory = space.allocate("open", 2 * PAGE);
          LocalView open = space.pe() == 1 ? memory.localize(8, 8, Access.READ_WRITE) : null;
          for (int round = 1; round <= 3; round++) {
            if (open != null) {
              open.segment().fill((byte) round);
            }
            space.barrier();
            if (open == null) {
              assertFilled(memory, 8, 8, round);
            }
            space.barrier();
          }
          if (open != null) {
            open.close();
          }
        });
  }

  /** Also where it is stored back as it was: the copy of the view is not old. */
  @Test
  void shouldShowAfterABarrierWhatOthersHaveWrittenInAWideView() {
    spmd(
        automatic(2),
        space -> {
          GlobalMemory memory = space.allocate("wide", 2 * PAGE);
          LocalView wide = memory.localize(0, 2 * PAGE, Access.READ_WRITE);
          for (int round = 1; round <= 3; round++) {
            if (space.pe() == round % 2) {
              wide.segment().fill((byte) round);
            }
            space.barrier();
            assertThat(wide.segment().get(JAVA_BYTE, PAGE)).isEqualTo((byte) round);
            space.barrier();
            if (space.pe() != round % 2) {
              wide.segment().set(JAVA_BYTE, 1, (byte) (round - 1));
            }
            space.barrier();
            assertFilled(memory, 1, 1, round - 1);
            space.barrier();
          }
          wide.close();
        });
  }

  @Test
  void shouldLeaveCommitsToTheProgramOtherwise() {
    spmd(
        2,
        space -> {
          GlobalMemory memory = space.allocate("explicit", 2 * PAGE);
          if (space.pe() == 1) {
            try (LocalView view = memory.localize(0, PAGE, Access.WRITE)) {
              view.segment().fill((byte) 7);
            }
          }
          space.barrier();
          assertThat(space.totalStatistics().bytesCommitted()).isZero();
        });
  }
}
