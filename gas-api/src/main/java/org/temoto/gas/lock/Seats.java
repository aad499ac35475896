package org.temoto.gas.lock;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.Collectors;
import org.temoto.gas.GasException;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.MemoryOptions;
import org.temoto.gas.SharedWords;
import org.temoto.gas.spi.LockWaits;
import org.temoto.gas.spi.MemorySupport;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.RuntimeSupport;
import org.temoto.gas.spi.StrandMemory;
import org.temoto.gas.spi.Whereabouts;

/**
 * Table of the strands that wait for locks, with one row of words for each, on its PE, for the
 * locks of all memories of a space. A strand looks there, without messages, until others write that
 * it may go on. Thread-safe.
 */
final class Seats implements LockWaits {
  static final int NONE = -1;

  /** Words of a row: the seat behind it, plus 1, maybe {@link #LEFT}; or {@link #KNOWN}. */
  static final int NEXT = 0;

  /** True if it is the first; {@link #PASSED} if it has been passed over. */
  static final int FIRST = 1;

  /** True if it has been called. */
  static final int CALL = 2;

  /**
   * Id of the lock that it waits for; number of the wait, its own on the PE, or, of one that has
   * left, the negative of it; locks that it holds.
   */
  static final int WAITS = 3;

  static final int WAIT_NUMBER = 4;

  /**
   * 0; once a strand has waited long, while it does nothing else, the permits that may be taken at
   * most for it to go on, plus {@link #ASKS}.
   */
  static final int MOST_TAKEN = 5;

  static final int HOLDS = 6;
  private static final long ASKS = 1L << 40;

  /** The strand in the seat behind, which was cancelled, has left that. */
  private static final long LEFT = 1L << 32;

  /** The strand that makes the seat behind the first, or passes it over, knows that. */
  private static final long KNOWN = -1;

  private static final long PASSED = 2;

  /** Room for 10 locks that a strand holds; the rest does not make a ring. */
  static final int WORDS = 16;

  /** Seats of a PE at least: strands that can wait at a time, with seats that have been left. */
  private static final int FEWEST = 4096;

  /**
   * Seats of a PE for each of its workers, which begins no other task when so many wait, unless
   * {@link #MOST} leaves it fewer.
   */
  private static final int PER_WORKER = 256;

  /** Seats of all PEs at most, if each has more than the fewest. */
  private static final int MOST = 1 << 26;

  /** Seats of a page, which are read together. */
  private static final int SEATS_AT_ONCE = 64;

  /**
   * In the first row of each PE, which is no strand's, the number of its last page of seats that
   * have ever been taken.
   */
  private static final int LAST_PAGE = 0;

  /** Waits that are named, and PEs whose tasks are. */
  static final int MOST_NAMED = 3;

  private static final int MOST_PES = 8;

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
  private final int perPe;
  private final AtomicLongArray taken;

  /** The last page that has been told of, or one before it. */
  private volatile int lastPage;

  private final AtomicLong waits = new AtomicLong();

  /** Waits of this PE whose strands have left their seats, until these are passed over. */
  private final Queue<Wait> vacant = new ConcurrentLinkedQueue<>();

  private Seats(RuntimeSupport space, GlobalMemory memory) {
    this.space = space;
    this.memory = memory;
    this.words = memory.words();
    this.pes = memory.space().pes();
    this.rank = memory.space().pe();
    this.perPe = perPe(memory.space());
    this.taken = new AtomicLongArray(perPe / Long.SIZE);
    taken.set(0, 1);
  }

  private static int perPe(GlobalAddressSpace space) {
    return perPe(space.options().workers(), space.pes());
  }

  /**
   * Seats of each PE: some more than workers fill, for the program and seats that were left; but
   * workers can fill them where all that they might need would be more than {@link #MOST}.
   */
  static int perPe(int workers, int pes) {
    int wanted = (workers + 1) * PER_WORKER;
    return Math.max(FEWEST, Math.min(wanted, MOST / pes & -SEATS_AT_ONCE));
  }

  /** The table of the space, which the first call allocates. Collective. */
  static Seats of(GlobalAddressSpace space) {
    RuntimeSupport support = RuntimeSupport.of(space);
    if (support.attachment() == null) {
      long words = (long) WORDS * perPe(space) * space.pes();
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

  static boolean isSameLock(Row one, Row other) {
    return alone(one.waits) == alone(other.waits);
  }

  /** The number of the lock for readers. */
  static long shared(long id) {
    return id | SHARED;
  }

  /** The number of the lock alone. */
  static long alone(long id) {
    return id & ~SHARED;
  }

  /**
   * A seat of this PE for the calling strand, whose row says what it waits for and holds: one that
   * another has left in that queue, where it still stands, or else a free one.
   *
   * @param mostTaken permits that may be taken at most when it goes on
   */
  Wait take(long id, long mostTaken) {
    StrandMemory strand = space.currentStrand();
    long[] row = new long[WORDS];
    row[WAIT_NUMBER] = waits.incrementAndGet();
    int next = HOLDS;
    for (StrandMemory.Held held : strand.held()) {
      if (held instanceof LockPart.HeldLock lock && next < WORDS) {
        row[next++] = lock.id();
      }
    }
    Wait vacated = takeVacant(id);
    int seat = vacated == null ? rank * perPe + takeFree() : vacated.seat;
    Wait wait = new Wait(seat, strand, id, row[WAIT_NUMBER], mostTaken);
    if (vacated == null) {
      words.write(at(seat), row);
    } else {
      wait.before = vacated.before;
      set(seat, WAITS, 0);
      words.write(at(seat) + WAIT_NUMBER, Arrays.copyOfRange(row, WAIT_NUMBER, WORDS));
    }
    set(seat, WAITS, id); // last: the words of a write do not arrive together
    return wait;
  }

  /** One whose seat in the queue of that lock is taken again, or null; frees what is passed. */
  private Wait takeVacant(long id) {
    for (int i = vacant.size(); i > 0; i--) {
      Wait each = vacant.poll();
      if (each == null) {
        return null;
      }
      // mutant: seat-freed-early
      if (words.read(at(each.seat) + FIRST) == PASSED) {
        free(each.seat);
      } else if (alone(each.id) == alone(id) && each.isTakenAgain()) {
        return each;
      } else {
        vacant.add(each);
      }
    }
    return null;
  }

  private void free(int seat) {
    set(seat, WAITS, 0);
    int place = seat % perPe;
    long bit = 1L << place;
    taken.getAndUpdate(place / Long.SIZE, bits -> bits & ~bit);
  }

  private int takeFree() {
    for (int i = 0; i < taken.length(); i++) {
      long bits = taken.get(i);
      while (bits != -1) {
        long free = Long.lowestOneBit(~bits);
        if (taken.compareAndSet(i, bits, bits | free)) {
          int place = i * Long.SIZE + Long.numberOfTrailingZeros(free);
          tellPage(place / SEATS_AT_ONCE);
          return place;
        }
        bits = taken.get(i);
      }
    }
    throw full(rank, perPe, pes);
  }

  static GasException full(int rank, int perPe, int pes) {
    return new GasException(
        "PE %s: more than %s strands wait for locks at a time, or have been cancelled behind those: the most for each of %s PEs"
            .formatted(rank, perPe - 1, pes));
  }

  /** A seat of {@code page} is taken, whose row is not written yet. */
  private void tellPage(int page) {
    long word = at(rank * perPe) + LAST_PAGE;
    for (long told = lastPage; told < page; ) {
      long found = words.compareAndSwap(word, told, page);
      told = found == told ? page : found;
      lastPage = (int) told;
    }
  }

  private long at(int seat) {
    return (long) seat * WORDS;
  }

  private void set(int seat, int word, long value) {
    words.write(at(seat) + word, new long[] {value});
  }

  /** {@code seat} is the first of its queue. */
  void makeFirst(int seat) {
    set(seat, FIRST, 1);
  }

  /** {@code seat}, which has been left, is its PE's again: no other PE knows of it any more. */
  void passOver(int seat) {
    set(seat, FIRST, PASSED);
  }

  /**
   * The seat behind {@code seat}; waits until the strand that has queued there has written it. From
   * now on that seat is neither left nor taken again.
   *
   * @param wait the caller's
   * @return for {@link #seat} and {@link #isLeft}
   */
  long takeNext(int seat, Wait wait) {
    long word = at(seat) + NEXT;
    long next = words.read(word);
    for (int round = 0; next == 0; round++) {
      wait.strand.pause(round);
      next = words.read(word);
    }
    // mutant: left-unknown
    while (true) {
      long found = words.compareAndSwap(word, next, KNOWN);
      if (found == next) {
        return next;
      }
      next = found; // it has just been left, or taken again
    }
  }

  static int seat(long next) {
    return (int) next - 1;
  }

  /** Tells whether the strand that waited there has left it. */
  static boolean isLeft(long next) {
    return (next & LEFT) != 0;
  }

  /** Has the strand in {@code seat} look again. */
  void call(int seat) {
    set(seat, CALL, 1);
  }

  // --- what is told of waits

  /**
   * A strand that waits, or has left its seat.
   *
   * @param waits the lock that it waits for
   * @param number of the wait
   * @param mostTaken permits of the lock that may be taken at most for it to go on; as many as
   *     there can be if it may be about to do so
   * @param next the one that waits behind it
   * @param holds the locks that it has
   */
  record Row(int pe, int seat, long waits, long number, long mostTaken, int next, Set<Long> holds) {
    boolean asks() {
      return mostTaken != Long.MAX_VALUE;
    }

    boolean hasLeft() {
      return number < 0;
    }

    boolean isSameWait(Row other) {
      return other != null && waits == other.waits && number == other.number;
    }
  }

  /** Reads all rows. */
  Map<Integer, Row> rows() {
    Map<Integer, Row> rows = new HashMap<>();
    long[] page = new long[SEATS_AT_ONCE * WORDS];
    for (int pe = 0; pe < pes; pe++) {
      int last = 0;
      for (int number = 0; number <= last; number++) {
        int first = pe * perPe + number * SEATS_AT_ONCE;
        words.read(at(first), page);
        last = number == 0 ? (int) page[LAST_PAGE] : last;
        for (int i = 0; i < SEATS_AT_ONCE; i++) {
          add(rows, first + i, Arrays.copyOfRange(page, i * WORDS, (i + 1) * WORDS));
        }
      }
    }
    return rows;
  }

  private void add(Map<Integer, Row> rows, int seat, long[] row) {
    if (row[WAITS] != 0) {
      Set<Long> holds = new HashSet<>();
      for (int i = HOLDS; i < WORDS && row[i] != 0; i++) {
        holds.add(row[i]);
      }
      long mostTaken = row[MOST_TAKEN] == 0 ? Long.MAX_VALUE : row[MOST_TAKEN] - ASKS;
      int next = (int) row[NEXT] - 1;
      rows.put(
          seat, new Row(seat / perPe, seat, row[WAITS], row[WAIT_NUMBER], mostTaken, next, holds));
    }
  }

  /** The strand in {@code seat} does nothing but wait until fewer permits are taken. */
  void asks(int seat, long mostTaken) {
    set(seat, MOST_TAKEN, mostTaken + ASKS);
  }

  /** The strand in {@code seat}, which has asked, goes on. */
  void asksNoMore(int seat) {
    set(seat, MOST_TAKEN, 0);
  }

  /** Permits of the lock or semaphore with this {@link #id} that are taken. */
  long taken(long id) {
    return part(id).takenOf(index(id));
  }

  /** Name of the lock or semaphore with this {@link #id}. */
  String name(long id) {
    return part(id).name(index(id));
  }

  private LockPart part(long id) {
    return LockPart.of(space.memory((int) (id >>> INDEX_BITS) - 1));
  }

  private static long index(long id) {
    return alone(id) & (1L << INDEX_BITS) - 1;
  }

  /** The locks that a strand holds, for a message. */
  String names(Set<Long> holds) {
    return holds.stream().map(this::name).sorted().collect(Collectors.joining(", "));
  }

  private String holding(Row row) {
    return row.holds.isEmpty() ? "" : ", holding " + names(row.holds);
  }

  @Override
  public String describe() {
    List<Row> waiting = rows().values().stream().filter(row -> !row.hasLeft()).toList();
    String named =
        waiting.stream()
            .limit(MOST_NAMED)
            .map(row -> "PE %s for %s%s".formatted(row.pe(), name(row.waits), holding(row)))
            .collect(Collectors.joining(" and "));
    Set<Integer> at = waiting.stream().map(Row::pe).collect(Collectors.toCollection(TreeSet::new));
    return waiting.isEmpty()
        ? ""
        : "tasks wait for locks or semaphores (%s): %s%s%s"
            .formatted(
                waiting.size(),
                named,
                waiting.size() > MOST_NAMED ? " and others" : "",
                places(at));
  }

  private static String place(Whereabouts at) {
    int more = at.tasks().size() - MOST_NAMED;
    return at.tasks().isEmpty()
        ? at.place()
        : at.tasks().stream().limit(MOST_NAMED).collect(Collectors.joining(" and "))
            + (more > 0 ? " and %s more".formatted(more) : "");
  }

  /** Tasks that {@code at} are at, the first of them, or else their programs, with lines. */
  String places(Set<Integer> at) {
    ProcessingElement element = space.processingElement();
    return at.stream()
        .limit(MOST_PES)
        .map(pe -> "; PE %s is at %s".formatted(pe, place(element.whereabouts(pe))))
        .collect(Collectors.joining());
  }

  /** Wait of one strand, which sits in {@link #seat}. */
  final class Wait {
    final int seat;
    private final StrandMemory strand;
    private final long id;
    private final long number;
    private final LongWait watch;

    /** The seat before it in the queue, or {@link #NONE}. */
    private int before = NONE;

    private boolean hasLeft;

    private Wait(int seat, StrandMemory strand, long id, long number, long mostTaken) {
      this.seat = seat;
      this.strand = strand;
      this.id = id;
      this.number = number;
      this.watch = new LongWait(Seats.this, seat, mostTaken);
    }

    /** Tells whether the seat stands in the queue, behind {@link #before}. */
    boolean isQueued() {
      return before != NONE;
    }

    /** The seat, which the word of the lock has now, stands behind {@code other} from now on. */
    void follow(int other) {
      before = other;
      if (other != NONE) {
        set(other, NEXT, seat + 1L);
      }
    }

    /**
     * Returns when the strand is the first of its queue, or has left it.
     *
     * @return null; or, if it has left, the exception that its task, which is cancelled, gets
     */
    GasException awaitFirst() {
      GasException stop = strand.awaitUnlessStopped(() -> isSet(FIRST));
      watch.goesOn();
      if (stop == null) {
        return null;
      }
      hasLeft = leaves();
      // mutant: first-leaves
      if (!hasLeft) {
        strand.await(() -> isSet(FIRST)); // it is about to be
        return null; // and is to pass on what it does not take
      }
      return stop;
    }

    /**
     * Leaves the seat where it stands. The strand that makes it the first, or passes it over, swaps
     * the same word before.
     */
    private boolean leaves() {
      // no part of a ring, nor a writer that keeps readers waiting; nor if it is the first now
      words.write(at(seat) + WAITS, new long[] {shared(id), -number, 0, 0});
      return swap(seat + 1L, seat + 1L | LEFT);
    }

    /**
     * The seat, which has been left, is for a strand again, unless it is about to be passed over.
     */
    private boolean isTakenAgain() {
      // mutant: taken-again-blindly
      return swap(seat + 1L | LEFT, seat + 1L);
    }

    /** Swaps the word of the one before, which is not reused before it is {@link #KNOWN}. */
    private boolean swap(long expected, long value) {
      return words.compareAndSwap(at(before) + NEXT, expected, value) == expected;
    }

    /**
     * Returns when the strand, which is the first, has been called.
     *
     * @return null; or the exception that its task, which is cancelled, gets instead
     */
    GasException awaitCall() {
      GasException stop = strand.awaitUnlessStopped(() -> isSet(CALL));
      watch.goesOn();
      return stop;
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

    /** The strand waits no more. */
    void end() {
      if (hasLeft) {
        vacant.add(this);
      } else {
        free(seat);
      }
    }
  }
}
