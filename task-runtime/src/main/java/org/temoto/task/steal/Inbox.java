package org.temoto.task.steal;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.RemoteWords.Atomic;
import org.temoto.gas.spi.RemoteWords.Operation;

/**
 * Places for tasks that other PEs send a PE because their data are there; words and slots in its
 * symmetric heap. Any of its workers takes them. Thread-safe, each caller with its own channel.
 *
 * <pre>
 *  FREE --sender--> TAKEN --sender, after the task--> ARRIVED --receiver--> TAKEN --receiver--> FREE
 *    ^                |
 *    +--- sender, which sends nothing after all
 * </pre>
 *
 * <p>A word that is FREE or ARRIVED is changed by a compare-and-swap only, so one sender writes the
 * slot and one receiver reads it. The sender's fence puts the task before ARRIVED; the receiver's
 * acquiring look at that comes before it reads the slot. Fences stand beside the swaps, as these
 * may be foreign code, of which Java promises no order.
 */
public final class Inbox {
  /** Tasks that a PE has been sent and none of its workers has taken, at most. */
  private static final int PLACES = 16;

  /** Places that a sender looks for a free one in, a round trip each. */
  private static final int TRIES = 2;

  /** Bytes of the heap that an inbox takes. */
  public static final int BYTES = PLACES * Long.BYTES + PLACES * SlotLayout.BYTES;

  /** No place. */
  public static final int NONE = -1;

  private static final long FREE = 0;
  private static final long TAKEN = 1;
  private static final long ARRIVED = 2;

  private static final VarHandle WORD = JAVA_LONG.varHandle();

  private final MemorySegment heap;
  private final int rank;
  private final long base;

  /** The inboxes at {@code base} of the heap of every PE, as PE {@code rank} uses them. */
  public Inbox(MemorySegment heap, int rank, long base) {
    this.heap = heap;
    this.rank = rank;
    this.base = base;
  }

  /** Empties this PE's own, as an earlier runtime may have used the bytes; before any PE sends. */
  public void reset() {
    heap.asSlice(base, BYTES).fill((byte) 0);
  }

  private long word(int place) {
    return base + (long) place * Long.BYTES;
  }

  private long slot(int place) {
    return base + (long) PLACES * Long.BYTES + (long) place * SlotLayout.BYTES;
  }

  private boolean hasArrived(int place) {
    return (long) WORD.getAcquire(heap, word(place)) == ARRIVED;
  }

  /** Tells whether a task has arrived that has not been taken. */
  public boolean hasArrived() {
    for (int place = 0; place < PLACES; place++) {
      if (hasArrived(place)) {
        return true;
      }
    }
    return false;
  }

  /** Number of tasks that have arrived and not been taken. */
  public int arrived() {
    int count = 0;
    for (int place = 0; place < PLACES; place++) {
      count += hasArrived(place) ? 1 : 0;
    }
    return count;
  }

  /** A task that has arrived, in a place of its own; or null. */
  public TakenTask take(Channel channel) {
    for (int place = 0; place < PLACES; place++) {
      // mutant: sent-taken-twice
      if (hasArrived(place)
          && channel.compareAndSwap(rank, word(place), ARRIVED, TAKEN) == ARRIVED) {
        VarHandle.acquireFence(); // the swap may have seen a later task than the look
        MemorySegment own = Arena.ofAuto().allocate(SlotLayout.BYTES, WorkerLayout.LINE);
        // mutant: place-freed-early/1
        MemorySegment.copy(heap, slot(place), own, 0, SlotLayout.BYTES);
        VarHandle.releaseFence(); // the slot has been read before the next sender writes it
        // mutant: place-freed-early/2
        channel.swap(rank, word(place), FREE);
        return new TakenTask(own, 0);
      }
    }
    return null;
  }

  /** Takes a place at {@code pe} for a task; {@link #NONE} if none is found soon. */
  public int claim(Channel channel, int pe) {
    for (int i = 0; i < TRIES; i++) {
      // mutant: place-of-another
      if (channel.compareAndSwap(pe, word(place(i)), FREE, TAKEN) == FREE) {
        return place(i);
      }
    }
    return NONE;
  }

  /** The place that comes {@code i}th: seven on, so that with 16 places each comes once. */
  private int place(int i) {
    return Math.floorMod(rank + i * (PLACES / TRIES - 1), PLACES);
  }

  /**
   * A task that is to be sent.
   *
   * @param pe to which
   */
  public record Parcel(TakenTask task, int pe) {}

  /**
   * Sends each of {@code parcels} unless all places of its PE are taken; complete when this
   * returns.
   *
   * @return those that have not been sent
   */
  public List<Parcel> send(Channel channel, List<Parcel> parcels) {
    List<Parcel> left = parcels;
    for (int i = 0; i < PLACES && !left.isEmpty(); i++) {
      long word = word(place(i));
      List<Atomic> claims =
          left.stream()
              .map(each -> new Atomic(Operation.COMPARE_AND_SWAP, each.pe, word, TAKEN, FREE))
              .toList();
      channel.atomics(claims);
      List<Parcel> refused = new ArrayList<>();
      for (int k = 0; k < left.size(); k++) {
        if (claims.get(k).result == FREE) {
          left.get(k).task.post(this, channel, left.get(k).pe, place(i));
        } else {
          refused.add(left.get(k));
        }
      }
      left = refused;
    }
    channel.quiet();
    return left;
  }

  /**
   * Sends the first {@code bytes} of {@code slot} to a claimed place; complete when this returns.
   */
  public void send(Channel channel, int pe, int place, MemorySegment slot, int bytes) {
    post(channel, pe, place, slot, bytes);
    channel.quiet(); // the worker may compute next and not communicate for long
  }

  /** As {@link #send}; complete after a quiet. */
  void post(Channel channel, int pe, int place, MemorySegment slot, int bytes) {
    channel.putNonBlocking(pe, slot(place), slot, 0, bytes);
    // mutant: sent-told-early
    channel.fence(); // the task before the word that tells of it
    channel.set(pe, word(place), ARRIVED);
  }

  /** Sends nothing to a claimed place after all. */
  public void giveUp(Channel channel, int pe, int place) {
    channel.set(pe, word(place), FREE);
    channel.quiet();
  }
}
