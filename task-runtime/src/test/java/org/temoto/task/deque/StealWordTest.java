package org.temoto.task.deque;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.temoto.gas.GasOptions;

class StealWordTest {
  @Test
  void shouldLayOutFieldsWithoutGapOrOverlap() {
    assertThat(StealWord.COUNT_SHIFT).isEqualTo(25);
    assertThat(StealWord.BASE_SHIFT).isEqualTo(30);
    assertThat(StealWord.TAG_SHIFT).isEqualTo(35);
    assertThat(StealWord.TAG_BITS).isEqualTo(24);
    assertThat(StealWord.BELL_SHIFT).isEqualTo(59);
    assertThat(StealWord.of(1, 0, 0)).isEqualTo(1L << 35);
    assertThat(StealWord.of(0, 1, 0)).isEqualTo(1L << 30);
    assertThat(StealWord.of(0, 0, 1)).isEqualTo(1L << 25);
  }

  @Test
  void shouldChangeNothingButTheBellWhenRung() {
    long word = StealWord.of(StealWord.TAG_MASK, 15, 8) + 3;
    for (int i = 0; i < 1 << StealWord.BELL_BITS; i++) {
      assertThat(StealWord.tag(word)).isEqualTo(StealWord.TAG_MASK);
      assertThat(StealWord.claimedSlot(word)).isEqualTo(18);
      assertThat(word + StealWord.BELL).isNotEqualTo(word);
      word += StealWord.BELL;
    }
    assertThat(word).isEqualTo(StealWord.of(StealWord.TAG_MASK, 15, 8) + 3);
  }

  @Test
  void shouldHoldEverySlotAndEveryThiefOfTheLargestJob() {
    assertThat(SharedPart.SLOTS - 1).isLessThanOrEqualTo(StealWord.MAX_BASE);
    assertThat(SharedPart.AREA_SLOTS).isLessThanOrEqualTo(StealWord.MAX_COUNT);
    StealWord.requireWidth((long) GasOptions.MAX_PES * GasOptions.MAX_WORKERS);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> StealWord.requireWidth(1L << 26))
        .withMessageContaining("67108864");
  }

  @Property
  void shouldReturnWhatWasPacked(
      @ForAll long tag,
      @ForAll @IntRange(max = 15) int base,
      @ForAll @IntRange(max = 8) int count) {
    long word = StealWord.of(tag, base, count);
    assertThat(StealWord.tag(word)).isEqualTo(tag & StealWord.TAG_MASK);
    assertThat(StealWord.base(word)).isEqualTo(base);
    assertThat(StealWord.count(word)).isEqualTo(count);
    assertThat(StealWord.claimed(word)).isZero();
  }

  @Property
  void shouldCountClaimsByAddingOne(
      @ForAll @IntRange(max = 8) int count, @ForAll @IntRange(max = 1 << 20) int claims) {
    long word = StealWord.of(-1, 8, count) + claims;
    assertThat(StealWord.claimed(word)).isEqualTo(claims);
    assertThat(StealWord.count(word)).isEqualTo(count);
    assertThat(StealWord.hasUnclaimed(word)).isEqualTo(claims < count);
    assertThat(StealWord.isHungry(word)).isEqualTo(claims > count);
    assertThat(StealWord.claimedSlot(word)).isEqualTo(8 + claims);
  }

  @Test
  void shouldWrapTheTagOnly() {
    long word = StealWord.of(StealWord.TAG_MASK + 1, 3, 2);
    assertThat(StealWord.toString(word)).isEqualTo("tag=0 base=3 count=2 claimed=0");
  }
}
