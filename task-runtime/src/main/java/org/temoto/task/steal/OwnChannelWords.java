package org.temoto.task.steal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.temoto.gas.spi.Channel;
import org.temoto.task.deque.OwnerWords;

/**
 * A worker's own words: read from its own heap, changed by the transport's atomics only, as thieves
 * change them.
 */
public final class OwnChannelWords implements OwnerWords {
  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

  private final Channel channel;
  private final int rank;
  private final long block;
  private final MemorySegment words;

  /**
   * @param heap this PE's heap
   * @param block where the worker's block stands in it
   */
  public OwnChannelWords(Channel channel, int rank, MemorySegment heap, long block) {
    this.channel = channel;
    this.rank = rank;
    this.block = block;
    this.words = heap.asSlice(block, WorkerLayout.SLOTS);
  }

  @Override
  public long read() {
    // opaque: some later read sees hunger, nothing is ordered by it
    return (long) LONG.getOpaque(words, (long) WorkerLayout.STEAL_WORD);
  }

  @Override
  public long swap(long word) {
    return channel.swap(rank, block + WorkerLayout.STEAL_WORD, word);
  }

  @Override
  public long acknowledged(int area) {
    // acquire: what the thief read, it read before we overwrite it
    return (long) LONG.getAcquire(words, WorkerLayout.acknowledged(0, area));
  }
}
