package org.temoto.task.steal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.temoto.gas.spi.Channel;
import org.temoto.task.deque.Claimer;
import org.temoto.task.deque.StealWord;
import org.temoto.task.join.OverflowArena;
import org.temoto.task.join.OverflowLayout;
import org.temoto.task.marshal.Marshaller;

/**
 * A thief's way to the tasks of other PEs: claims one by one atomic, gets its slot by one get,
 * acknowledges without waiting. What was taken last stays here until the next is. Used by one
 * worker.
 */
public final class RemoteClaim {
  private final Channel channel;
  private final Claimer claimer;
  private final Marshaller marshaller;
  private final VictimWords words;
  private final MemorySegment slot = Arena.ofAuto().allocate(SlotLayout.BYTES, WorkerLayout.LINE);
  private int pe;
  private long block;

  /**
   * @param claimer of the worker, which it uses for victims of its own PE too
   */
  public RemoteClaim(Channel channel, Claimer claimer, Marshaller marshaller) {
    this.channel = channel;
    this.claimer = claimer;
    this.marshaller = marshaller;
    this.words = new VictimWords(channel);
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
    pe = owner;
    block = offset;
    long from = WorkerLayout.slot(block, StealWord.claimedSlot(word));
    channel.get(pe, from, slot, 0, SlotLayout.BYTES);
    Claimer.acknowledge(word, words);
    return true;
  }

  /** Where on the victim's PE the end of the task is to be reported. */
  public long cell() {
    return WorkerLayout.cell(block, SlotLayout.cell(slot, 0));
  }

  /** Where on the victim's PE it is marked if the task is cancelled. */
  public long mark() {
    return WorkerLayout.mark(block, SlotLayout.cell(slot, 0));
  }

  /** What the cell's flag has to be set to. */
  public long generation() {
    return SlotLayout.generation(slot, 0);
  }

  /**
   * The task; one more get if it did not fit into its slot.
   *
   * @throws org.temoto.gas.GasException if it cannot be read
   */
  public Object task() {
    int length = SlotLayout.length(slot, 0);
    long overflow = SlotLayout.overflow(slot, 0);
    if (overflow == OverflowArena.NONE) {
      return marshaller.read(slot, SlotLayout.PAYLOAD, length);
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocate(length);
      channel.get(pe, overflow + OverflowLayout.PAYLOAD, bytes, 0, length);
      OverflowArena.free(channel, pe, overflow);
      return marshaller.read(bytes, 0, length);
    }
  }
}
