package org.temoto.task.steal;

import org.temoto.gas.spi.Channel;
import org.temoto.task.deque.StealWord;
import org.temoto.task.deque.ThiefWords;

/** A victim's words as a thief reaches them; aimed at one victim after the other. */
public final class VictimWords implements ThiefWords {
  private final Channel channel;
  private int pe;
  private long block;

  public VictimWords(Channel channel) {
    this.channel = channel;
  }

  /** From now on the words of the worker whose block stands at {@code offset} on {@code victim}. */
  public VictimWords aim(int victim, long offset) {
    pe = victim;
    block = offset;
    return this;
  }

  @Override
  public long fetch() {
    return channel.fetch(pe, block + WorkerLayout.STEAL_WORD);
  }

  @Override
  public long fetchAdd() {
    return channel.fetchAdd(pe, block + WorkerLayout.STEAL_WORD, 1);
  }

  @Override
  public long compareAndSwap(long expected, long next) {
    return channel.compareAndSwap(pe, block + WorkerLayout.STEAL_WORD, expected, next);
  }

  /** Has the worker, whose block stands there, look at what else it is asked for. */
  public void ring() {
    channel.add(pe, block + WorkerLayout.STEAL_WORD, StealWord.BELL);
  }

  @Override
  public void acknowledge(int area, int count) {
    channel.add(pe, WorkerLayout.acknowledged(block, area), count);
  }
}
