package org.temoto.apps.fib;

import org.temoto.gas.InvalidOptionException;
import org.temoto.task.Forked;
import org.temoto.task.LongTask;
import org.temoto.task.TaskContext;

/**
 * Task that computes the n-th Fibonacci number by its definition: exponentially many tasks that do
 * nothing, to measure forks, joins and steals.
 *
 * @param n from 0 to {@link #MAX}
 */
public record Fib(int n) implements LongTask {
  /** The greatest n whose result fits 64 bits. */
  public static final int MAX = 92;

  public Fib {
    if (n < 0 || n > MAX) {
      throw new InvalidOptionException("n", n, "from 0 to " + MAX);
    }
  }

  @Override
  public long compute(TaskContext context) {
    if (n < 2) {
      return n;
    }
    Forked.OfLong first = context.fork(new Fib(n - 1));
    long second = new Fib(n - 2).compute(context);
    return context.join(first) + second;
  }

  /** The same by plain calls. */
  static long byCalls(int n) {
    return n < 2 ? n : byCalls(n - 1) + byCalls(n - 2);
  }

  /** The same by addition, to verify. */
  public static long expected(int n) {
    long previous = 1;
    long current = 0;
    for (int i = 0; i < n; i++) {
      long next = previous + current;
      previous = current;
      current = next;
    }
    return current;
  }
}
