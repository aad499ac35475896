package org.temoto.task.steal;

import java.util.random.RandomGenerator;

/**
 * Numbers below a count, sweep after sweep in a random order, each once in a sweep: a thief that
 * looks for the one PE that has work finds it after as many tries as there are PEs, where
 * independent draws would miss it so often once in e times.
 */
final class Sweep {
  private final int count;
  private int next;
  private int stride;
  private int left;

  Sweep(int count) {
    this.count = count;
  }

  int next(RandomGenerator random) {
    if (left == 0) {
      left = count;
      next = random.nextInt(count);
      stride = 1 + random.nextInt(count);
      while (greatestCommonDivisor(stride, count) != 1) {
        stride = stride % count + 1;
      }
    }
    left--;
    int number = next;
    next = (int) ((next + (long) stride) % count);
    return number;
  }

  private static int greatestCommonDivisor(int a, int b) {
    return b == 0 ? a : greatestCommonDivisor(b, a % b);
  }
}
