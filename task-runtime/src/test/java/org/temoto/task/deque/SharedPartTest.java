package org.temoto.task.deque;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;

/** Tests of the shared part: hunger, offers and areas, one step after the other. */
class SharedPartTest {
  private final StressWords words = new StressWords();
  private final SharedPart<String> shared = new SharedPart<>(words, false);
  private final Claimer thief = new Claimer();

  private void offer(int count) {
    int area = shared.areaForOffer();
    assertThat(area).isNotNegative();
    if (shared.offered() > 0) {
      shared.settleExhausted();
    }
    for (int i = 0; i < count; i++) {
      shared.place(area, i, "task " + i);
    }
    shared.publish(area, count);
  }

  @Test
  void shouldStartHungryAndBeSatisfiedByAnOffer() {
    assertThat(shared.isAsked()).isTrue();
    offer(2);
    assertThat(shared.isAsked()).isFalse();
  }

  @Test
  void shouldNoticeAThiefThatCameInVain() {
    offer(1);
    assertThat(thief.claim(0, words)).isNotEqualTo(Claimer.NOTHING);
    assertThat(shared.isAsked()).as("all taken, nobody in vain yet").isFalse();
    assertThat(thief.claim(0, words)).isEqualTo(Claimer.NOTHING);
    assertThat(shared.isAsked()).isTrue();
  }

  @Test
  void shouldRememberHungerOverAWithdrawal() {
    offer(1);
    thief.claim(0, words);
    thief.claim(0, words);
    assertThat(shared.withdraw()).isEqualTo(1);
    assertThat(StealWord.claimed(words.read())).isZero();
    assertThat(shared.isAsked()).isTrue();
  }

  @Test
  void shouldRememberHungerOverAnOfferPutOffForMissingAcknowledgements() {
    offer(1);
    thief.claim(0, words); // area 1 or 0: not acknowledged
    offer(1);
    thief.claim(0, words);
    thief.claim(0, words); // in vain
    assertThat(shared.areaForOffer()).as("the first area is still being copied").isEqualTo(-1);
    assertThat(shared.isAsked()).isTrue();
    shared.withdraw();
    assertThat(shared.areaForOffer()).isEqualTo(-1);
    assertThat(shared.isAsked()).isTrue();
    words.acknowledge(0, 1);
    words.acknowledge(1, 1);
    assertThat(shared.areaForOffer()).isNotNegative();
  }

  @Test
  void shouldRepeatAnOfferThatNobodyTookAFewTimes() {
    int offers = 0;
    while (shared.isAsked()) {
      offer(1);
      shared.withdraw();
      offers++;
      assertThat(offers).isLessThan(10);
    }
    assertThat(offers).isEqualTo(4);
    shared.startHungry();
    assertThat(shared.isAsked()).as("each run starts hungry").isTrue();
  }

  @Test
  void shouldNotOfferWhileSomethingIsUnclaimed() {
    offer(2);
    thief.claim(0, words);
    assertThat(shared.areaForOffer()).isEqualTo(-1);
    assertThat(shared.claimed()).isEqualTo(1);
  }

  @Test
  void shouldAlternateAreas() {
    offer(1);
    int first = shared.base();
    shared.withdraw();
    offer(1);
    assertThat(shared.base()).isNotEqualTo(first);
    assertThat(first + shared.base()).isEqualTo(SharedPart.AREA_SLOTS);
  }

  @Test
  void shouldAddAtMostOnceInVainPerTag() {
    offer(1);
    for (int i = 0; i < 100; i++) {
      thief.claim(0, words);
    }
    assertThat(StealWord.claimed(words.read())).as("one claim, one in vain").isEqualTo(2);
    shared.withdraw();
    for (int i = 0; i < 100; i++) {
      assertThat(thief.claim(0, words)).isEqualTo(Claimer.NOTHING);
    }
    assertThat(StealWord.claimed(words.read())).as("the tag is the same").isZero();
    offer(1);
    assertThat(thief.claim(0, words)).as("a new tag").isNotEqualTo(Claimer.NOTHING);
  }

  @Test
  void shouldHandTheReferenceOfTheClaimedSlotToTheThief() {
    offer(3);
    for (int i = 0; i < 3; i++) {
      long word = thief.claim(0, words);
      assertThat(shared.reference(StealWord.claimedSlot(word))).isEqualTo("task " + i);
    }
  }

  @Test
  void shouldRefuseAnOfferUponAnOffer() {
    offer(1);
    assertThatIllegalStateException()
        .isThrownBy(() -> shared.publish(0, 1))
        .withMessageContaining("settled");
  }

  @Test
  void shouldAlwaysBeAskedWhenEager() {
    SharedPart<String> eager = new SharedPart<>(words, true);
    eager.publish(eager.areaForOffer(), 1);
    assertThat(eager.isAsked()).isTrue();
  }
}
