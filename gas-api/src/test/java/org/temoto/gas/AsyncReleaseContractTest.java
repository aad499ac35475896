package org.temoto.gas;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.temoto.gas.MemoryOptions.OwnershipPolicy;

/** Tests of releases that go on while their program does, on any backend. */
public abstract class AsyncReleaseContractTest extends MemoryTest {
  private static final int ROUNDS = 30;

  /** Returns when {@code words} say that the round has come; acquires. */
  private static void awaitRound(GlobalAddressSpace space, SharedWords words, long round) {
    while (words.read(0) < round) {
      Thread.yield();
    }
    space.acquireFence();
  }

  /** PE 1 writes and tells of it, and goes on when PE 0 has read. */
  private void rounds(Writer writer) {
    spmd(
        2,
        space -> {
          GlobalMemory memory =
              space.allocate(MemoryOptions.of("released", 6 * PAGE).withSpareFrames(1));
          GlobalMemory flags = space.allocate(MemoryOptions.words("flags", 1));
          SharedWords words = flags.words();
          for (int round = 1; round <= ROUNDS; round++) {
            if (space.pe() == 1) {
              writer.write(space, memory, round);
              words.fetchAdd(0, 1);
              awaitRound(space, words, 2L * round);
            } else {
              awaitRound(space, words, 2L * round - 1);
              assertFilled(memory, PAGE / 2, 4 * PAGE, round);
              words.fetchAdd(0, 1);
            }
          }
          space.barrier();
        });
  }

  private interface Writer {
    void write(GlobalAddressSpace space, GlobalMemory memory, int round);
  }

  @Test
  void shouldBeCompleteWhenAwaited() {
    rounds((space, memory, round) -> {
      fill(memory, PAGE / 2, 4 * PAGE, round);
      Request<Void> release = space.releaseFenceAsync();
      fill(memory, 5 * PAGE, PAGE, -round); // goes with a later one
      release.await();
      release.await();
    });
  }

  @Test
  void shouldBeCompleteWhenDone() {
    rounds((space, memory, round) -> {
      fill(memory, PAGE / 2, 4 * PAGE, round);
      Request<Void> release = space.releaseFenceAsync();
      while (!release.isDone()) {
        Thread.onSpinWait();
      }
      assertThat(release.isDone()).isTrue();
    });
  }

  @Test
  void shouldBeCompleteWhenClosed() {
    rounds((space, memory, round) -> {
      fill(memory, PAGE / 2, 4 * PAGE, round);
      try (Request<Void> _ = space.releaseFenceAsync()) {
        fill(memory, 5 * PAGE, PAGE, -round); // goes with a later one
      }
    });
  }

  @Test
  void shouldBeCompleteWhenALaterReleaseIs() {
    rounds((space, memory, round) -> {
      fill(memory, PAGE / 2, 2 * PAGE, round);
      space.releaseFenceAsync();
      fill(memory, 2 * PAGE + PAGE / 2, 2 * PAGE, round);
      space.releaseFenceAsync();
      space.releaseFence();
    });
  }

  @Test
  void shouldNotOvertakeWhatWasCommittedBefore() {
    rounds((space, memory, round) -> {
      fill(memory, PAGE / 2, 4 * PAGE, round - 1);
      Request<Void> first = space.releaseFenceAsync();
      fill(memory, PAGE / 2, 4 * PAGE, round);
      Request<Void> second = space.releaseFenceAsync();
      second.await();
      first.await();
    });
  }

  @Test
  void shouldFollowAPageThatMovesMeanwhile() {
    rounds((space, memory, round) -> {
      fill(memory, PAGE / 2, 4 * PAGE, round);
      Request<Void> release = space.releaseFenceAsync();
      memory.migrate(round % 5L * PAGE, PAGE, round % 2);
      release.await();
    });
  }

  @Test
  void shouldBeCompleteAfterABarrier() {
    spmd(
        3,
        space -> {
          GlobalMemory memory = space.allocate("barriers", 6 * PAGE);
          for (int round = 1; round <= ROUNDS; round++) {
            fill(memory, 2L * space.pe() * PAGE + 7, PAGE, round + space.pe());
            space.releaseFenceAsync();
            space.barrier();
            int next = (space.pe() + 1) % 3;
            assertFilled(memory, 2L * next * PAGE + 7, PAGE, round + next);
            space.barrier();
          }
          memory.close();
        });
  }

  /** Else it frees frames of the closed memory later, where those of another one stand by then. */
  @Test
  void shouldBeCompleteAfterACloseIfAllPagesWereTakenOver() {
    spmd(
        options(2)
            .withOwnership(OwnershipPolicy.LAST_WRITER)
            .with(EngineOptions.DEFAULT, engine -> engine.withSpareFrames(2)),
        space -> {
          GlobalMemory first = space.allocate("closed", 16 * PAGE); // PE 0 manages half of it
          fillBy(1, first, 0, 4 * PAGE, 1);
          if (space.pe() == 0) {
            fill(first, 0, 4 * PAGE, 2);
            space.releaseFenceAsync();
            assertThat(first.owner(0)).isZero();
          }
          first.close();
          GlobalMemory next = space.allocate("next", 16 * PAGE);
          fillBy(1, next, 0, 4 * PAGE, 3);
          fillBy(0, next, 7 * PAGE, PAGE, 4);
          fillBy(1, next, 4 * PAGE, 4 * PAGE, 5);
          assertFilled(next, 0, 4 * PAGE, 3);
          assertFilled(next, 4 * PAGE, 4 * PAGE, 5);
          space.barrier();
        });
  }

  private static void fillBy(int pe, GlobalMemory memory, long offset, long length, int value) {
    if (memory.space().pe() == pe) {
      fill(memory, offset, length, value);
    }
    memory.space().barrier();
  }

  @Test
  void shouldSendPartsOfPagesOneAfterTheOther() {
    rounds((space, memory, round) -> {
      for (int part = 0; part < 8; part++) {
        fill(memory, PAGE / 2 + part * PAGE / 2, PAGE / 2, round);
        space.releaseFenceAsync();
      }
      space.releaseFenceAsync().await();
    });
  }

  @Test
  void shouldKeepTheOrderOfWhatIsSentTwice() {
    rounds((space, memory, round) -> {
      fill(memory, PAGE / 2, 2 * PAGE, -round);
      space.releaseFenceAsync();
      fill(memory, 3 * PAGE, PAGE, -round); // neighbours of what is on its way
      space.releaseFenceAsync();
      fill(memory, PAGE / 2, 4 * PAGE, round);
      space.releaseFenceAsync();
      space.releaseFence();
    });
  }

  @Test
  void shouldBeFreeIfNothingIsCommitted() {
    spmd(
        2,
        space -> {
          long before = space.statistics().releases();
          Request<Void> release = space.releaseFenceAsync();
          assertThat(release.isDone()).isTrue();
          release.await();
          assertThat(space.statistics().releases()).isEqualTo(before);
          space.barrier();
        });
  }
}
