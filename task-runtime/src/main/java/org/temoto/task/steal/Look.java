package org.temoto.task.steal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.temoto.gas.spi.Channel;

/**
 * A thief's look at the steal words of several victims on other PEs: gets that travel together, and
 * one wait. What it has seen is past, and says only whom to rob first. Used by one worker.
 */
public final class Look {
  private final Channel channel;
  private final MemorySegment words;
  private final int[] victims;
  private int count;

  /**
   * @param most victims that a look has
   */
  public Look(Channel channel, int most) {
    this.channel = channel;
    this.words = Arena.ofAuto().allocate((long) most * Long.BYTES, WorkerLayout.LINE);
    this.victims = new int[most];
  }

  /** Begins a look at nobody. */
  public void begin() {
    count = 0;
  }

  /**
   * Looks at {@code victim}, too, the worker whose block stands at {@code offset} on PE {@code pe}.
   */
  public void at(int victim, int pe, long offset) {
    victims[count] = victim;
    channel.getNonBlocking(
        pe, offset + WorkerLayout.STEAL_WORD, words, (long) count * Long.BYTES, Long.BYTES);
    count++;
  }

  /** Waits for the words. */
  public void end() {
    channel.quiet();
  }

  /** How many victims it has. */
  public int count() {
    return count;
  }

  /** The victim of an index, in the order of {@link #at}. */
  public int victim(int index) {
    return victims[index];
  }

  /** That one's steal word, as it was between {@link #at} and {@link #end}. */
  public long word(int index) {
    return words.getAtIndex(ValueLayout.JAVA_LONG, index);
  }
}
