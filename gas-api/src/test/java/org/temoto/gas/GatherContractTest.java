package org.temoto.gas;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.temoto.gas.array.GlobalLongs;

/** Tests of index sets that are brought to hand by one localize, on any backend. */
public abstract class GatherContractTest extends MemoryTest {
  private static final int PER_PAGE = PAGE / Long.BYTES;

  /** Array of eight pages, of which PE 0 manages the first four; element i is i. */
  private static GlobalLongs numbered(GlobalAddressSpace space) {
    GlobalLongs numbers = GlobalLongs.allocate(space, "numbers", 8L * PER_PAGE);
    if (space.pe() == 0) {
      try (var view = numbers.localize(Access.WRITE)) {
        for (long i = 0; i < view.length(); i++) {
          view.set(i, i);
        }
        view.commit();
      }
    }
    space.barrier();
    return numbers;
  }

  private static void assertGathered(GlobalLongs numbers, long... indices) {
    Region.Gathered elements = numbers.gather(indices);
    try (LocalView view = elements.localize(Access.READ)) {
      for (long index : indices) {
        long at = numbers.range().offset() + index * Long.BYTES - view.offset();
        assertThat(view.segment().get(JAVA_LONG, at))
            .isEqualTo(numbers.range().offset() / Long.BYTES + index);
      }
    }
  }

  @Test
  void shouldBringThePagesOfTheElementsAndNoOthers() {
    spmd(
        2,
        space -> {
          GlobalLongs numbers = numbered(space);
          GlobalAddressSpace.Statistics before = space.totalStatistics();
          if (space.pe() == 1) {
            assertGathered(numbers, 3L * PER_PAGE - 1, 5, PER_PAGE - 1, 6L * PER_PAGE, 5);
            GlobalAddressSpace.Statistics after = space.statistics();
            assertGathered(numbers, 5, 3L * PER_PAGE - 2);
            assertThat(space.statistics().localizeMisses()).isEqualTo(after.localizeMisses());
          }
          GlobalAddressSpace.Statistics after = space.totalStatistics();
          assertThat(after.bytesFetched() - before.bytesFetched()).isEqualTo(2 * PAGE);
        });
  }

  @Test
  void shouldSeeWhatHasChangedBetweenTwoLocalizesOfOneRegion() {
    spmd(
        2,
        space -> {
          GlobalLongs numbers = numbered(space);
          Region.Gathered elements = numbers.gather(3, 7L * PER_PAGE + 3);
          for (long round = 0; round < 5; round++) {
            if (space.pe() == 0) {
              try (var view = numbers.localize(3, 4, Access.WRITE)) {
                view.set(0, round);
                view.commit();
              }
            }
            space.barrier();
            try (LocalView view = elements.localize(Access.READ)) {
              assertThat(view.segment().get(JAVA_LONG, 0)).isEqualTo(round);
              assertThat(view.segment().get(JAVA_LONG, 7L * PAGE)).isEqualTo(7 * PER_PAGE + 3);
            }
            space.barrier();
          }
        });
  }

  @Test
  void shouldGatherFromAPartOfAMemory() {
    spmd(
        2,
        space -> {
          GlobalLongs part = numbered(space).slice(PER_PAGE / 2, 7L * PER_PAGE);
          assertGathered(part, 0);
          assertGathered(part, part.length() - 1, 0, PER_PAGE);
          assertThat(part.gather(9, 4).offset()).isEqualTo(part.range().offset() + 4 * Long.BYTES);
          assertThat(part.gather(9, 4).length()).isEqualTo(6 * Long.BYTES);
        });
  }

  @Test
  void shouldGatherElementsThatReachIntoTheNextPage() {
    spmd(
        1,
        space -> {
          GlobalMemory memory = space.allocate("odd", 3 * PAGE);
          fill(memory, 0, 3 * PAGE, 9);
          Region.Gathered element = memory.gather(1, PAGE, new long[] {1});
          assertThat(element.pieces().ranges()).containsExactly(memory.range(PAGE + 1, PAGE));
          element.localize(Access.READ).close();
        });
  }

  /** Each PE writes every other element, in no order. */
  @Test
  void shouldWriteElementsBetweenThoseOfOthers() {
    spmd(
        2,
        space -> {
          GlobalLongs numbers = numbered(space);
          long[] mine = new long[(int) numbers.length() / 2];
          for (int i = 0; i < mine.length; i++) {
            mine[i] = 2L * (mine.length - 1 - i) + space.pe();
          }
          Region.Ranges elements = numbers.scatter(mine);
          assertThat(elements.ranges()).hasSize(mine.length);
          try (LocalView view = elements.localize(Access.READ_WRITE)) {
            for (long index : mine) {
              long at = (index - space.pe()) * Long.BYTES;
              view.segment().set(JAVA_LONG, at, 10 * view.segment().get(JAVA_LONG, at));
            }
            view.commit();
          }
          space.barrier();
          try (var view = numbers.localize(Access.READ)) {
            for (long i = 0; i < view.length(); i++) {
              assertThat(view.get(i)).isEqualTo(10 * i);
            }
          }
        });
  }

  @Test
  void shouldScatterRunsAsOne() {
    spmd(
        1,
        space -> {
          GlobalLongs numbers = numbered(space).slice(7, 100);
          assertThat(numbers.scatter(5, 3, 4, 90, 4, 3).ranges())
              .containsExactly(numbers.elements(3, 6), numbers.elements(90, 91));
          assertThatThrownBy(() -> numbers.scatter(1, 93))
              .isInstanceOf(IndexOutOfBoundsException.class)
              .hasMessage("element 93 is outside an array of 93");
          assertThatThrownBy(() -> numbers.scatter(Long.MAX_VALUE, Long.MIN_VALUE))
              .isInstanceOf(IndexOutOfBoundsException.class);
          assertThatThrownBy(numbers::scatter)
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessage("a list of ranges must not be empty");
        });
  }

  @Test
  void shouldRefuseWhatCannotBeGathered() {
    spmd(
        1,
        space -> {
          GlobalLongs numbers = numbered(space);
          assertThatThrownBy(() -> numbers.gather(8L * PER_PAGE))
              .isInstanceOf(IndexOutOfBoundsException.class)
              .hasMessageContaining("element 4096 is outside an array of 4096");
          assertThatThrownBy(() -> numbers.gather())
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessageContaining("must not be empty");
          assertThatThrownBy(() -> numbers.range().memory().gather(0, 0, new long[] {1}))
              .hasMessageContaining("elementBytes=0 must be at least 1");
          assertThatThrownBy(() -> numbers.range().memory().gather(0, 8, new long[] {-1}))
              .isInstanceOf(IndexOutOfBoundsException.class);
          assertThatThrownBy(() -> numbers.gather(1, 3).localize(Access.READ_WRITE))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessageContaining("must be READ");
        });
  }
}
