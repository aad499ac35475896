package org.temoto.task.deque;

import java.util.concurrent.atomic.AtomicLongArray;

/** The words of a worker as an array of atomics, for owner and thieves alike. */
public class StressWords implements OwnerWords, ThiefWords {
  private static final int STEAL = 0;
  private static final int ACKNOWLEDGED = 16; // two cache lines on
  final AtomicLongArray words = new AtomicLongArray(32);

  @Override
  public long read() {
    return words.getOpaque(STEAL);
  }

  @Override
  public long swap(long word) {
    return words.getAndSet(STEAL, word);
  }

  @Override
  public long acknowledged(int area) {
    return words.getAcquire(ACKNOWLEDGED + area);
  }

  @Override
  public long fetch() {
    return words.get(STEAL);
  }

  @Override
  public long fetchAdd() {
    return words.getAndAdd(STEAL, 1);
  }

  @Override
  public long compareAndSwap(long expected, long next) {
    return words.compareAndExchange(STEAL, expected, next);
  }

  @Override
  public void acknowledge(int area, int count) {
    words.getAndAdd(ACKNOWLEDGED + area, count);
  }
}
