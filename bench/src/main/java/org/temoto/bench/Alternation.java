package org.temoto.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Schedule that takes the times of several contenders in turns, so that what disturbs the machine
 * disturbs all of them; every other round in the opposite order.
 *
 * @param warmUp rounds that do not count
 * @param rounds rounds that count
 */
record Alternation(int warmUp, int rounds) {
  Alternation {
    if (warmUp < 0 || rounds < 1) {
      throw new IllegalArgumentException(
          "warmUp=" + warmUp + " must not be negative, rounds=" + rounds + " be at least 1");
    }
  }

  /** The samples of each contender, in their order. */
  List<Samples> measure(List<? extends Contender> contenders) {
    double[][] seconds = seconds(contenders);
    List<Samples> samples = new ArrayList<>();
    for (int i = 0; i < seconds.length; i++) {
      samples.add(new Samples(contenders.get(i).name(), seconds[i]));
    }
    return samples;
  }

  /** Times by contender and round, of the rounds that count: times of a round belong together. */
  double[][] seconds(List<? extends Contender> contenders) {
    double[][] seconds = new double[contenders.size()][rounds];
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < contenders.size(); i++) {
      order.add(i);
    }
    for (int round = -warmUp; round < rounds; round++) {
      for (int i : order) {
        double time = contenders.get(i).round();
        if (round >= 0) {
          seconds[i][round] = time;
        }
      }
      Collections.reverse(order);
    }
    return seconds;
  }
}
