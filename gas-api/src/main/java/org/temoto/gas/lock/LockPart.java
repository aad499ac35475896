package org.temoto.gas.lock;

import java.util.Objects;
import org.temoto.gas.GasException;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.MemoryOptions;
import org.temoto.gas.SharedWords;
import org.temoto.gas.spi.CollectiveArguments;
import org.temoto.gas.spi.MemorySupport;
import org.temoto.gas.spi.ProgramCall;
import org.temoto.gas.spi.RuntimeSupport;
import org.temoto.gas.spi.StrandMemory;

/**
 * One PE's access to the words of locks or of a semaphore: a queue of those that wait for permits,
 * first come first served. Thread-safe.
 *
 * <p>Two words for each, at its home. The first has the permits that are taken, which may be
 * negative, and the seat of the last strand in the queue, plus 1; it changes by one atomic if none
 * waits. The second has the seat of the first in the queue, which looks again when permits come
 * back.
 *
 * <pre>
 *  63                      32 31                       0
 * +--------------------------+--------------------------+
 * |          taken           |  last in queue, or 0     |
 * +--------------------------+--------------------------+
 * </pre>
 *
 * <p>A strand that comes behind another writes its seat into that one's; one that takes permits
 * tells the next, which so becomes the first. The first writes that, and then looks at the permits;
 * one that gives permits back does so, and then looks which is first: one of the two sees the
 * other. The word of the first is never cleared: a strand that is told though it waits for
 * something else looks in vain.
 *
 * <p>A cancelled strand leaves its seat, which stands in the queue until the one before passes it
 * over, or a strand of its PE that wants the same takes it. All swap the word in which the one
 * before has the seat: so each knows which came first. The first does not leave, but passes on what
 * it does not take: a queue always has a first.
 */
final class LockPart {
  private static final int WORDS = 2;
  private static final int WORDS_PER_PAGE = 4096 / Long.BYTES;
  private static final int TAKEN_SHIFT = 32;

  /**
   * Permits that are added before there is known to be room for them: those of 2^21 strands at a
   * time do not exceed what a word can count.
   */
  private static final int FEW = 1 << 10;

  /** Instead of a number of locks. */
  static final long SEMAPHORE = 0;

  private final GlobalMemory memory;
  private final MemorySupport support;
  private final RuntimeSupport space;
  private final SharedWords words;
  private final Seats seats;

  /** The number of locks; {@link #SEMAPHORE} for the one word of a semaphore. */
  private final long count;

  /** Permits of a semaphore, or of each lock. */
  private final int most;

  /** Locks of each PE, and words; the last PEs may have fewer locks or none. */
  private final int locksPerPe;

  /** 2^62 by {@link #locksPerPe}, rounded up: exact for an index of 31 bits. */
  private final long perPeInverse;

  private final long wordsPerPe;

  private LockPart(GlobalMemory memory, long count, int most, Seats seats) {
    this.memory = memory;
    this.support = (MemorySupport) memory;
    this.space = RuntimeSupport.of(memory.space());
    this.words = memory.words();
    this.seats = seats;
    this.count = count;
    this.most = most;
    int pes = memory.space().pes();
    this.locksPerPe = perPe(count, pes);
    this.perPeInverse = Math.ceilDiv(1L << 62, locksPerPe);
    this.wordsPerPe = words.count() / pes;
  }

  private static int perPe(long count, int pes) {
    return (int) Math.ceilDiv(Math.max(count, 1), pes);
  }

  /**
   * Words for {@code count} locks, or a {@link #SEMAPHORE}, of {@code most} permits: the same
   * number of whole pages on each PE. Collective.
   */
  static GlobalMemory allocate(GlobalAddressSpace space, String name, long count, int most) {
    Objects.requireNonNull(name, "name"); // before the seats, which all PEs free together
    Objects.requireNonNull(space, "space");
    boolean isSemaphore = count == SEMAPHORE;
    ProgramCall call = isSemaphore ? ProgramCall.CREATE_SEMAPHORE : ProgramCall.CREATE_LOCKS;
    try (var _ = RuntimeSupport.of(space).enter(call)) {
      // Each would go by its own number, and find other homes or permits.
      CollectiveArguments.requireSame(
          space, isSemaphore ? "permits" : "count", name, isSemaphore ? most : count);
      return allocateSame(space, name, count, most);
    }
  }

  private static GlobalMemory allocateSame(
      GlobalAddressSpace space, String name, long count, int most) {
    Seats seats = Seats.of(space);
    long perPe = Math.ceilDiv((long) perPe(count, space.pes()) * WORDS, WORDS_PER_PAGE);
    GlobalMemory memory;
    try {
      memory = space.allocate(MemoryOptions.words(name, perPe * WORDS_PER_PAGE * space.pes()));
    } catch (GasException refused) { // on all PEs alike
      seats.close();
      throw refused;
    }
    ((MemorySupport) memory).attach(new LockPart(memory, count, most, seats));
    return memory;
  }

  /** Collective; nothing happens the second time. */
  static void free(GlobalMemory memory) {
    if (((MemorySupport) memory).attachment() instanceof LockPart part) {
      memory.close();
      part.support.attach(null);
      part.seats.close();
    }
  }

  /**
   * Refuses a memory that was not allocated for so many locks, or for a {@link #SEMAPHORE}, of
   * {@code most} permits.
   */
  static void require(GlobalMemory memory, long count, int most) {
    if (!(((MemorySupport) memory).attachment() instanceof LockPart part)) {
      throw new IllegalArgumentException(
          "memory \"" + memory.name() + "\" has no locks in it: create makes one");
    }
    if (part.count != count) {
      throw new IllegalArgumentException(
          "memory \"%s\" has %s in it, and not %s"
              .formatted(memory.name(), described(part.count), described(count)));
    }
    if (part.most != most) {
      throw new IllegalArgumentException(
          "permits=%s of semaphore \"%s\" must be %s, with which it was created"
              .formatted(most, memory.name(), part.most));
    }
  }

  private static String described(long count) {
    return count == SEMAPHORE ? "a semaphore" : count + " locks";
  }

  /** The part of a memory that {@link #require} has found right. */
  static LockPart of(GlobalMemory memory) {
    if (((MemorySupport) memory).attachment() instanceof LockPart part) {
      return part;
    }
    throw new IllegalStateException("memory \"" + memory.name() + "\" has been closed");
  }

  /** The first word of lock {@code index}: the locks stand on the PEs in blocks. */
  long word(long index) {
    int pe = (int) Math.multiplyHigh(index << 2, perPeInverse); // less than half of a division
    return pe * wordsPerPe + (index - (long) pe * locksPerPe) * WORDS;
  }

  /** Permits of lock {@code index} that are taken; by an atomic, after what was read before. */
  long takenOf(long index) {
    return taken(words.fetchAdd(word(index), 0));
  }

  /** For messages. */
  String name(long index) {
    return count == SEMAPHORE
        ? "semaphore \"%s\"".formatted(memory.name())
        : "lock %s of \"%s\"".formatted(index, memory.name());
  }

  // --- locks

  GlobalLocks.Held lock(long index, long word, int permits, int most) {
    long seen = words.compareAndSwap(word, 0, shifted(permits));
    StrandMemory strand = space.currentStrand();
    if (seen != 0) {
      requireOther(strand, index); // a lock that it has is not 0
      take(index, word, permits, most, seen);
    }
    HeldLock held = new HeldLock(this, strand, index, word, permits);
    strand.holds(held);
    return held;
  }

  private void requireOther(StrandMemory strand, long index) {
    for (StrandMemory.Held each : strand.held()) {
      if (each instanceof HeldLock lock && lock.part == this && lock.index == index) {
        throw new IllegalStateException(
            lock + " is locked again by the strand that holds it, which would wait for itself");
      }
    }
  }

  /** Lock that a strand holds. */
  record HeldLock(LockPart part, StrandMemory strand, long index, long word, int permits)
      implements GlobalLocks.Held, StrandMemory.Held {
    /** Number of the lock among those of all memories. */
    long id() {
      return Seats.id(part.memory, index, permits, GlobalLocks.ALL);
    }

    @Override
    public void close() {
      if (!strand.gives(this)) {
        throw new IllegalStateException(
            this + " is unlocked for the second time, or after the end of the task that had it");
      }
      part.giveBack(word, permits);
    }

    @Override
    public GlobalMemory memory() {
      return part.memory;
    }

    @Override
    public void abandon() {
      part.memory.space().releaseFence();
      part.giveBack(word, permits);
    }

    @Override
    public String toString() {
      return part.name(index);
    }
  }

  // --- permits

  /** Acquires so many of {@code most} permits, when they are there. */
  void acquire(int permits, int most) {
    take(0, 0, permits, most, words.read(0));
    // mutant: no-acquire-on-permit
    memory.space().acquireFence();
  }

  void release(int permits, int most) {
    // mutant: no-release-on-permit
    memory.space().releaseFence();
    if (permits > FEW) {
      releaseMany(permits, most);
      return;
    }
    long free = most - giveBack(0, permits);
    if (isTooMany(free, permits)) {
      takeBack(permits, free);
    }
  }

  /** Refuses permits that have been added, unless others have made room by taking some. */
  private void takeBack(int permits, long free) {
    long seen = words.read(0);
    while (taken(seen) + permits <= most) {
      long found = words.compareAndSwap(0, seen, seen + shifted(permits));
      if (found == seen) {
        throw tooMany(free, permits);
      }
      seen = found;
    }
  }

  /** Looks before it adds, so that no other sees more permits than the word can count. */
  private void releaseMany(int permits, int most) {
    long seen = words.read(0);
    while (true) {
      long free = most - taken(seen);
      if (isTooMany(free, permits)) {
        throw tooMany(free, permits);
      }
      long found = words.compareAndSwap(0, seen, seen - shifted(permits));
      if (found == seen) {
        callFirst(0, seen);
        return;
      }
      seen = found;
    }
  }

  private static boolean isTooMany(long free, int permits) {
    return free + permits > Integer.MAX_VALUE;
  }

  private IllegalStateException tooMany(long free, int permits) {
    return new IllegalStateException(
        "permits=%s are released to semaphore \"%s\", which has %s: at most %s are free at a time"
            .formatted(permits, memory.name(), free, Integer.MAX_VALUE));
  }

  /**
   * Takes permits when they are there.
   *
   * @param first word as it was seen, or is likely to be
   */
  private void take(long index, long word, int permits, int most, long first) {
    long seen = first;
    Seats.Wait wait = null;
    while (true) {
      boolean isFree = last(seen) == Seats.NONE && taken(seen) + permits <= most;
      if (!isFree && wait == null) {
        wait = seats.take(Seats.id(memory, index, permits, most), most - permits);
        if (wait.isQueued()) {
          awaitPermits(word, permits, most, wait);
          return;
        }
      }
      long found =
          words.compareAndSwap(
              word, seen, isFree ? seen + shifted(permits) : withLast(seen, wait.seat));
      if (found == seen && isFree) {
        if (wait != null) {
          wait.end();
        }
        return;
      }
      if (found == seen) {
        wait.follow(last(seen));
        awaitPermits(word, permits, most, wait);
        return;
      }
      seen = found;
    }
  }

  private void awaitPermits(long word, int permits, int most, Seats.Wait wait) {
    GasException stop = wait.isQueued() ? wait.awaitFirst() : null;
    if (stop == null) {
      stop = takeAsFirst(word, permits, most, wait);
    }
    wait.end();
    if (stop != null) {
      throw stop;
    }
  }

  /**
   * Waits as the first in the queue until it has the permits, and passes on to the next.
   *
   * @return null; or, without them, the exception that the task, which is cancelled, gets
   */
  private GasException takeAsFirst(long word, int permits, int most, Seats.Wait wait) {
    // mutant: looks-before-first
    words.write(word + 1, new long[] {wait.seat + 1});
    long seen = words.fetchAdd(word, 0); // an atomic: not before the write, on any PE
    GasException stop = null;
    while (true) {
      boolean isFree = taken(seen) + permits <= most;
      if (!isFree && stop == null) {
        stop = wait.awaitCall();
        // mutant: call-lost
        if (stop == null) {
          wait.hear();
        }
        seen = words.fetchAdd(word, 0);
        continue;
      }
      long next = isFree && stop == null ? seen + shifted(permits) : seen;
      boolean isLast = last(seen) == wait.seat;
      long found = words.compareAndSwap(word, seen, isLast ? withLast(next, Seats.NONE) : next);
      if (found == seen) {
        if (!isLast) {
          passOn(word, wait);
        }
        return stop;
      }
      seen = found;
    }
  }

  /** Makes the next that waits the first of the queue; it ends if all behind have left it. */
  private void passOn(long word, Seats.Wait wait) {
    long next = seats.takeNext(wait.seat, wait);
    while (Seats.isLeft(next)) {
      int left = Seats.seat(next);
      // mutant: last-left-kept
      if (endsAt(word, left)) {
        seats.passOver(left);
        return;
      }
      next = seats.takeNext(left, wait);
      seats.passOver(left);
    }
    seats.makeFirst(Seats.seat(next));
  }

  /** Empties the queue if {@code seat} is the last in it. */
  private boolean endsAt(long word, int seat) {
    long seen = words.fetchAdd(word, 0); // an atomic: not before the one that told of the seat
    while (last(seen) == seat) {
      long found = words.compareAndSwap(word, seen, withLast(seen, Seats.NONE));
      if (found == seen) {
        return true;
      }
      seen = found;
    }
    return false;
  }

  /** Gives permits back, and calls the first that waits for them; returns what was taken. */
  private long giveBack(long word, int permits) {
    long before = words.fetchAdd(word, -shifted(permits));
    callFirst(word, before);
    return taken(before);
  }

  /** Permits have come back to a word that was {@code before}. */
  private void callFirst(long word, long before) {
    if (last(before) != Seats.NONE) {
      long first = words.read(word + 1);
      if (first != 0) {
        seats.call((int) first - 1);
      }
    }
  }

  private static long shifted(int permits) {
    return (long) permits << TAKEN_SHIFT;
  }

  /**
   * As a long, for sums that are compared: {@link #most} or less, of which the word has 32 bits.
   */
  private long taken(long word) {
    return most - Integer.toUnsignedLong(most - (int) (word >> TAKEN_SHIFT));
  }

  private static int last(long word) {
    return (int) word - 1;
  }

  private static long withLast(long word, int seat) {
    return word >> TAKEN_SHIFT << TAKEN_SHIFT | seat + 1;
  }
}
