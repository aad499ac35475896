package org.temoto.gas.engine.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.temoto.gas.GasException;

class ViewCountsTest {
  private final BitSet mapped = new BitSet();
  private final BitSet broken = new BitSet();
  private int calls;
  private final ViewCounts counts = new ViewCounts(10, new Pages());

  private final class Pages implements ViewCounts.Mapping {
    @Override
    public void map(int first, int end) {
      BitSet pages = changed(first, end);
      assertThat(mapped.intersects(pages)).isFalse();
      mapped.or(pages);
    }

    @Override
    public void unmap(int first, int end) {
      BitSet pages = changed(first, end);
      BitSet kept = (BitSet) pages.clone();
      kept.andNot(mapped);
      assertThat(kept.isEmpty()).isTrue();
      mapped.andNot(pages);
    }

    private BitSet changed(int first, int end) {
      calls++;
      int hit = broken.nextSetBit(first);
      if (hit >= 0 && hit < end) {
        throw new GasException("page " + hit);
      }
      return pages(first, end);
    }
  }

  private static BitSet pages(int from, int to) {
    BitSet pages = new BitSet();
    pages.set(from, to);
    return pages;
  }

  @Test
  void shouldMapPagesThatHaveAView() {
    counts.change(2, 6, 1);
    counts.change(4, 9, 1);
    assertThat(mapped).isEqualTo(pages(2, 9));
    counts.change(2, 6, -1);
    assertThat(mapped).isEqualTo(pages(4, 9));
    counts.change(4, 9, -1);
    assertThat(mapped.isEmpty()).isTrue();
  }

  @Test
  void shouldLeaveEverythingAsItWasWhereAPageCannotBeMapped() {
    counts.change(4, 5, 1);
    broken.set(6);
    assertThatThrownBy(() -> counts.change(2, 9, 1)).hasMessage("page 6");
    assertThat(mapped).isEqualTo(pages(4, 5));
    broken.clear();
    counts.change(2, 9, 1);
    counts.change(4, 5, -1);
    assertThat(mapped).isEqualTo(pages(2, 9));
    broken.set(8);
    counts.change(7, 8, 1);
    assertThatThrownBy(() -> counts.change(2, 9, -1)).hasMessage("page 8");
    assertThat(mapped).isEqualTo(pages(2, 9));
    broken.clear();
    counts.change(7, 8, -1);
    counts.change(2, 9, -1);
    assertThat(mapped.isEmpty()).isTrue();
  }

  @Test
  void shouldMapAtOnceWhatHasBeenCounted() {
    counts.count(2, 6, 1);
    counts.count(4, 5, 1);
    counts.count(8, 9, 1);
    counts.count(2, 3, -1);
    assertThat(mapped.isEmpty()).isTrue();
    broken.set(8);
    assertThatThrownBy(counts::mapAll).hasMessage("page 8");
    assertThat(mapped.isEmpty()).isTrue();
    broken.clear();
    counts.mapAll();
    BitSet expected = pages(3, 6);
    expected.set(8);
    assertThat(mapped).isEqualTo(expected);
    counts.change(3, 6, -1);
    expected.clear(3);
    expected.clear(5);
    assertThat(mapped).isEqualTo(expected);
  }

  @Test
  void shouldTakeAwayPagesOfManyViewsSeldom() {
    Random random = new Random(11);
    int rounds = 1_000_000;
    for (int i = 0; i < rounds; i++) {
      int page = random.nextInt(9);
      counts.change(page, page + 2, 1);
      assertThat(mapped.get(page) && mapped.get(page + 1)).isTrue();
      if (i < 1_000) { // at once
        assertThat(mapped).isEqualTo(pages(page, page + 2));
      }
      counts.change(page, page + 2, -1);
    }
    assertThat(calls)
        .isBetween(
            rounds / ViewCounts.PRICE, 2 * ViewCounts.PREPAID + 5 * rounds / ViewCounts.PRICE);
    for (int i = 0; mapped.cardinality() > 1; i++) { // what was left longest ago goes first
      counts.change(0, 1, 1);
      counts.change(0, 1, -1);
      assertThat(i).isLessThan(20 * ViewCounts.PRICE);
    }
  }
}
