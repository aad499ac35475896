package org.temoto.gas.engine.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class PageTableTest {
  private static final int PAGE = 3;
  private static final long FIRST = 0b01;
  private static final long BOTH = 0b11;
  private static final long PART_VERSION = 7;
  private static final long WHOLE_VERSION = 8;
  private static final int CHANGES = 1_000_000;

  @Test
  void shouldTellWhichBlocksAreValid() {
    PageTable table = new PageTable(8, new BitSet());
    assertThat(table.holds(PAGE, FIRST, 0)).isFalse();
    synchronized (table.monitor(PAGE)) {
      table.version(PAGE, 7, FIRST);
      table.partEpoch(PAGE, 10);
    }
    assertThat(table.holds(PAGE, FIRST, 10)).isTrue();
    assertThat(table.holds(PAGE, FIRST, 11)).isFalse();
    assertThat(table.holds(PAGE, BOTH, 10)).isFalse();
    assertThat(table.isWhole(PAGE, 7)).isFalse();
    synchronized (table.monitor(PAGE)) {
      table.version(PAGE, 8);
    }
    assertThat(table.isWhole(PAGE, 8)).isTrue();
    assertThat(table.isWhole(PAGE, 7)).isFalse();
    assertThat(table.holds(PAGE, FIRST, 0)).as("all blocks, which nobody has validated").isFalse();
  }

  @Test
  void shouldRememberTheVersionOfAnEvictedCopyUntilThereIsAnother() {
    PageTable table = new PageTable(8, new BitSet());
    synchronized (table.monitor(PAGE)) {
      assertThat(table.evictedVersion(PAGE)).isEqualTo(PageTable.NO_VERSION);
      table.version(PAGE, 0);
      table.evicted(PAGE);
      assertThat(table.isWhole(PAGE, 0)).isFalse();
      assertThat(table.evictedVersion(PAGE)).isZero();
      assertThat(table.version(PAGE)).isEqualTo(PageTable.NO_VERSION);
      assertThat(table.blocks(PAGE)).isZero();
      table.version(PAGE, 5, FIRST);
      assertThat(table.evictedVersion(PAGE)).isEqualTo(PageTable.NO_VERSION);
      table.evicted(PAGE);
      assertThat(table.evictedVersion(PAGE)).isEqualTo(5);
    }
  }

  /**
   * The first block is valid, or all are of a version that is not: never both blocks. Others change
   * pages of the same monitor and of another one meanwhile.
   */
  @Test
  @Timeout(60)
  void shouldNotMixBlocksAndEpochsOfTwoMoments() {
    PageTable table = new PageTable(PAGE + 64 + 1, new BitSet());
    CompletableFuture<?> writers =
        CompletableFuture.allOf(
            IntStream.of(PAGE, PAGE + 32, PAGE + 64)
                .mapToObj(page -> CompletableFuture.runAsync(() -> change(table, page)))
                .toArray(CompletableFuture[]::new));
    while (!writers.isDone()) {
      assertThat(table.holds(PAGE, BOTH, 5)).isFalse();
    }
    writers.join();
  }

  /** One version is of the first block only, the other of all. */
  @Test
  @Timeout(60)
  void shouldNotMixVersionsAndBlocksOfTwoMoments() {
    PageTable table = new PageTable(PAGE + 1, new BitSet());
    CompletableFuture<?> writer = CompletableFuture.runAsync(() -> change(table, PAGE));
    while (!writer.isDone()) {
      assertThat(table.isWhole(PAGE, PART_VERSION)).isFalse();
    }
    writer.join();
  }

  private static void change(PageTable table, int page) {
    for (int i = 0; i < CHANGES; i++) {
      synchronized (table.monitor(page)) {
        table.version(page, PART_VERSION, FIRST);
        table.partEpoch(page, 10);
        table.version(page, WHOLE_VERSION);
      }
    }
  }
}
