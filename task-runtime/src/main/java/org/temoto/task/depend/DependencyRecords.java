package org.temoto.task.depend;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.RemoteWords.Atomic;
import org.temoto.gas.spi.RemoteWords.Operation;
import org.temoto.task.depend.Waiters.Waiter;
import org.temoto.task.steal.SlotLayout;
import org.temoto.task.steal.TakenTask;

/**
 * The records of one PE, as its workers fill them, and what any worker does to those of others: all
 * by one-sided operations, so a PE whose workers compute delays no other. Thread-safe; no lock is
 * held across an operation of the transport.
 *
 * <p>Memory order: a record is written before an atomic puts it among the waiters of a dependency;
 * the end of that takes all waiters out by an atomic and reads their records after it. The commits
 * of a task are released before its end, and the worker that runs a waiter acquires after it has
 * taken that, which comes after the ends of all its dependencies. A record's slot is read before
 * the end of its task, which makes the record free.
 */
public final class DependencyRecords {
  /** No record is free. */
  public static final int NONE = -1;

  public static final int BYTES = DependencyLayout.BYTES;

  private static final VarHandle LONG = JAVA_LONG.varHandle();

  private final MemorySegment heap;
  private final int rank;
  private final long base;
  private final int capacity;

  /** Records that are being opened, or that may not be taken for a while. */
  private final BitSet opening = new BitSet();

  /** Records of owners that have been told of a failure. */
  private final BitSet told = new BitSet();

  /** By record, its owner, which the caller knows. */
  private Object[] owners = {};

  /** Index at which the search for a free one goes on, so that one is used again late. */
  private int cursor;

  /** So many have been used, from the first. */
  private int used;

  /**
   * The records in [{@code base}, {@code base + bytes}) of {@code heap}, that of PE {@code rank}.
   *
   * @param used so many of them, from the first, an earlier user may have left in use
   */
  public DependencyRecords(MemorySegment heap, int rank, long base, long bytes, long used) {
    this.heap = heap;
    this.rank = rank;
    this.base = base;
    this.capacity = (int) Math.min(bytes / BYTES, HandleBits.MOST_RECORDS);
    this.used = (int) used;
  }

  public int capacity() {
    return capacity;
  }

  /** Tells whether there is the record of {@code handle}, on every PE. */
  public boolean has(long handle) {
    return HandleBits.index(handle) < capacity;
  }

  private long at(int index) {
    return base + (long) index * BYTES;
  }

  /**
   * The place of the handle of what has failed, of a task that waits for it: which is not needed
   * for those that wait for the task before that is started.
   */
  private long cause(int index) {
    return slot(index) + SlotLayout.WAITERS;
  }

  private long head(int index) {
    return (long) LONG.getAcquire(heap, at(index) + DependencyLayout.HEAD);
  }

  // --- a new record, of this PE

  /** Takes a free record for {@code owner}, or returns {@link #NONE}. */
  public int take(Channel channel, Object owner) {
    int index = takeFree(owner);
    if (index == NONE && freeTold(channel)) {
      index = takeFree(owner);
    }
    return index;
  }

  private synchronized int takeFree(Object owner) {
    for (int i = 0; i < capacity; i++) {
      int index = cursor;
      cursor = cursor + 1 == capacity ? 0 : cursor + 1;
      if (!opening.get(index) && HeadWord.state(head(index)) == HeadWord.FREE) {
        opening.set(index);
        used = Math.max(used, index + 1);
        if (index >= owners.length) {
          owners = Arrays.copyOf(owners, Math.min(capacity, 2 * index + 64));
        }
        owners[index] = owner;
        told.clear(index);
        return index;
      }
    }
    return NONE;
  }

  /** {@code owner}, whose records have all ended, has been told which have failed. */
  public synchronized void told(Object owner) {
    for (int index = nextOf(owner, 0); index != NONE; index = nextOf(owner, index + 1)) {
      told.set(index);
    }
  }

  /**
   * Frees failed records of which their owners have been told; false if there are none. Late, as
   * what waits for one of them from then on is started. One that is still among the waiters of
   * something, as it was cancelled, stays: the end of that reads where the next waiter is, and may
   * take the record for the mark at which those end that it has told.
   */
  private boolean freeTold(Channel channel) {
    BitSet free = new BitSet();
    synchronized (this) {
      for (int index = told.nextSetBit(0); index >= 0; index = told.nextSetBit(index + 1)) {
        // acquire: the end that counts has read the record before
        long count = (long) LONG.getAcquire(heap, at(index) + DependencyLayout.COUNT);
        // mutant: freed-in-list
        boolean hasLeft = CountWord.hasLeft(count);
        if (hasLeft && HeadWord.state(head(index)) == HeadWord.FAILED) {
          free.set(index);
        }
      }
      told.andNot(free); // another worker frees others
    }
    free.stream()
        .forEach(index ->
            channel.swap(
                rank,
                at(index) + DependencyLayout.HEAD,
                HeadWord.next(HeadWord.generation(head(index)))));
    return !free.isEmpty();
  }

  /** Gives back a record that has not been opened. */
  public synchronized void giveBack(int index) {
    opening.clear(index);
    owners[index] = null;
  }

  /** The place of the slot of a record of this PE, whose capacity is {@link #slotCapacity}. */
  public long slot(int index) {
    return at(index) + DependencyLayout.SLOT;
  }

  public static int slotCapacity() {
    return DependencyLayout.CAPACITY;
  }

  public static int mostDependencies() {
    return DependencyLayout.DEPENDENCIES;
  }

  /** The handle that a record which has been taken gets when it is opened. */
  public long handle(int index) {
    return HandleBits.of(rank, index, HeadWord.generation(head(index)));
  }

  /**
   * From now on others may wait for the record.
   *
   * @param home of its task
   */
  public void open(Channel channel, int index, int home, int dependencies) {
    open(channel, index, home, 1L + dependencies);
  }

  private void open(Channel channel, int index, int home, long count) {
    heap.set(JAVA_INT, at(index) + DependencyLayout.HOME, home);
    heap.set(JAVA_LONG, at(index) + DependencyLayout.COUNT, count);
    VarHandle.releaseFence(); // all of it before what leads to it
    long generation = HeadWord.generation(head(index));
    channel.swap(rank, at(index) + DependencyLayout.HEAD, HeadWord.of(generation, HeadWord.NOBODY));
    unpin(index);
  }

  // --- waiting

  /** State of what a task is to wait for. */
  public enum Awaited {
    /** It has not ended, and will tell. */
    PENDING,
    ENDED,
    FAILED,
    /** No task or promise has had that handle yet. */
    UNKNOWN
  }

  /** Has record {@code index} of this PE wait for {@code handle}, as its {@code number}th. */
  public Awaited await(Channel channel, int index, int number, long handle) {
    Awaited found = tryAwait(channel, index, number, handle);
    if (found == Awaited.FAILED) {
      LONG.setRelease(heap, cause(index), handle); // before the count says that one has failed
    }
    return found;
  }

  private Awaited tryAwait(Channel channel, int index, int number, long handle) {
    int pe = HandleBits.pe(handle);
    long place = at(HandleBits.index(handle)) + DependencyLayout.HEAD;
    long generation = HandleBits.generation(handle);
    long edge = HeadWord.edge(rank, index, number);
    long head = pe == rank ? head(HandleBits.index(handle)) : channel.fetch(pe, place);
    while (true) {
      if (HeadWord.generation(head) != generation || HeadWord.state(head) == HeadWord.VALUE) {
        return Awaited.ENDED;
      }
      if (HeadWord.state(head) == HeadWord.FAILED) {
        return Awaited.FAILED;
      }
      if (HeadWord.state(head) == HeadWord.FREE) {
        return Awaited.UNKNOWN;
      }
      // mutant: earlier-waiters-lost
      link(at(index) + DependencyLayout.links(edge), HeadWord.state(head));
      VarHandle.releaseFence(); // before the swap, by which it is found
      // mutant: waits-blindly
      long seen = channel.compareAndSwap(pe, place, head, HeadWord.of(generation, edge));
      if (seen == head) {
        return Awaited.PENDING;
      }
      head = seen;
    }
  }

  /**
   * Writes to {@code place} what stands after a new waiter: {@code next}, which was the first, and
   * one further on, as in a list for random access: two later ones that skip equally many are
   * skipped together. The words read here are stable if the new one becomes the first; else they
   * may be anything.
   */
  private void link(long place, long next) {
    VarHandle.acquireFence(); // after the head was read
    long number = 1;
    long later = HeadWord.of(0, next);
    if (next != HeadWord.NOBODY) {
      long after = HeadWord.edgePe(next) == rank ? linked(next, 0) : 0;
      number = HeadWord.generation(after) == 0 ? 0 : HeadWord.generation(after) + 1;
      later = number == 0 ? later : HeadWord.of(number - 1, next);
      long skipped = number == 0 ? 0 : linked(next, 1);
      if (HeadWord.generation(skipped) > 0 && isHere(HeadWord.state(skipped))) {
        long beyond = linked(HeadWord.state(skipped), 1);
        boolean isEqual =
            number - 1 - HeadWord.generation(skipped)
                == HeadWord.generation(skipped) - HeadWord.generation(beyond);
        later = isEqual ? beyond : later;
      }
    }
    heap.set(JAVA_LONG, place, HeadWord.of(number, next));
    heap.set(JAVA_LONG, place + Long.BYTES, later);
  }

  private boolean isHere(long edge) {
    return HeadWord.edgePe(edge) == rank && HeadWord.edgeIndex(edge) < capacity;
  }

  private long linked(long edge, int word) {
    long place = at(HeadWord.edgeIndex(edge)) + DependencyLayout.links(edge);
    return heap.get(JAVA_LONG, place + (long) word * Long.BYTES);
  }

  /** Receiver of tasks that wait for nothing any more. */
  public interface Receiver {
    /**
     * Gets a task that can run, which belongs to the receiver.
     *
     * @param home PE where it is at home, or -1
     */
    void ready(TakenTask task, int home);

    /**
     * Gets a task that must not run: something that it waited for has failed, whose handle are its
     * {@link TakenTask#waiters}.
     */
    void doomed(TakenTask task);
  }

  /**
   * Takes off {@code ended} of the things that record {@code index} of this PE waits for, {@code
   * failed} of which have failed; the last one hands its task to {@code receiver}.
   */
  public void settle(Channel channel, int index, int ended, int failed, Receiver receiver) {
    long by = ended * CountWord.ONE_LESS + (failed > 0 ? CountWord.FAILED : 0);
    long place = at(index) + DependencyLayout.COUNT;
    long word = channel.fetchAdd(rank, place, by) + by;
    if (isLast(word)) { // so it is this worker's
      MemorySegment copy = Arena.ofAuto().allocate(BYTES, Long.BYTES);
      MemorySegment.copy(heap, at(index), copy, 0, BYTES);
      hand(channel, HeadWord.edge(rank, index, 0), copy, word, receiver);
    }
    leave(channel, rank, place, word);
  }

  /**
   * The count of a record has come to {@code word}, and all ends that it has been told are told to
   * what they are of: if that was the last and its task is cancelled, the record may be used again.
   * Not before: while the swap of an end is on its way the record may be the mark where the list of
   * that ends; another task in it that waits for the same would not be told, and one that comes to
   * stand before it would read where in a list of something else it stands.
   */
  private static void leave(Channel channel, int pe, long place, long word) {
    if (CountWord.count(word) == 0 && CountWord.isCancelled(word)) {
      channel.fetchOr(pe, place, CountWord.LEFT);
    }
  }

  private static boolean isLast(long word) {
    // mutant: last-but-one
    return CountWord.count(word) == 0 && !CountWord.isCancelled(word);
  }

  /**
   * Hands out the task of the record of {@code edge}, a copy of it, whose count is {@code word}.
   */
  private void hand(Channel channel, long edge, MemorySegment copy, long word, Receiver receiver) {
    boolean hasFailed = CountWord.hasFailed(word);
    long cause = cause(HeadWord.edgeIndex(edge)); // perhaps written since the record was copied
    SlotLayout.waiters(
        copy,
        DependencyLayout.SLOT,
        hasFailed
            ? channel.fetch(HeadWord.edgePe(edge), cause)
            : copy.get(JAVA_LONG, DependencyLayout.HEAD));
    TakenTask task = TakenTask.of(copy.asSlice(DependencyLayout.SLOT));
    if (hasFailed) {
      receiver.doomed(task);
    } else {
      receiver.ready(task, copy.get(JAVA_INT, DependencyLayout.HOME));
    }
  }

  // --- ends

  /**
   * Begins to read what waits for a task that is about to run.
   *
   * @param seen its head, as it was when that was read with the task
   */
  public Waiters expect(Channel channel, long seen) {
    return waiters(channel, seen, HeadWord.NOBODY, 0);
  }

  private Waiters waiters(Channel channel, long head, long end, long endNumber) {
    return new Waiters(channel, base, HeadWord.state(head), end, endNumber);
  }

  /**
   * The task of {@code handle} has ended, whose only end this is: tells those that wait for it.
   *
   * @param known those that have been found before, which may be all
   */
  public void end(Channel channel, long handle, Waiters known, Receiver receiver) {
    long head = HeadWord.next(HandleBits.generation(handle));
    end(channel, handle, head, false, known, receiver);
  }

  /** The same of one that has failed, or was not started. */
  public void fail(Channel channel, long handle, Receiver receiver) {
    long head = HeadWord.of(HandleBits.generation(handle), HeadWord.FAILED);
    Waiters nobody = expect(channel, HeadWord.NOBODY);
    end(channel, handle, head, true, nobody, receiver);
  }

  private void end(
      Channel channel, long handle, long head, boolean failed, Waiters known, Receiver receiver) {
    long cause = failed ? handle : 0;
    long place = at(HandleBits.index(handle)) + DependencyLayout.HEAD;
    Atomic end = new Atomic(Operation.SWAP, HandleBits.pe(handle), place, head, 0);
    List<Waiter> early = new ArrayList<>();
    List<Waiter> late = new ArrayList<>();
    for (Waiter each : known.all()) {
      // The first marks where the later ones end: until the swap its record is no other task's,
      // which might wait for the same and not be told. So it must not start now by another's end.
      boolean mayStart = each.edge == known.first() && each.count() > 1;
      (mayStart ? late : early).add(each);
    }
    tell(channel, known, early, cause, end, receiver);
    // mutant: end-forgets-waiters
    late.addAll(waiters(channel, end.result, known.first(), known.number()).all());
    tell(channel, known, late, cause, null, receiver);
  }

  /**
   * Tells {@code all} while {@code end}, if that is not null, is told to the record.
   *
   * @param cause the handle of what has failed, or 0
   */
  private void tell(
      Channel channel,
      Waiters reader,
      List<Waiter> all,
      long cause,
      Atomic end,
      Receiver receiver) {
    long by = CountWord.ONE_LESS + (cause == 0 ? 0 : CountWord.FAILED);
    if (cause != 0) {
      for (Waiter each : all) {
        int pe = HeadWord.edgePe(each.edge);
        channel.set(pe, cause(HeadWord.edgeIndex(each.edge)), cause);
      }
      channel.fence(); // before the counts, after which it is read
    }
    List<Atomic> counts = new ArrayList<>();
    for (Waiter each : all) {
      if (each.copy == null) {
        reader.read(each); // perhaps another's by then; not if it will be this worker's
      }
      long place = at(HeadWord.edgeIndex(each.edge)) + DependencyLayout.COUNT;
      counts.add(new Atomic(Operation.FETCH_ADD, HeadWord.edgePe(each.edge), place, by, 0));
    }
    List<Atomic> messages = new ArrayList<>(counts);
    if (end != null) {
      messages.add(end);
    }
    channel.atomics(messages);
    channel.quiet();
    for (int i = 0; i < all.size(); i++) {
      Atomic count = counts.get(i);
      long word = count.result + by;
      if (isLast(word)) {
        hand(channel, all.get(i).edge, all.get(i).copy, word, receiver);
      }
      leave(channel, count.pe, count.place, word);
    }
  }

  // --- promises

  /** Makes a promise of a record that has been taken. */
  public void openPromise(Channel channel, int index, String place) {
    byte[] text = place.getBytes(StandardCharsets.UTF_8);
    int length =
        Math.min(text.length, DependencyLayout.HOME - DependencyLayout.LINKS - Integer.BYTES);
    long at = at(index) + DependencyLayout.LINKS;
    heap.set(JAVA_INT, at, length); // of a long one the end, which has the line
    MemorySegment.copy(text, text.length - length, heap, JAVA_BYTE, at + Integer.BYTES, length);
    long generation = HeadWord.generation(head(index));
    open(channel, index, DependencyLayout.PROMISE, CountWord.promise(generation));
  }

  /** Bytes that the marshalled value of a promise may take. */
  public static int valueCapacity() {
    return BYTES - DependencyLayout.SLOT;
  }

  /** The place in {@code memory} of the bytes of a value that {@link #fulfil} is given. */
  public static long valuePlace() {
    return Long.BYTES;
  }

  /**
   * Fulfils the promise of {@code handle}: tells those that wait for it. No other writes to the
   * record after the compare-and-swap; the fence puts the value before the head that tells of it.
   *
   * @param memory with the value at {@link #valuePlace}
   * @param length of that, or -1: the promise has none
   * @throws IllegalStateException if it has been fulfilled, or is a task's
   */
  public void fulfil(
      Channel channel, long handle, MemorySegment memory, int length, Receiver receiver) {
    int pe = HandleBits.pe(handle);
    long at = at(HandleBits.index(handle));
    long generation = HandleBits.generation(handle);
    long promise = CountWord.promise(generation);
    long fulfilled = CountWord.fulfilled(generation);
    // mutant: fulfilled-by-all
    if (channel.compareAndSwap(pe, at + DependencyLayout.COUNT, promise, fulfilled) != promise) {
      throw notToFulfil(channel, pe, at, generation);
    }
    long head = HeadWord.next(generation);
    if (length >= 0) {
      long from = valuePlace() - Integer.BYTES;
      memory.set(JAVA_INT, from, length);
      channel.put(pe, at + DependencyLayout.VALUE, memory, from, Integer.BYTES + length);
      // mutant: value-told-early
      channel.fence();
      head = HeadWord.of(generation, HeadWord.VALUE);
    }
    long waiting = channel.swap(pe, at + DependencyLayout.HEAD, head);
    Waiters all = waiters(channel, waiting, HeadWord.NOBODY, 0);
    tell(channel, all, all.all(), 0, null, receiver);
  }

  /** Tells why not, as far as the record, which may be another's by now, has it still. */
  private static IllegalStateException notToFulfil(
      Channel channel, int pe, long at, long generation) {
    MemorySegment copy = Arena.ofAuto().allocate(BYTES, Long.BYTES);
    channel.get(pe, at, copy, 0, BYTES);
    long head = copy.get(JAVA_LONG, DependencyLayout.HEAD);
    String told;
    if (copy.get(JAVA_LONG, DependencyLayout.COUNT) == CountWord.fulfilled(generation)) {
      told = "the promise made at " + place(copy) + " on PE " + pe + " is fulfilled twice";
    } else if (HeadWord.generation(head) != generation) {
      told = "a promise on PE " + pe + " is fulfilled twice, or is none";
    } else if (HeadWord.state(head) == HeadWord.FREE) {
      told = "what is fulfilled is no promise of this run: PE " + pe + " has made none such";
    } else {
      told = "what is fulfilled is no promise, but a task forked on PE " + pe;
    }
    return new IllegalStateException(
        told + ": a promise is fulfilled once, in the run that made it");
  }

  private static String place(MemorySegment record) {
    int length = record.get(JAVA_INT, DependencyLayout.LINKS);
    long from = DependencyLayout.LINKS + Integer.BYTES;
    return new String(record.asSlice(from, length).toArray(JAVA_BYTE), StandardCharsets.UTF_8);
  }

  /**
   * The value of the promise of {@code handle}, all that is in it; null if it has none, or none
   * yet.
   */
  public MemorySegment value(Channel channel, long handle) {
    int pe = HandleBits.pe(handle);
    int index = HandleBits.index(handle);
    long head = pe == rank ? head(index) : channel.fetch(pe, at(index) + DependencyLayout.HEAD);
    if (head != HeadWord.of(HandleBits.generation(handle), HeadWord.VALUE)) {
      return null;
    }
    MemorySegment copy = Arena.ofAuto().allocate(BYTES, Long.BYTES);
    channel.get(pe, at(index), copy, 0, BYTES);
    return copy.asSlice(DependencyLayout.SLOT, copy.get(JAVA_INT, DependencyLayout.VALUE));
  }

  /**
   * The task of {@code handle}, for a message; null of 0, or if its record has been used again. Of
   * one that was not started as another has failed the handle of that are its {@link
   * TakenTask#waiters}.
   */
  public TakenTask peek(Channel channel, long handle) {
    if (handle == 0) {
      return null;
    }
    int pe = HandleBits.pe(handle);
    long at = at(HandleBits.index(handle));
    MemorySegment copy = Arena.ofAuto().allocate(BYTES, Long.BYTES);
    channel.get(pe, at, copy, 0, BYTES);
    long head = channel.fetch(pe, at + DependencyLayout.HEAD); // after it: it was not used before
    boolean isThere =
        HeadWord.generation(head) == HandleBits.generation(handle)
            && copy.get(JAVA_INT, DependencyLayout.HOME) != DependencyLayout.PROMISE;
    return isThere ? TakenTask.of(copy.asSlice(DependencyLayout.SLOT)) : null;
  }

  /** Receiver of what waits on a PE, for a message. */
  public interface Survey {
    /** There is a promise that is not fulfilled. */
    void promise(String place);

    /** There is a task that waits. */
    void task(TakenTask task);
  }

  /** Shows what is in the first {@code count} records of {@code pe}, where nothing happens. */
  public void survey(Channel channel, int pe, long count, Survey survey) {
    for (int index = 0; index < count; index++) {
      MemorySegment copy = Arena.ofAuto().allocate(BYTES, Long.BYTES);
      channel.get(pe, at(index), copy, 0, BYTES);
      long state = HeadWord.state(copy.get(JAVA_LONG, DependencyLayout.HEAD));
      if (state == HeadWord.FREE || state == HeadWord.FAILED || state == HeadWord.VALUE) {
        continue;
      }
      if (copy.get(JAVA_INT, DependencyLayout.HOME) == DependencyLayout.PROMISE) {
        survey.promise(place(copy));
      } else if (CountWord.count(copy.get(JAVA_LONG, DependencyLayout.COUNT)) > 0) {
        survey.task(TakenTask.of(copy.asSlice(DependencyLayout.SLOT)));
      }
    }
  }

  /** So many records may be in use, from the first. */
  public synchronized int used() {
    return used;
  }

  /**
   * Frees all records of this PE, between runs. The count of a promise that nobody has fulfilled is
   * cleared, so that a later run, which may have its handle, is refused as of others.
   */
  public void reset(Channel channel) {
    for (int index = 0; index < used(); index++) {
      long head = head(index);
      if (HeadWord.state(head) != HeadWord.FREE) {
        long generation = HeadWord.generation(head);
        long count = (long) LONG.getAcquire(heap, at(index) + DependencyLayout.COUNT);
        if (count == CountWord.promise(generation)) {
          channel.swap(rank, at(index) + DependencyLayout.COUNT, 0);
        }
        channel.swap(rank, at(index) + DependencyLayout.HEAD, HeadWord.next(generation));
      }
    }
    synchronized (this) {
      used = 0;
      told.clear();
      Arrays.fill(owners, null);
    }
  }

  /** The owner of the records {@code owner} cancels those that wait still; each is handed out. */
  public void cancel(Channel channel, Object owner, Consumer<TakenTask> receiver) {
    for (int index = nextOf(owner, 0); index != NONE; index = nextOf(owner, index + 1)) {
      if (pin(index, owner)) {
        try {
          cancel(channel, index, receiver);
        } finally {
          unpin(index);
        }
      }
    }
  }

  /**
   * Cancels the task of {@code handle}, which nobody has, unless all that it waits for has ended,
   * when the record may be another's: else that is used again once nothing has it among its
   * waiters.
   *
   * @param owner of the record, of this PE
   */
  public void withdraw(Channel channel, Object owner, long handle, Consumer<TakenTask> receiver) {
    int index = HandleBits.index(handle);
    if (!pin(index, owner)) {
      return;
    }
    try {
      if (HeadWord.generation(head(index)) == HandleBits.generation(handle)) {
        cancel(
            channel,
            index,
            task -> {
              receiver.accept(task);
              tellOne(index);
            });
      }
    } finally {
      unpin(index);
    }
  }

  private synchronized void tellOne(int index) {
    told.set(index);
  }

  private void cancel(Channel channel, int index, Consumer<TakenTask> receiver) {
    long head = head(index);
    if (HeadWord.state(head) == HeadWord.FREE || HeadWord.state(head) == HeadWord.FAILED) {
      return;
    }
    // If its task has ended since, none is counted any more, and no other has it while pinned.
    long place = at(index) + DependencyLayout.COUNT;
    long word = channel.fetch(rank, place);
    while (CountWord.count(word) > 0 && !CountWord.isCancelled(word)) {
      long seen = channel.compareAndSwap(rank, place, word, word | CountWord.CANCELLED);
      if (seen == word) {
        receiver.accept(TakenTask.of(heap.asSlice(slot(index), BYTES - DependencyLayout.SLOT)));
        return;
      }
      word = seen;
    }
  }

  /** Keeps a record of {@code owner} from being taken anew; false if it is not its own any more. */
  private synchronized boolean pin(int index, Object owner) {
    if (owners[index] != owner || opening.get(index)) {
      return false;
    }
    opening.set(index);
    return true;
  }

  private synchronized void unpin(int index) {
    opening.clear(index);
  }

  private synchronized int nextOf(Object owner, int from) {
    for (int index = from; index < Math.min(used, owners.length); index++) {
      if (owners[index] == owner) {
        return index;
      }
    }
    return NONE;
  }
}
