package org.temoto.task.steal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.temoto.gas.spi.Channel;
import org.temoto.task.deque.StealWord;

/**
 * A thief's other way to the tasks of other PEs: it puts a request into a mailbox, of a worker or
 * of a whole PE, rings, and looks now and then for the answer in its own. It has one request at a
 * time. A worker that takes the request out of the mailbox owes an answer, a task or none; a
 * request that has not been taken can be withdrawn. So no worker ever waits for another: a thief
 * does other things meanwhile. Used by one worker.
 */
public final class RemoteRequest {
  /** State of a request. */
  public enum State {
    /** Nothing has been asked for. */
    IDLE,
    /** It has not been answered. */
    WAITING,
    /** There was no task. */
    REFUSED,
    /** The task is {@link #taken}. */
    GRANTED
  }

  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

  private final Channel channel;
  private final MemorySegment heap;
  private final long reply;
  private final int thief;
  private final TakenTask taken;
  private long sequence;
  private long request = RequestWord.NONE;
  private int pe;
  private long mailbox;
  private int giver;

  /**
   * @param heap this PE's
   * @param block where the thief's block stands in it
   * @param thief its number among the workers of all PEs
   */
  public RemoteRequest(Channel channel, MemorySegment heap, long block, int thief) {
    this.channel = channel;
    this.heap = heap;
    this.reply = block + WorkerLayout.REPLY;
    this.thief = thief;
    this.taken = new TakenTask(heap, block + WorkerLayout.REPLY_SLOT);
  }

  public boolean isPending() {
    return request != RequestWord.NONE;
  }

  /**
   * Asks PE {@code victim}; false if another request is in the mailbox. One atomic, and one more,
   * not waited for, for each worker that is rung for.
   *
   * @param box the mailbox
   * @param blocks where the blocks of all workers of a PE stand
   * @param first the first worker to ring for
   * @param count how many there are
   */
  public boolean ask(int victim, long box, long blocks, int first, int count) {
    long word = RequestWord.of(sequence + 1, thief);
    if (channel.compareAndSwap(victim, box, RequestWord.NONE, word) != RequestWord.NONE) {
      return false;
    }
    sequence++;
    request = word;
    pe = victim;
    mailbox = box;
    for (int i = first; i < first + count; i++) { // after the request, which is complete
      long bell = blocks + (long) i * WorkerLayout.BYTES + WorkerLayout.STEAL_WORD;
      channel.add(victim, bell, StealWord.BELL);
    }
    return true;
  }

  /** Looks for the answer; one that is there is told once. Costs no communication. */
  public State poll() {
    if (!isPending()) {
      return State.IDLE;
    }
    long word = (long) LONG.getAcquire(heap, reply); // acquire: then the slot that came before it
    // mutant: any-answer
    if (ReplyWord.sequence(word) != sequence) {
      return State.WAITING;
    }
    request = RequestWord.NONE;
    if (!ReplyWord.hasTask(word)) {
      return State.REFUSED;
    }
    giver = ReplyWord.worker(word);
    return State.GRANTED;
  }

  /** Takes back the request if no worker has taken it; else its answer comes. One atomic. */
  public boolean withdraw() {
    if (channel.compareAndSwap(pe, mailbox, request, RequestWord.NONE) != request) {
      // mutant: withdrawn-all-the-same
      return false;
    }
    request = RequestWord.NONE;
    return true;
  }

  /** The PE that was asked last. */
  public int victim() {
    return pe;
  }

  /** The index of the worker that granted the last request. */
  public int giver() {
    return giver;
  }

  /** The task that was granted last; stays until the next request. */
  public TakenTask taken() {
    return taken;
  }
}
