package org.temoto.gas.simulated.backend;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.temoto.gas.simulated.backend.StridedCopy.Direction;
import org.temoto.gas.spi.Clock;
import org.temoto.gas.spi.RemoteWords.Operation;

/**
 * Operations that a channel has issued and the network has not delivered, and the random decisions
 * on what is put off and when it is delivered. Thread-safe by one lock, under which about {@link
 * #COPY_BYTES} are moved at a time; nothing waits under it.
 */
final class PendingOperations {
  /** Beyond this many, what takes no time is delivered at once, so that drawing stays cheap. */
  private static final int UNTIMED_CAPACITY = 64;

  /** Beyond this many, the network takes no more: the issuer waits. */
  private static final int TIMED_CAPACITY = 4096;

  private static final long COPY_BYTES = 64 << 10;

  private final ReentrantLock lock = new ReentrantLock();
  private final Held held = this::unlock;
  private final SeededRandom random;
  private final Reordering reordering;
  private final Clock clock;
  private final PendingSet set;

  /** The set's size for strands that do not hold the lock. */
  private final AtomicInteger size = new AtomicInteger();

  PendingOperations(SeededRandom random, Reordering reordering, Clock clock) {
    this.random = random;
    this.reordering = reordering;
    this.clock = clock;
    set = new PendingSet(random);
  }

  boolean isEmpty() {
    // Opaque: a strand that relies on an operation that another strand issued has been told of it
    // by other means.
    return size.getOpaque() == 0;
  }

  boolean isFull() {
    return size.getOpaque() >= TIMED_CAPACITY; // opaque: a moment's excess does no harm
  }

  /** The lock, while a block holds it. */
  private interface Held extends AutoCloseable {
    @Override
    void close();
  }

  private Held lock() {
    lock.lock();
    return held;
  }

  private void unlock() {
    size.setOpaque(set.size()); // opaque: the lock orders it for strands that need an order
    lock.unlock();
  }

  /** The number of the operation issued last. */
  long lastIssued() {
    try (Held _ = lock()) {
      return set.sequence();
    }
  }

  /** Orders what has been issued to each PE before what will be. */
  void fence() {
    if (isEmpty()) {
      return;
    }
    try (Held _ = lock()) {
      set.fence();
    }
  }

  /**
   * Draws whether an atomic that returns nothing is put off.
   *
   * @return false if the caller has to do it now
   */
  boolean putOff(int pe, Operation operation, long address, long value, long readyAt) {
    try (Held _ = lock()) {
      boolean wait = mustWait(pe, readyAt);
      if (!wait && drawNow()) {
        return false;
      }
      appendOrdered(pe, readyAt).atomic(operation, address, value);
      return true;
    }
  }

  /**
   * Draws how much of a non-blocking transfer is put off, and in how many pieces.
   *
   * @return the position before which the caller has to move the bytes now
   */
  long putOff(int pe, StridedCopy transfer, long readyAt) {
    try (Held _ = lock()) {
      boolean wait = transfer.isPut() ? mustWait(pe, readyAt) : readyAt != 0;
      if (!wait && drawNow()) {
        return transfer.bytes();
      }
      if (reordering.isNone()) {
        appendPiece(pe, readyAt, transfer, 0, transfer.bytes());
        return 0;
      }
      long now = wait || random.once(2) ? 0 : drawCut(transfer, 0);
      long middle = random.once(2) ? now : drawCut(transfer, now);
      appendPiece(pe, readyAt, transfer, now, middle);
      appendPiece(pe, readyAt, transfer, middle, transfer.bytes());
      return now;
    }
  }

  /**
   * Draws whether a part of a blocking put is held back: {@link #heldBytes} from the position
   * returned.
   *
   * @return the position, or -1 if the caller has to move everything now
   */
  long holdBack(int pe, long remote, long local, long bytes) {
    try (Held _ = lock()) {
      if (drawNow()) {
        return -1;
      }
      StridedCopy whole = StridedCopy.contiguous(Direction.PUT, remote, local, bytes, null);
      long drawn = random.once(2) ? 0 : whole.cutAfter(random.below(bytes));
      long from = drawn < bytes ? drawn : 0;
      appendOrdered(pe, 0).heldPut(remote + from, local + from, heldBytes(from, bytes));
      return from;
    }
  }

  /** Bytes of a blocking put of {@code bytes} that are held back from position {@code from} on. */
  static long heldBytes(long from, long bytes) {
    return Math.min(bytes - from, PendingOperation.HELD_BYTES);
  }

  /** Tells whether a new operation on {@code pe} cannot be delivered at once. */
  private boolean mustWait(int pe, long readyAt) {
    if (readyAt == 0 && set.size() >= UNTIMED_CAPACITY) {
      set.deliverAll(
          COPY_BYTES,
          clock.now(),
          Event.NEVER); // else a program that fences all the time never gets out of it
    }
    return readyAt != 0 || set.blocks(pe);
  }

  private boolean drawNow() {
    return reordering.isNone() || set.size() >= UNTIMED_CAPACITY || random.once(2);
  }

  private long drawCut(StridedCopy transfer, long from) {
    return transfer.cutAfter(from + random.below(transfer.bytes() - from + 1));
  }

  private void appendPiece(int pe, long readyAt, StridedCopy transfer, long from, long to) {
    if (from < to) {
      PendingOperation piece = transfer.isPut() ? appendOrdered(pe, readyAt) : append(readyAt);
      piece.piece(transfer, from, to);
    }
  }

  /** An operation that the network has carried at {@code carried}, 0 if that takes no time. */
  private PendingOperation append(long carried) {
    return set.append(carried, dueAt(carried));
  }

  /** The same for an operation on {@code pe} that fences order. */
  private PendingOperation appendOrdered(int pe, long carried) {
    long readyAt = carried == 0 ? 0 : set.readyAt(pe, carried);
    return set.appendOrdered(pe, readyAt, dueAt(readyAt));
  }

  private long dueAt(long readyAt) {
    return reordering.dueAt(readyAt == 0 ? clock.now() : readyAt);
  }

  /** Another operation of the channel: delivers what is due and perhaps, by lot, something else. */
  void tick() {
    if (isEmpty()) {
      return;
    }
    try (Held _ = lock()) {
      if (!reordering.isNone() && random.once(4)) {
        set.deliverOne(COPY_BYTES, clock.now());
      }
    }
    progress();
  }

  /** Delivers what is due, unless another strand is at it. */
  void progress() {
    while (!isEmpty() && lock.tryLock()) {
      try (Held _ = held) {
        long now = clock.now();
        if (now < set.nextDue()) {
          return;
        }
        if (set.deliverAll(COPY_BYTES, now, now) > 0) {
          set.updateNextDue();
          return;
        }
      }
    }
  }

  /**
   * Delivers all that the network has carried.
   *
   * @return when the next of the operations up to number {@code last} will be ready, or {@link
   *     Event#NEVER} if nothing is left to wait for
   */
  long deliverReady(long last) {
    while (!isEmpty()) {
      try (Held _ = lock()) {
        if (set.deliverAll(COPY_BYTES, clock.now(), Event.NEVER) > 0) {
          return set.earliestReady(last);
        }
      }
    }
    return Event.NEVER;
  }

  /** No pending operation is due earlier. */
  long nextDue() {
    try (Held _ = lock()) {
      return set.nextDue();
    }
  }

  /** Moment at which a fence lets an operation on {@code pe} act that arrives at {@code moment}. */
  long readyAt(int pe, long moment) {
    if (isEmpty()) {
      return moment;
    }
    try (Held _ = lock()) {
      return set.readyAt(pe, moment);
    }
  }

  /**
   * Tells whether a fence orders something that is pending before a new operation on {@code pe}.
   */
  boolean blocks(int pe) {
    if (isEmpty()) {
      return false;
    }
    try (Held _ = lock()) {
      return set.blocks(pe);
    }
  }

  /**
   * Forgets everything: the job has failed, and local memory may vanish. No delivery is under way
   * afterwards.
   */
  void abandon() {
    try (Held _ = lock()) {
      set.clear();
    }
  }
}
