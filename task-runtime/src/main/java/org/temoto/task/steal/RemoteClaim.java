package org.temoto.task.steal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.temoto.gas.spi.Channel;
import org.temoto.task.deque.Claimer;
import org.temoto.task.deque.StealWord;
import org.temoto.task.marshal.Marshaller;

/**
 * A thief's way to the tasks of other PEs: claims one by one atomic, gets its slot by one get,
 * acknowledges without waiting. Used by one worker.
 */
public final class RemoteClaim {
  private final Channel channel;
  private final Claimer claimer;
  private final VictimWords words;
  private final MemorySegment slot = Arena.ofAuto().allocate(SlotLayout.BYTES, WorkerLayout.LINE);
  private final TakenTask taken;

  /**
   * @param claimer of the worker, which it uses for victims of its own PE too
   */
  public RemoteClaim(Channel channel, Claimer claimer, Marshaller marshaller) {
    this.channel = channel;
    this.claimer = claimer;
    this.words = new VictimWords(channel);
    this.taken = new TakenTask(channel, marshaller, slot, 0);
  }

  /**
   * Takes the oldest task on offer by the worker whose block stands at {@code offset} on PE {@code
   * owner}; false if there is none.
   *
   * @param victim the worker's number for the claimer
   */
  public boolean take(int victim, int owner, long offset) {
    words.aim(owner, offset);
    long word = claimer.claim(victim, words);
    if (word == Claimer.NOTHING) {
      return false;
    }
    long from = WorkerLayout.slot(offset, StealWord.claimedSlot(word));
    channel.get(owner, from, slot, 0, SlotLayout.BYTES);
    Claimer.acknowledge(word, words);
    taken.isFrom(owner, offset);
    return true;
  }

  /** What was taken last; stays until the next is. */
  public TakenTask taken() {
    return taken;
  }
}
