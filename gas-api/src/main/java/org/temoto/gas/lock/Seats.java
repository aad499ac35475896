package org.temoto.gas.lock;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.temoto.gas.GasException;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.MemoryOptions;
import org.temoto.gas.SharedWords;
import org.temoto.gas.spi.MemorySupport;
import org.temoto.gas.spi.RuntimeSupport;
import org.temoto.gas.spi.StrandMemory;

/**
 * Table of the strands that wait for locks, with one row of words for each, on its PE, for the
 * locks of all memories of a space. A strand looks there, without messages, until others write that
 * it may go on. Thread-safe.
 */
final class Seats {
  static final int NONE = -1;

  /** Words of a row: the seat behind it, plus 1; true if it is the first; if it has been called. */
  static final int NEXT = 0;

  static final int FIRST = 1;
  static final int CALL = 2;

  /** Id of the lock that it waits for; number of the wait, its own on the PE; locks it holds. */
  static final int WAITS = 3;

  static final int WAIT_NUMBER = 4;
  static final int HOLDS = 5;

  /** Room for 11 locks that a strand holds; the rest does not make a ring. */
  static final int WORDS = 16;

  /** Strands of a PE that can wait at a time. */
  static final int PER_PE = 4096;

  private static final int INDEX_BITS = 32;

  /** In the number of a lock: for readers. Indices have fewer bits. */
  private static final long SHARED = 1L << 31;

  final RuntimeSupport space;
  final SharedWords words;
  final int pes;
  private final GlobalMemory memory;

  /** Memories with locks; of the main strand. */
  private int users;

  private final int rank;
  private final AtomicLongArray taken = new AtomicLongArray(PER_PE / Long.SIZE);
  private final AtomicLong waits = new AtomicLong();

  private Seats(RuntimeSupport space, GlobalMemory memory) {
    this.space = space;
    this.memory = memory;
    this.words = memory.words();
    this.pes = memory.space().pes();
    this.rank = memory.space().pe();
  }

  /** The table of the space, which the first call allocates. Collective. */
  static Seats of(GlobalAddressSpace space) {
    RuntimeSupport support = RuntimeSupport.of(space);
    if (support.attachment() == null) {
      long words = (long) WORDS * PER_PE * space.pes();
      GlobalMemory memory = space.allocate(MemoryOptions.words("waits for locks", words));
      Seats seats = new Seats(support, memory);
      support.attach(seats);
      ((MemorySupport) memory).attach(seats);
    }
    Seats seats = (Seats) support.attachment();
    seats.users++;
    return seats;
  }

  /** The memories with locks are one less; the last frees the table. Collective. */
  void close() {
    if (--users == 0) {
      memory.close();
      space.attach(null);
    }
  }

  /** Number of a lock among those of all memories, alone or for readers; never 0. */
  static long id(GlobalMemory memory, long index, int permits, int most) {
    return memory.id() + 1L << INDEX_BITS | index | (permits < most ? SHARED : 0);
  }

  static boolean isShared(long id) {
    return (id & SHARED) != 0;
  }

  /** The number of the lock for readers. */
  static long shared(long id) {
    return id | SHARED;
  }

  /** The number of the lock alone. */
  static long alone(long id) {
    return id & ~SHARED;
  }

  /** Name of the lock or semaphore with this {@link #id}. */
  String name(long id) {
    long index = alone(id) & (1L << INDEX_BITS) - 1;
    return LockPart.of(space.memory((int) (id >>> INDEX_BITS) - 1)).name(index);
  }

  /** A seat of this PE for the calling strand, whose row says what it waits for and holds. */
  Wait take(long id) {
    int seat = rank * PER_PE + takeFree();
    StrandMemory strand = space.currentStrand();
    long[] row = new long[WORDS];
    row[WAITS] = id;
    row[WAIT_NUMBER] = waits.incrementAndGet();
    int next = HOLDS;
    for (StrandMemory.Held held : strand.held()) {
      if (held instanceof LockPart.HeldLock lock && next < WORDS) {
        row[next++] = lock.id();
      }
    }
    words.write(at(seat), row);
    return new Wait(seat, strand);
  }

  private int takeFree() {
    for (int i = 0; i < taken.length(); i++) {
      long bits = taken.get(i);
      while (bits != -1) {
        long free = Long.lowestOneBit(~bits);
        if (taken.compareAndSet(i, bits, bits | free)) {
          return i * Long.SIZE + Long.numberOfTrailingZeros(free);
        }
        bits = taken.get(i);
      }
    }
    throw new GasException(
        "PE %s: more than %s strands wait for locks at a time".formatted(rank, PER_PE));
  }

  private long at(int seat) {
    return (long) seat * WORDS;
  }

  private void set(int seat, int word, long value) {
    words.write(at(seat) + word, new long[] {value});
  }

  /** {@code seat} stands behind {@code before} from now on. */
  void follow(int before, int seat) {
    set(before, NEXT, seat + 1L);
  }

  /** {@code seat} is the first of its queue. */
  void makeFirst(int seat) {
    set(seat, FIRST, 1);
  }

  /** Has the strand in {@code seat} look again. */
  void call(int seat) {
    set(seat, CALL, 1);
  }

  /** Wait of one strand, which sits in {@link #seat}. */
  final class Wait {
    final int seat;
    private final StrandMemory strand;
    private final LongWait watch;

    private Wait(int seat, StrandMemory strand) {
      this.seat = seat;
      this.strand = strand;
      this.watch = new LongWait(Seats.this, seat);
    }

    /** Returns when the strand is the first of its queue. */
    void awaitFirst() {
      strand.await(() -> isSet(FIRST));
    }

    /**
     * Returns when the strand, which is the first, has been called.
     *
     * @return null; or the exception that its task, which is cancelled, gets instead
     */
    GasException awaitCall() {
      return strand.awaitUnlessStopped(() -> isSet(CALL));
    }

    private boolean isSet(int word) {
      boolean isSet = words.read(at(seat) + word) != 0;
      if (!isSet) {
        watch.look();
      }
      return isSet;
    }

    /** It has been called, and looks. */
    void hear() {
      set(seat, CALL, 0);
    }

    /** The seat behind, which is about to be known: who takes it has done so. */
    int follower() {
      long next = words.read(at(seat) + NEXT);
      int round = 0;
      while (next == 0) {
        strand.pause(round++);
        next = words.read(at(seat) + NEXT);
      }
      return (int) next - 1;
    }

    /** The strand waits no more. */
    void end() {
      set(seat, WAITS, 0);
      int place = seat % PER_PE;
      long bit = 1L << place;
      taken.getAndUpdate(place / Long.SIZE, bits -> bits & ~bit);
    }
  }
}
