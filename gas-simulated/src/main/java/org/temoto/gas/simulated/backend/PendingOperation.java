package org.temoto.gas.simulated.backend;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.temoto.gas.spi.RemoteWords.Operation;

/**
 * An operation, or a piece of one, that has been issued and is not delivered. Reused by its queue,
 * whose lock guards it.
 */
final class PendingOperation {
  static final int BLOCKED = -1;

  /** The most that is held back of a blocking put, because it has to be copied: whole words. */
  static final int HELD_BYTES = 1024;

  /** The number of this operation on its channel: a quiet waits for those issued before it. */
  long sequence;

  /**
   * The number of fences that came before: operations of later epochs to the same PE wait for this
   * one.
   */
  long epoch;

  /**
   * Moment at which the network has carried it, and all that fences have ahead of it; 0 if that
   * takes no time.
   */
  long readyAt;

  /** Latest moment of its delivery, if anything makes progress. */
  long dueAt;

  /** Its place in the set. */
  int index;

  /** Among those of its PE that fences order; null if they do not order it. */
  PendingLane lane;

  /** Place among those of its lane that are free, or {@link #BLOCKED}. */
  int place;

  /** Null for a transfer: a put reads its source, a get the heap, when it is delivered. */
  private Operation atomic;

  private long address;
  private long value;
  private StridedCopy transfer;
  private long position;
  private long end;
  private MemorySegment held;

  void atomic(Operation which, long word, long operand) {
    atomic = which;
    address = word;
    value = operand;
    position = 0;
    end = Long.BYTES;
  }

  /** The bytes of {@code whole} at positions from {@code from} to before {@code to}. */
  void piece(StridedCopy whole, long from, long to) {
    atomic = null;
    transfer = whole;
    position = from;
    end = to;
  }

  /** A put of at most {@link #HELD_BYTES} that reads its source now. */
  void heldPut(long remote, long local, long bytes) {
    if (held == null) {
      held = Arena.ofAuto().allocate(HELD_BYTES, Long.BYTES);
    }
    StridedCopy.put(local, held.address(), bytes);
    piece(
        StridedCopy.contiguous(StridedCopy.Direction.PUT, remote, held.address(), bytes, held),
        0,
        bytes);
  }

  boolean isDelivered() {
    return position == end;
  }

  /** Delivers all or about {@code budget} bytes of it; returns how many. */
  long deliver(long budget) {
    long before = position;
    if (atomic == null) {
      position = Math.min(end, transfer.cutAfter(position + budget));
      transfer.move(before, position);
      return position - before;
    }
    atomic.apply(address, value, 0);
    position = end;
    return end - before;
  }

  /** Gives the local memory back to the program. */
  void release() {
    transfer = null;
    lane = null;
  }
}
