package org.temoto.gas.heap;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.temoto.gas.GasException;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.spi.MemorySupport;

/**
 * One PE's part of a heap: its arena, what it has borrowed of others' when that was full, what
 * comes home to these, and what it has freed of others and not sent yet. Thread-safe.
 *
 * <p>A block that goes home may be allocated again at once, so what this PE has committed to it is
 * complete before it is sent.
 */
final class HeapPart {
  /**
   * Other PEs, if they are no more than 256, together have freed and not sent home one of so many
   * parts of an arena at most, but for what there was no room for.
   */
  private static final int HELD_PARTS = 4;

  /** Blocks that are sent together at least, unless a few of them are much of an arena. */
  private static final int FEWEST = 8;

  /** One of so many parts of an arena is much. */
  private static final int MUCH_PARTS = 1024;

  /** One of so many parts of an arena is kept in quarantine at most. */
  private static final int QUARANTINE_PARTS = 4;

  private final GlobalMemory memory;
  private final MemorySupport support;
  private final int self;

  /** Number of the heap in references. */
  private final long heap;

  private final long arenaBytes;
  private final Lots lots;
  private final Arena arena;

  private final BorrowedArenas borrowed;

  /** Blocks that are freed for the program and not for the allocators; empty without a checker. */
  private final Quarantine quarantine;

  private final Mailbox mailbox;
  private final Batch[] batches;

  /** Blocks of its own that this PE has freed, about: strands do not wait for each other here. */
  private int freed;

  /** True once all has come home for a close; and the failure that was found as it came. */
  private boolean isHome;

  private GasException freedTwice;

  HeapPart(GlobalMemory memory, GlobalMemory mail) {
    this.memory = memory;
    this.support = (MemorySupport) memory;
    this.self = memory.space().pe();
    this.heap = Reference.number(memory.id());
    int pes = memory.space().pes();
    this.arenaBytes = memory.byteSize() / pes;
    this.lots = new Lots(mail, arenaBytes);
    this.arena = new Arena(arenaBytes, lots.first());
    this.borrowed = new BorrowedArenas(lots, self, pes, arenaBytes, arena.sizeClasses());
    this.quarantine =
        new Quarantine(arenaBytes / QUARANTINE_PARTS, this::isAllocated, this::freeNow);
    this.mailbox = new Mailbox(mail);
    this.batches = new Batch[pes];
    Arrays.setAll(batches, pe -> new Batch(arenaBytes, pes));
  }

  static HeapPart of(GlobalMemory memory) {
    HeapPart part = (HeapPart) ((MemorySupport) memory).attachment();
    if (part == null) {
      throw new IllegalStateException("heap \"" + memory.name() + "\" has been closed");
    }
    return part;
  }

  long allocate(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("bytes=" + bytes + " must be at least 0");
    }
    int sizeClass = SizeClass.of(bytes);
    boolean canFit = sizeClass < arena.sizeClasses() && SizeClass.size(sizeClass) <= arenaBytes;
    long reference = canFit ? allocate(sizeClass) : GlobalHeap.NULL;
    if (reference == GlobalHeap.NULL) {
      GlobalHeap.Usage usage = arenaUsage();
      throw new GasException(
          "heap \"%s\" has no room for a block of %s bytes, neither on PE %s nor in what others can lend: %s bytes of %s are allocated, in %s blocks, with those that other PEs have freed and not sent home, as flush does; more come with bytesPerPe of GlobalHeap.create"
              .formatted(
                  memory.name(), bytes, self, usage.bytes(), usage.capacity(), usage.blocks()));
    }
    return renewed(reference);
  }

  /** Allocates a block that an arena can hold; {@code NULL} if there is no room. */
  private long allocate(int sizeClass) {
    long place = borrowed.isEmpty() ? arena.allocateInHand(sizeClass) : arena.allocate(sizeClass);
    if (place != Arena.NONE) {
      return ofOwn(place, sizeClass);
    }
    long offset = borrowed.allocateInHand(sizeClass);
    if (offset != Arena.NONE) {
      return Reference.lent(heap, offset, sizeClass);
    }
    boolean all = false;
    while (place == Arena.NONE && !all) { // another strand may be taking in just what is wanted
      all = mailbox.receive(this::freeCome);
      place = allocateHere(sizeClass);
      if (!all) {
        Thread.yield();
      }
    }
    if (place == Arena.NONE && support.isWatched()) {
      quarantine.end();
      place = allocateHere(sizeClass);
    }
    if (place != Arena.NONE) {
      return ofOwn(place, sizeClass);
    }
    offset = borrowed.allocate(sizeClass);
    return offset == Arena.NONE ? GlobalHeap.NULL : Reference.lent(heap, offset, sizeClass);
  }

  private long ofOwn(long place, int sizeClass) {
    return Reference.of(heap, self * arenaBytes + place, sizeClass);
  }

  private long renewed(long reference) {
    long offset = Reference.offset(reference);
    support.renewed(offset, offset + SizeClass.size(Reference.sizeClass(reference)));
    return reference;
  }

  /** Allocates in the own arena, of which it takes more lots first; {@link Arena#NONE} if full. */
  private long allocateHere(int sizeClass) {
    int limit = arena.limit();
    long place = arena.allocate(sizeClass);
    while (place == Arena.NONE) {
      arena.raise(lots.take(Arena.chunks(sizeClass)));
      if (arena.limit() == limit) { // no strand has got any more
        return arena.allocateTrimmed(sizeClass);
      }
      limit = arena.limit();
      place = arena.allocate(sizeClass);
    }
    return place;
  }

  void free(long reference) {
    int pe = manager(reference);
    long offset = Reference.offset(reference);
    support.discarded(offset, offset + SizeClass.size(Reference.sizeClass(reference)));
    if (pe == self) {
      freeHere(reference, "free");
      if (++freed % Mailbox.BATCH == 0) { // a PE that allocates no more takes in what comes, too
        mailbox.receive(this::freeCome);
      }
      return;
    }
    sendAll(pe, batches[pe].add(reference));
  }

  /** Sends {@code full}, if it is there, and all batches that there was no room for before. */
  private void sendAll(int pe, long[] full) {
    long[] next = full;
    while (next != null && send(pe, next)) {
      next = batches[pe].takeFull();
    }
  }

  /** Sends all that is to go home; what a PE has no room for stays. */
  void flush() {
    for (int i = 0; i < batches.length; i++) {
      int pe = (self + i) % batches.length; // not all PEs to the same at once
      long[] rest = batches[pe].takeSome();
      while (rest.length > 0 && send(pe, rest)) {
        rest = batches[pe].takeSome();
      }
    }
  }

  /**
   * Has all that was freed come home, unless it has. Collective, the first time: a PE may close
   * again what it could not.
   *
   * @return the failure of a block of this PE that was freed twice, or null
   */
  GasException bringHome() {
    if (!isHome) {
      isHome = true;
      long[] left = {0, 1}; // exchanged in a round, and waiting after it
      for (int round = 0; left[1] > 0; round++) {
        for (int i = 0; i < batches.length; i++) {
          int pe = (self + i) % batches.length;
          sendAll(pe, batches[pe].takeFull());
        }
        long exchanged = mailbox.exchange(round, this::takeReleased);
        left = memory.space().sum(exchanged, waiting()); // what was sent and exchanged is there
        takeIn(mailbox::receive);
        if (left[0] > 0) {
          takeIn(mailbox::receiveExchanged);
        }
        if (left[1] > 0) {
          memory.space().sum(0); // a barrier: the places of the exchange are zero
        }
      }
    }
    return freedTwice;
  }

  /**
   * Frees all blocks of this PE, when those that were freed have come home, so that a second free
   * is told and not taken for the first. Collective.
   *
   * <p>The barrier between has all PEs' commits to the blocks complete before one can be allocated
   * again, and comes after all uses, for a checker. A reference of before that is freed after it is
   * refused: nothing is taken in until all blocks are free. None is needed at the end: the places
   * of the exchange are zero, and each PE allocates only where it alone frees.
   *
   * @return the failure of a block of this PE that was freed twice, or null
   */
  GasException clear() {
    isHome = false; // it may be true: a close has failed
    GasException failure = bringHome();
    isHome = false;
    freedTwice = null;
    memory.space().barrier();
    quarantine.end();
    clear(arena, self * arenaBytes);
    borrowed.forEach(this::clear);
    return failure;
  }

  private void clear(Arena some, long from) {
    for (int sizeClass = 0; sizeClass < some.sizeClasses(); sizeClass++) {
      for (long place : some.allocated(sizeClass)) {
        support.discarded(from + place, from + place + SizeClass.size(sizeClass));
        some.free(place, sizeClass);
      }
    }
  }

  /** A batch to be exchanged, of blocks to which all commits are complete. */
  private long[] takeReleased(int pe) {
    long[] some = batches[pe].takeSome();
    if (some.length > 0) {
      memory.space().releaseFence();
    }
    return some;
  }

  /** References of other PEs' blocks that have not been sent. */
  private long waiting() {
    long waiting = 0;
    for (Batch batch : batches) {
      waiting += batch.count();
    }
    return waiting;
  }

  /** Frees all that {@code from} hands over; a failure is kept, for the other PEs go on, too. */
  private void takeIn(Consumer<LongConsumer> from) {
    try {
      from.accept(this::freeCome);
    } catch (GasException twice) {
      freedTwice = freedTwice == null ? twice : freedTwice;
    }
  }

  private boolean send(int pe, long[] references) {
    memory.space().releaseFence();
    boolean sent = mailbox.send(pe, references);
    if (!sent) {
      batches[pe].putBack(references);
    }
    return sent;
  }

  private void freeCome(long reference) {
    freeHere(reference, "another PE's earlier free");
  }

  private void freeHere(long reference, String call) {
    boolean isFreed = support.isWatched() ? quarantine.add(reference) : freeNow(reference);
    if (!isFreed) {
      throw new GasException(
          "%s of %s of heap \"%s\", where no such block is allocated: it has been freed before, or never was"
              .formatted(call, describe(reference), memory.name()));
    }
  }

  /** Frees a block that this PE has allocated; whether it was. */
  private boolean freeNow(long reference) {
    long offset = Reference.offset(reference);
    int sizeClass = Reference.sizeClass(reference);
    return Reference.isLent(reference)
        ? borrowed.free(offset, sizeClass)
        : arena.free(offset - self * arenaBytes, sizeClass);
  }

  private boolean isAllocated(long reference) {
    long offset = Reference.offset(reference);
    int sizeClass = Reference.sizeClass(reference);
    return Reference.isLent(reference)
        ? borrowed.isAllocated(offset, sizeClass)
        : arena.isAllocated(offset - self * arenaBytes, sizeClass);
  }

  /**
   * The PE that has allocated the block, which is the one in whose arena it is unless it is lent.
   */
  private int manager(long reference) {
    int pe = pe(reference);
    if (!Reference.isLent(reference)) {
      return pe;
    }
    long place = Reference.offset(reference) - pe * arenaBytes;
    int borrower = lots.borrower(pe, (int) (place / Chunk.BYTES));
    if (borrower < 0) {
      throw refused(reference);
    }
    return borrower;
  }

  private IllegalArgumentException refused(long reference) {
    return new IllegalArgumentException(
        "reference=%s is none of heap \"%s\": it must be what its allocate has returned"
            .formatted(reference, memory.name()));
  }

  /** The PE in whose arena the block is. */
  int pe(long reference) {
    long offset = Reference.offset(reference);
    int sizeClass = Reference.sizeClass(reference);
    if (sizeClass < 0
        || Reference.heap(reference) != heap
        || sizeClass > SizeClass.of(arenaBytes)
        || offset + SizeClass.size(sizeClass) > memory.byteSize()) {
      throw refused(reference);
    }
    return (int) (offset / arenaBytes);
  }

  GlobalHeap.Usage usage() {
    mailbox.receive(this::freeCome);
    return arenaUsage();
  }

  private GlobalHeap.Usage arenaUsage() {
    long own = (long) lots.own() * Chunk.BYTES; // first: another strand may have its turn there
    long[] sums = {arena.blocks(), arena.bytes(), own};
    borrowed.forEach((some, _) -> {
      sums[0] += some.blocks();
      sums[1] += some.bytes();
      sums[2] += some.capacity();
    });
    return new GlobalHeap.Usage(
        sums[0] - quarantine.blocks(), sums[1] - quarantine.bytes(), sums[2]);
  }

  static String describe(long reference) {
    return "block of %s bytes at %s"
        .formatted(SizeClass.size(Reference.sizeClass(reference)), Reference.offset(reference));
  }

  /** References on their way to one PE. */
  private static final class Batch {
    private final long mostHeld;
    private final long much;
    private long[] references = new long[Mailbox.BATCH];
    private int count;

    /** Bytes of the blocks that have been added since some were to be sent. */
    private long added;

    Batch(long arenaBytes, int pes) {
      mostHeld = arenaBytes / HELD_PARTS / pes;
      much = arenaBytes / MUCH_PARTS;
    }

    /**
     * Adds one; returns up to {@link Mailbox#BATCH} of them to be sent, or null if it is not time.
     */
    synchronized long[] add(long reference) {
      if (count == references.length) {
        references = Arrays.copyOf(references, 2 * count);
      }
      references[count++] = reference;
      added += SizeClass.size(Reference.sizeClass(reference));
      boolean isEnough = added > mostHeld && (count >= FEWEST || added > much);
      if (count % Mailbox.BATCH != 0 && !isEnough) {
        return null;
      }
      added = 0;
      return takeSome();
    }

    /** Takes {@link Mailbox#BATCH} of them, or null if there are fewer. */
    synchronized long[] takeFull() {
      return count < Mailbox.BATCH ? null : takeSome();
    }

    /** Takes up to {@link Mailbox#BATCH} of them, the last first. */
    synchronized long[] takeSome() {
      int some = Math.min(count, Mailbox.BATCH);
      count -= some;
      return Arrays.copyOfRange(references, count, count + some);
    }

    synchronized int count() {
      return count;
    }

    synchronized void putBack(long[] back) {
      while (count + back.length > references.length) {
        references = Arrays.copyOf(references, 2 * references.length);
      }
      System.arraycopy(back, 0, references, count, back.length);
      count += back.length;
    }
  }
}
