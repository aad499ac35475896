package org.temoto.task.steal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class VictimChoiceTest {
  @Test
  void shouldChooseEveryWorkerOfEveryOtherPeAndNobodyElse() {
    final int workers = 3;
    final int self = 4; // PE 1, worker 1
    VictimChoice choice = new VictimChoice(7, 4, workers, self, pe -> false);
    BitSet chosen = new BitSet();
    for (int i = 0; i < 10_000; i++) {
      chosen.set(choice.randomRemote());
    }
    BitSet others = new BitSet();
    others.set(0, 12);
    others.clear(3, 6);
    assertThat(chosen).isEqualTo(others);
  }

  @Test
  void shouldTryNobodyAgainBeforeAllOthersHaveBeenTried() {
    final int pes = 33;
    VictimChoice choice = new VictimChoice(7, pes, 1, 5, pe -> false);
    Set<List<Integer>> orders = new HashSet<>();
    for (int sweep = 0; sweep < 100; sweep++) {
      List<Integer> order = Stream.generate(choice::randomRemote).limit(pes - 1).toList();
      assertThat(order).doesNotHaveDuplicates().doesNotContain(5);
      orders.add(order);
    }
    assertThat(orders).hasSizeGreaterThan(90);
  }

  @Test
  void shouldHaveNoVictimElsewhereOnOnePe() {
    assertThat(new VictimChoice(1, 1, 4, 0, pe -> false).randomRemote())
        .isEqualTo(VictimChoice.NONE);
  }

  @Test
  void shouldRememberTheLastVictimUntilItHasNothing() {
    VictimChoice choice = new VictimChoice(1, 4, 1, 0, pe -> false);
    assertThat(choice.lastRemote()).isEqualTo(VictimChoice.NONE);
    choice.succeeded(2);
    choice.failed(3);
    assertThat(choice.lastRemote()).isEqualTo(2);
    choice.failed(2);
    assertThat(choice.lastRemote()).isEqualTo(VictimChoice.NONE);
  }

  @Test
  void shouldBeginLocalRoundsAnywhere() {
    VictimChoice choice = new VictimChoice(1, 2, 4, 0, pe -> false);
    BitSet first = new BitSet();
    for (int i = 0; i < 1_000; i++) {
      first.set(choice.firstLocal());
    }
    assertThat(first.cardinality()).isEqualTo(4);
  }

  @Test
  void shouldTryThisHostFirstAndAnywhereOnceItHadNothing() {
    final int self = 2;
    VictimChoice choice = new VictimChoice(1, 8, 1, self, pe -> pe < 4);
    BitSet near = new BitSet();
    BitSet anywhere = new BitSet();
    for (int i = 0; i < 1_000; i++) {
      int first = choice.randomRemote();
      near.set(first);
      choice.failed(first);
      int second = choice.randomRemote();
      anywhere.set(second);
      choice.failed(second);
    }
    assertThat(near).isEqualTo(bits(0, 1, 3));
    assertThat(anywhere).isEqualTo(bits(0, 1, 3, 4, 5, 6, 7));
  }

  @Test
  void shouldComeBackToThisHostAfterASuccessElsewhere() {
    VictimChoice choice = new VictimChoice(1, 8, 1, 0, pe -> pe == 1);
    choice.failed(choice.randomRemote());
    choice.succeeded(5);
    assertThat(choice.lastRemote()).isEqualTo(5);
    choice.failed(5);
    assertThat(choice.randomRemote()).isEqualTo(1);
  }

  @Test
  void shouldMakeNoDifferenceWhereAllAreOfThisHost() {
    VictimChoice one = new VictimChoice(3, 4, 2, 0, pe -> true);
    VictimChoice other = new VictimChoice(3, 4, 2, 0, pe -> false);
    for (int i = 0; i < 100; i++) {
      int victim = one.randomRemote();
      assertThat(victim).isEqualTo(other.randomRemote());
      if (i % 3 == 0) {
        one.succeeded(victim);
      } else {
        one.failed(victim);
      }
    }
  }

  private static BitSet bits(int... set) {
    BitSet bits = new BitSet();
    for (int bit : set) {
      bits.set(bit);
    }
    return bits;
  }
}
