package org.temoto.gas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/**
 * Tests of the places of a global memory's pages, at their owners and in caches, on any backend.
 */
public abstract class PagePlacementContractTest extends MemoryTest {
  // --- owners

  @Test
  void shouldServePagesWhereverTheyMigrate() {
    spmd(
        3,
        space -> {
          GlobalMemory memory =
              space.allocate(MemoryOptions.of("wanderer", 12 * PAGE).withSpareFrames(0.75));
          for (int round = 0; round < 30; round++) {
            int writer = round % 3;
            if (space.pe() == writer) {
              fill(memory, 0, memory.byteSize(), round);
              memory.migrate(PAGE, 3 * PAGE, (writer + 1) % 3);
            }
            space.barrier();
            assertThat(memory.owner(2 * PAGE)).isEqualTo((writer + 1) % 3);
            assertFilled(memory, 0, memory.byteSize(), round);
            space.barrier();
          }
          GlobalAddressSpace.Statistics total = space.totalStatistics();
          assertThat(total.pageMigrations()).isEqualTo(90);
          assertThat(total.migrationsRefused()).isZero();
        });
  }

  @Test
  void shouldRefuseAndCountMigrationsWithoutAFreeFrame() {
    spmd(
        2,
        space -> {
          GlobalMemory memory =
              space.allocate(MemoryOptions.of("full", 20 * PAGE).withSpareFrames(0.2));
          if (space.pe() == 0) {
            memory.migrate(0, 10 * PAGE, 1);
          }
          space.barrier();
          assertThat(space.totalStatistics().pageMigrations()).isEqualTo(2);
          assertThat(space.totalStatistics().migrationsRefused()).isEqualTo(8);
          assertFilled(memory, 0, memory.byteSize(), 0);
        });
  }

  @Test
  void shouldCopyOwnPagesWhereAliasingIsOff() {
    spmd(
        options(2)
            .with(EngineOptions.DEFAULT, engine -> engine.without(EngineOptions.Feature.ALIASING)),
        space -> {
          GlobalMemory memory = space.allocate("copied", 4 * PAGE);
          fill(memory, space.pe() * 2L * PAGE + 1, 10, 4);
          space.barrier();
          assertFilled(memory, 2 * PAGE + 1, 10, 4);
          assertFilled(memory, 1, 10, 4);
          assertThat(space.statistics().bytesCopied())
              .isEqualTo(PAGE + 10); // one fetch, one commit
        });
  }

  // --- cache

  @Test
  void shouldEvictLeastRecentlyUsedPagesAndFetchThemAgain() {
    spmd(
        options(2).withCacheBytes(4 * PAGE),
        space -> {
          GlobalMemory memory = space.allocate("large", 64 * PAGE);
          if (space.pe() == 1) {
            for (int page = 0; page < 32; page++) {
              fill(memory, (32L + page) * PAGE, PAGE, page);
            }
          }
          space.barrier();
          if (space.pe() == 0) {
            for (int round = 0; round < 3; round++) {
              for (int page = 0; page < 32; page++) {
                assertFilled(memory, (32L + page) * PAGE, PAGE, page);
              }
            }
            assertThat(space.statistics().evictions()).isGreaterThan(80);
            assertThat(space.statistics().bytesFetched()).isEqualTo(96 * PAGE);
            assertThat(space.statistics().bytesAsked()).isEqualTo(96 * PAGE);
            assertThat(space.statistics().bytesEvicted()).isEqualTo(64 * PAGE);
          }
        });
  }

  @Test
  void shouldNotCountWhatHasChangedSinceItsEviction() {
    spmd(
        options(2).withCacheBytes(4 * PAGE),
        space -> {
          GlobalMemory memory = space.allocate("changing", 64 * PAGE);
          for (int round = 0; round < 2; round++) {
            if (space.pe() == 1) {
              for (int page = 0; page < 32; page++) {
                fill(memory, (32L + page) * PAGE, PAGE, round);
              }
            }
            space.barrier();
            for (int page = 0; page < 32 && space.pe() == 0; page++) {
              assertFilled(memory, (32L + page) * PAGE, PAGE, round);
            }
            space.barrier();
          }
          if (space.pe() == 0) {
            assertThat(space.statistics().evictions()).isGreaterThan(50);
            assertThat(space.statistics().bytesEvicted()).isZero();
          }
        });
  }

  @Test
  void shouldNotLoseCommitsOfPagesThatAreEvicted() {
    spmd(
        options(2).withCacheBytes(3 * PAGE),
        space -> {
          GlobalMemory memory = space.allocate("dirty", 64 * PAGE);
          if (space.pe() == 0) {
            for (int page = 0; page < 32; page++) {
              fill(memory, (32L + page) * PAGE + 1, 7, page);
            }
          }
          space.barrier();
          if (space.pe() == 1) {
            for (int page = 0; page < 32; page++) {
              assertFilled(memory, (32L + page) * PAGE + 1, 7, page);
            }
          }
        });
  }

  @Test
  void shouldRefuseALocalizeThatActiveViewsLeaveNoRoomFor() {
    spmd(
        options(2).withCacheBytes(4 * PAGE),
        space -> {
          GlobalMemory memory = space.allocate("tight", 64 * PAGE);
          if (space.pe() == 0) {
            try (LocalView held = memory.localize(32 * PAGE, 3 * PAGE, Access.READ)) {
              assertThat(held.isOpen()).isTrue();
              assertThatThrownBy(() -> memory.localize(40 * PAGE, 2 * PAGE, Access.READ_WRITE))
                  .isInstanceOf(GasException.class)
                  .hasMessageContaining("cache=16384")
                  .hasMessageContaining("\"tight\" [131072, 143360)");
            }
            assertFilled(memory, 40 * PAGE, 4 * PAGE, 0);
          }
        });
  }

  @Test
  void shouldFetchAgainForEveryLocalizeWithoutACache() {
    spmd(
        options(2)
            .with(EngineOptions.DEFAULT, engine -> engine.without(EngineOptions.Feature.CACHING)),
        space -> {
          GlobalMemory memory = space.allocate("fetched", 8 * PAGE);
          if (space.pe() == 0) {
            fill(memory, 4 * PAGE, 2 * PAGE, 7);
            for (int round = 0; round < 5; round++) {
              assertFilled(memory, 6 * PAGE, 2 * PAGE, 0);
            }
            assertFilled(memory, 4 * PAGE, 2 * PAGE, 7); // a commit that is not complete is spared
            assertFilled(memory, 0, 4 * PAGE, 0);
            assertThat(space.statistics().bytesFetched()).isEqualTo(5 * 2 * PAGE);
          }
          space.barrier();
          assertFilled(memory, 4 * PAGE, 2 * PAGE, 7);
        });
  }
}
