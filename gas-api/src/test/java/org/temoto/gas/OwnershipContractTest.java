package org.temoto.gas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.temoto.gas.MemoryOptions.OwnershipPolicy;
import org.temoto.gas.array.GlobalCounter;

/**
 * Tests of each ownership policy, on any backend: the owners of pages after commits, and the
 * traffic.
 */
public abstract class OwnershipContractTest extends MemoryTest {
  private static GlobalMemory allocate(
      GlobalAddressSpace space, int pages, OwnershipPolicy policy) {
    return space.allocate(MemoryOptions.of("owned", (long) pages * PAGE).withOwnership(policy));
  }

  private static GlobalAddressSpace.Statistics barrier(GlobalAddressSpace space) {
    space.barrier();
    return space.totalStatistics();
  }

  @Test
  void shouldTakeTheSpacesPolicyWhereAMemorySaysNothing() {
    spmd(
        options(2).withOwnership(OwnershipPolicy.LAST_WRITER),
        space -> {
          assertThat(space.allocate("any", PAGE).ownership())
              .isEqualTo(OwnershipPolicy.LAST_WRITER);
          assertThat(allocate(space, 1, OwnershipPolicy.FIXED).ownership())
              .isEqualTo(OwnershipPolicy.FIXED);
        });
  }

  /** PE 0 manages pages 0 to 3. */
  @Test
  void shouldMoveWholePagesToTheirLastWriterInsteadOfTheirBytes() {
    spmd(
        options(2).with(EngineOptions.DEFAULT, engine -> engine.withSpareFrames(0.5)),
        space -> {
          GlobalMemory memory = allocate(space, 8, OwnershipPolicy.LAST_WRITER);
          if (space.pe() == 1) {
            fill(memory, 0, 2 * PAGE, 7);
          }
          GlobalAddressSpace.Statistics total = barrier(space);
          assertThat(total.bytesCommitted()).isZero();
          assertThat(total.pageMigrations()).isEqualTo(2);
          assertThat(memory.owner(0)).isEqualTo(1);
          assertThat(memory.owner(PAGE)).isEqualTo(1);
          assertThat(memory.owner(2 * PAGE)).isZero();
          assertFilled(memory, 0, 2 * PAGE, 7);
          assertFilled(memory, 2 * PAGE, 6 * PAGE, 0);
        });
  }

  /** PE 0 manages pages 0 to 3; it has written to page 2 before PE 1 does. */
  @Test
  void shouldMovePagesToTheirFirstWriterOnly() {
    spmd(
        2,
        space -> {
          GlobalMemory memory = allocate(space, 8, OwnershipPolicy.FIRST_TOUCH);
          if (space.pe() == 0) {
            fill(memory, 2 * PAGE, 100, 1);
          }
          barrier(space);
          if (space.pe() == 1) {
            fill(memory, 0, PAGE, 7);
            fill(memory, PAGE + 100, 50, 7);
            fill(memory, 2 * PAGE, PAGE, 7);
          }
          GlobalAddressSpace.Statistics total = barrier(space);
          assertThat(total.bytesCommitted()).as("page 2, and of page 1").isEqualTo(PAGE + 50);
          assertThat(total.pageMigrations()).isEqualTo(2);
          space.barrier();
          if (space.pe() == 0) {
            fill(memory, 0, 3 * PAGE, 8);
          }
          GlobalAddressSpace.Statistics after = barrier(space);
          assertThat(after.bytesCommitted() - total.bytesCommitted()).isEqualTo(2 * PAGE);
          assertThat(memory.owner(0)).isEqualTo(1);
          assertThat(memory.owner(PAGE)).isEqualTo(1);
          assertThat(memory.owner(2 * PAGE)).isZero();
          assertFilled(memory, 0, 3 * PAGE, 8);
          assertFilled(memory, 3 * PAGE, 5 * PAGE, 0);
        });
  }

  /** Each PE fills what another one manages, and works on it then. */
  @Test
  void shouldSendNothingOfWhatOnePeFillsAndUses() {
    spmd(
        4,
        space -> {
          GlobalMemory memory = allocate(space, 16, OwnershipPolicy.FIRST_TOUCH);
          long own = (space.pe() + 1L) % 4 * 4 * PAGE;
          for (int round = 1; round <= 3; round++) {
            fill(memory, own, 4 * PAGE, round);
            space.barrier();
            assertFilled(memory, own, 4 * PAGE, round);
            space.barrier();
          }
          GlobalAddressSpace.Statistics total = space.totalStatistics();
          assertThat(total.bytesCommitted() + total.bytesFetched()).isZero();
          assertThat(total.pageMigrations()).isEqualTo(16);
        });
  }

  @Test
  void shouldSendAPartOfAPageToItsOwner() {
    spmd(
        2,
        space -> {
          GlobalMemory memory = allocate(space, 2, OwnershipPolicy.LAST_WRITER);
          if (space.pe() == 1) {
            fill(memory, 1, PAGE - 1, 7);
          }
          GlobalAddressSpace.Statistics total = barrier(space);
          assertThat(total.bytesCommitted()).isEqualTo(PAGE - 1);
          assertThat(memory.owner(0)).isZero();
          assertFilled(memory, 1, PAGE - 1, 7);
        });
  }

  /** Two tasks of a PE that have committed a half each have committed the page. */
  @Test
  void shouldCountWhatAReleaseCommitsTogether() {
    spmd(
        2,
        space -> {
          GlobalMemory memory = allocate(space, 2, OwnershipPolicy.LAST_WRITER);
          if (space.pe() == 1) {
            fill(memory, 0, 100, 7);
            fill(memory, 100, PAGE - 100, 7);
          }
          assertThat(barrier(space).bytesCommitted()).isZero();
          assertThat(memory.owner(0)).isEqualTo(1);
          assertFilled(memory, 0, PAGE, 7);
        });
  }

  @Test
  void shouldTakeAPageHomeWithoutASpareFrame() {
    spmd(
        options(2).with(EngineOptions.DEFAULT, engine -> engine.withSpareFrames(1)),
        space -> {
          GlobalMemory memory = allocate(space, 2, OwnershipPolicy.LAST_WRITER);
          for (int round = 0; round < 10; round++) {
            if (space.pe() == 1 - round % 2) {
              fill(memory, 0, PAGE, round);
            }
            space.barrier();
            assertThat(memory.owner(0)).isEqualTo(1 - round % 2);
            assertFilled(memory, 0, PAGE, round);
            space.barrier();
          }
          GlobalAddressSpace.Statistics total = space.totalStatistics();
          assertThat(total.pageMigrations()).isEqualTo(10);
          assertThat(total.migrationsRefused()).isZero();
          assertThat(total.bytesCommitted()).isZero();
        });
  }

  @Test
  void shouldFallBackToTheOwnerWithoutAFreeFrame() {
    spmd(
        options(2).with(EngineOptions.DEFAULT, engine -> engine.withSpareFrames(0)),
        space -> {
          GlobalMemory memory = allocate(space, 4, OwnershipPolicy.LAST_WRITER);
          if (space.pe() == 1) {
            fill(memory, 0, 2 * PAGE, 7);
          }
          GlobalAddressSpace.Statistics total = barrier(space);
          assertThat(total.bytesCommitted()).isEqualTo(2 * PAGE);
          assertThat(total.migrationsRefused()).isEqualTo(2);
          assertThat(memory.owner(0)).isZero();
          assertFilled(memory, 0, 2 * PAGE, 7);
        });
  }

  /** Pages of PE 2 go back and forth between the others, with no barrier that would free frames. */
  @Test
  void shouldUseFramesAgainDuringARun() {
    spmd(
        options(3).with(EngineOptions.DEFAULT, engine -> engine.withSpareFrames(3)),
        space -> {
          GlobalMemory memory = allocate(space, 6, OwnershipPolicy.LAST_WRITER);
          GlobalCounter turn = GlobalCounter.allocate(space, "turn");
          int rounds = 40;
          for (int round = space.pe(); round < rounds && space.pe() < 2; round += 2) {
            awaitTurn(turn, round);
            space.acquireFence();
            if (round > 0) {
              assertFilled(memory, 4 * PAGE, 2 * PAGE, round - 1);
            }
            fill(memory, 4 * PAGE, 2 * PAGE, round);
            space.releaseFence();
            turn.getAndAdd(1);
          }
          GlobalAddressSpace.Statistics total = barrier(space);
          assertThat(total.migrationsRefused()).isZero();
          assertThat(total.pageMigrations()).isEqualTo(2L * rounds);
          assertFilled(memory, 4 * PAGE, 2 * PAGE, rounds - 1);
        });
  }

  /** PE 2 has a request that is done, and neither awaits nor closes it for long. */
  @Test
  void shouldUseFramesAgainBesideARequestThatIsDone() {
    spmd(
        options(3).with(EngineOptions.DEFAULT, engine -> engine.withSpareFrames(3)),
        space -> {
          GlobalMemory memory = allocate(space, 6, OwnershipPolicy.LAST_WRITER);
          GlobalCounter turn = GlobalCounter.allocate(space, "turn");
          int rounds = 40;
          if (space.pe() == 2) {
            try (Request<LocalView> request = memory.localizeAsync(0, PAGE, Access.READ)) {
              while (!request.isDone()) {
                Thread.onSpinWait();
              }
              turn.getAndAdd(1);
              awaitTurn(turn, rounds + 1);
            }
          } else {
            for (int round = space.pe(); round < rounds; round += 2) {
              awaitTurn(turn, round + 1);
              space.acquireFence();
              fill(memory, 4 * PAGE, 2 * PAGE, round);
              space.releaseFence();
              turn.getAndAdd(1);
            }
          }
          GlobalAddressSpace.Statistics total = barrier(space);
          assertThat(total.migrationsRefused()).isZero();
          assertThat(total.pageMigrations()).isEqualTo(2L * rounds);
        });
  }

  private static void awaitTurn(GlobalCounter turn, int number) {
    while (turn.get() != number) {
      Thread.onSpinWait();
    }
  }

  @Test
  void shouldFollowAPagesOnlyWriterAtTheThirdCommit() {
    spmd(
        options(2).with(EngineOptions.DEFAULT, engine -> engine.withSpareFrames(2)),
        space -> {
          GlobalMemory memory = allocate(space, 4, OwnershipPolicy.ADAPTIVE);
          for (int round = 0; round < 4; round++) {
            if (space.pe() == 1) {
              fill(memory, 0, PAGE, round);
              fill(memory, PAGE, 100, round);
            }
            space.barrier();
            assertThat(memory.owner(0)).as("whole, round %s", round).isEqualTo(round < 2 ? 0 : 1);
            assertThat(memory.owner(PAGE)).as("part, round %s", round).isEqualTo(round < 2 ? 0 : 1);
            assertFilled(memory, 0, PAGE, round);
            assertFilled(memory, PAGE, 100, round);
            space.barrier();
          }
          GlobalAddressSpace.Statistics total = space.totalStatistics();
          assertThat(total.bytesCommitted()).isEqualTo(2 * PAGE + 3 * 100);
          assertThat(total.pageMigrations()).isEqualTo(2);
        });
  }

  @Test
  void shouldLeaveAPageOfTwoWritersWhereItIs() {
    spmd(
        3,
        space -> {
          GlobalMemory memory = allocate(space, 3, OwnershipPolicy.ADAPTIVE);
          for (int round = 0; round < 12; round++) {
            if (space.pe() == 1 + round / 2 % 2) { // two commits in a row each
              fill(memory, 0, PAGE, round);
            }
            space.barrier();
            assertThat(memory.owner(0)).isZero();
            assertFilled(memory, 0, PAGE, round);
            space.barrier();
          }
          assertThat(space.totalStatistics().pageMigrations()).isZero();
        });
  }

  /** The last page is not full. */
  @Test
  void shouldShowWhatReadersHandOnAsItsOwnerWould() {
    spmd(
        3,
        space -> {
          MemoryOptions hot = MemoryOptions.of("hot", 4 * PAGE - 100);
          GlobalMemory memory = space.allocate(hot.withOwnership(OwnershipPolicy.FORWARDED));
          for (int round = 1; round <= 4; round++) {
            if (space.pe() == round % 3) {
              fill(memory, 0, PAGE, round);
              fill(memory, 2 * PAGE + 8, 2 * PAGE - 108, round);
            }
            space.barrier();
            assertFilled(memory, 0, PAGE, round);
            assertFilled(memory, PAGE, PAGE + 8, 0);
            assertFilled(memory, 2 * PAGE + 8, 2 * PAGE - 108, round);
            space.barrier();
          }
          assertThat(memory.owner(0)).isZero();
          assertThat(space.totalStatistics().pageMigrations()).isZero();
        });
  }

  @Test
  void shouldRefuseToMigratePagesThatReadersHandOn() {
    spmd(
        2,
        space -> {
          MemoryOptions hot = MemoryOptions.of("hot", 4 * PAGE);
          GlobalMemory memory = space.allocate(hot.withOwnership(OwnershipPolicy.FORWARDED));
          assertThatThrownBy(() -> memory.migrate(0, PAGE, 1))
              .isInstanceOf(GasException.class)
              .hasMessageContaining("\"hot\", whose pages are fixed");
        });
  }

  /** Its pages fit, and the copies for others do not. */
  @Test
  void shouldKeepNothingOfAMemoryThatIsRefused() {
    spmd(
        2,
        space -> {
          long most = largest(space, OwnershipPolicy.FIXED);
          assertThat(largest(space, OwnershipPolicy.FORWARDED)).isBetween(1L, most - 1);
          assertThat(largest(space, OwnershipPolicy.FIXED)).isEqualTo(most);
        });
  }

  /** Pages of the largest memory that can be allocated, by halving. */
  private static long largest(GlobalAddressSpace space, OwnershipPolicy policy) {
    long fits = 0;
    long refused = 1 << 20;
    while (refused - fits > 1) {
      long pages = (fits + refused) / 2;
      MemoryOptions options = MemoryOptions.of("large", pages * PAGE).withOwnership(policy);
      try (GlobalMemory memory = space.allocate(options)) {
        fits = memory.pages();
      } catch (RefusedException e) {
        refused = pages;
      }
    }
    return fits;
  }
}
