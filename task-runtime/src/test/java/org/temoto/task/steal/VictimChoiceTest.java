package org.temoto.task.steal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import org.junit.jupiter.api.Test;

class VictimChoiceTest {
  @Test
  void shouldChooseEveryWorkerOfEveryOtherPeAndNobodyElse() {
    final int workers = 3;
    final int self = 4; // PE 1, worker 1
    VictimChoice choice = new VictimChoice(7, 4, workers, self);
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
  void shouldHaveNoVictimElsewhereOnOnePe() {
    assertThat(new VictimChoice(1, 1, 4, 0).randomRemote()).isEqualTo(VictimChoice.NONE);
  }

  @Test
  void shouldRememberTheLastVictimUntilItHasNothing() {
    VictimChoice choice = new VictimChoice(1, 4, 1, 0);
    assertThat(choice.lastRemote()).isEqualTo(VictimChoice.NONE);
    choice.remember(2, true);
    choice.remember(3, false);
    assertThat(choice.lastRemote()).isEqualTo(2);
    choice.remember(2, false);
    assertThat(choice.lastRemote()).isEqualTo(VictimChoice.NONE);
  }

  @Test
  void shouldBeginLocalRoundsAnywhere() {
    VictimChoice choice = new VictimChoice(1, 2, 4, 0);
    BitSet first = new BitSet();
    for (int i = 0; i < 1_000; i++) {
      first.set(choice.firstLocal());
    }
    assertThat(first.cardinality()).isEqualTo(4);
  }
}
