package org.temoto.task.steal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import org.temoto.gas.spi.Channel;
import org.temoto.task.deque.Claimer;
import org.temoto.task.deque.SharedPart;
import org.temoto.task.deque.StealWord;

/**
 * A thief's way to the tasks of other PEs: claims one, or half of those on offer, by one atomic,
 * gets slots by one get, acknowledges without waiting. Used by one worker.
 */
public final class RemoteClaim {
  private final Channel channel;
  private final Claimer claimer;
  private final VictimWords words;
  private final boolean half;
  private final MemorySegment slots;
  private final TakenTask taken;
  private int count;

  /**
   * @param claimer of the worker, which it uses for victims of its own PE too
   * @param half whether to claim half of what is on offer, not one
   */
  public RemoteClaim(Channel channel, Claimer claimer, boolean half) {
    this.channel = channel;
    this.claimer = claimer;
    this.words = new VictimWords(channel);
    this.half = half;
    long most = half ? (SharedPart.AREA_SLOTS + 1) / 2 : 1;
    this.slots = Arena.ofAuto().allocate(most * SlotLayout.BYTES, WorkerLayout.LINE);
    this.taken = new TakenTask(slots, 0);
  }

  /**
   * Takes the oldest task on offer, or the older half, by the worker whose block stands at {@code
   * offset} on PE {@code owner}; false if there is none.
   *
   * @param victim the worker's number for the claimer
   */
  public boolean take(int victim, int owner, long offset) {
    words.aim(owner, offset);
    long word = half ? claimer.claimHalf(victim, words) : claimer.claim(victim, words);
    if (word == Claimer.NOTHING) {
      return false;
    }
    long from = WorkerLayout.slot(offset, StealWord.claimedSlot(word));
    count = claimer.claimed();
    // mutant: ack-before-copy
    channel.get(owner, from, slots, 0, (long) count * SlotLayout.BYTES);
    // mutant: never-ack, acknowledge-one
    Claimer.acknowledge(word, words, count);
    return true;
  }

  /** The oldest task of what was taken last; stays until the next take. */
  public TakenTask taken() {
    return taken;
  }

  /** Hands out the others of what was taken last, oldest first, in a place of their own. */
  public void others(Consumer<TakenTask> receiver) {
    if (count < 2) {
      return;
    }
    long bytes = (count - 1L) * SlotLayout.BYTES;
    MemorySegment own = Arena.ofAuto().allocate(bytes, WorkerLayout.LINE);
    MemorySegment.copy(slots, SlotLayout.BYTES, own, 0, bytes);
    for (int i = 0; i < count - 1; i++) {
      receiver.accept(new TakenTask(own, (long) i * SlotLayout.BYTES));
    }
  }
}
