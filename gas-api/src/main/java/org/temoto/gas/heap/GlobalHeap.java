package org.temoto.gas.heap;

import java.util.List;
import java.util.Objects;
import org.temoto.gas.GasException;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.GlobalRange;
import org.temoto.gas.InvalidOptionException;
import org.temoto.gas.MemoryOptions;
import org.temoto.gas.array.GlobalRecords;
import org.temoto.gas.array.GlobalRef;
import org.temoto.gas.spi.MemorySupport;
import org.temoto.gas.spi.ProgramCall;
import org.temoto.gas.spi.RuntimeSupport;

/**
 * Heap in global memory, of which any task allocates blocks and frees them, on any PE: the nodes of
 * trees, lists and graphs. A value that tasks may carry; thread-safe.
 *
 * <p>A block is named by a <i>reference</i>, a positive number that can be stored in global memory;
 * {@link #NULL} names none. {@link #range} gives its bytes, which are localized and committed as
 * those of any memory. A new block holds whatever was there before. A reference of another heap is
 * refused, but of a closed one only until 2,048 more memories have been allocated, two by each
 * heap.
 *
 * <p>Each PE allocates from an arena of its own, so that a new block is at home where it was
 * allocated, and shares pages with other blocks of that PE. Only when its arena is full it borrows
 * parts of others', and keeps these until the heap is closed. Sizes are rounded up to one of four
 * to a power of two. A space is neither checkpointed nor restored while it has a heap.
 *
 * @param memory the blocks
 * @param mail by which blocks come home that another PE has freed
 */
public record GlobalHeap(GlobalMemory memory, GlobalMemory mail) implements AutoCloseable {
  /** The reference that names no block. */
  public static final long NULL = 0;

  public GlobalHeap {
    if (!(((MemorySupport) memory).attachment() instanceof HeapPart)) {
      throw new IllegalArgumentException(
          "memory \"" + memory.name() + "\" has no heap in it: GlobalHeap.create makes one");
    }
  }

  /**
   * Record of what one PE has allocated: blocks that others have freed, and that have not come
   * home, included.
   *
   * @param bytes of these blocks, as they were rounded up
   * @param capacity bytes of the arena, without what is lent, and of what is borrowed
   */
  public record Usage(long blocks, long bytes, long capacity) {}

  /**
   * Allocates a heap with an arena of at least {@code bytesPerPe} bytes on each PE, taken from its
   * symmetric heap; beyond what is populated at once, what is not touched takes no memory.
   * Collective; freed by {@link #close}.
   */
  public static GlobalHeap create(GlobalAddressSpace space, String name, long bytesPerPe) {
    long unit = Math.max(Chunk.BYTES, Objects.requireNonNull(space, "space").options().pageSize());
    long most = Reference.MOST_BYTES / space.pes() - unit;
    if (bytesPerPe < 1 || bytesPerPe > most) {
      throw new InvalidOptionException("bytesPerPe", bytesPerPe, "from 1 to " + most);
    }
    Objects.requireNonNull(name, "name"); // before the mail, which all PEs free together
    long arena = Math.ceilDiv(bytesPerPe, unit) * unit;
    GlobalMemory mail =
        space.allocate(MemoryOptions.words(name + " (mail)", (long) Mailbox.WORDS * space.pes()));
    GlobalMemory memory = allocate(space, name, arena * space.pes(), mail);
    ((MemorySupport) memory).attach(new HeapPart(memory, mail));
    space.barrier();
    return new GlobalHeap(memory, mail);
  }

  private static GlobalMemory allocate(
      GlobalAddressSpace space, String name, long bytes, GlobalMemory mail) {
    try {
      return space.allocate(name, bytes);
    } catch (GasException refused) { // on all PEs alike
      mail.close();
      throw refused;
    }
  }

  /**
   * Allocates a block of at least {@code bytes} bytes in the arena of the PE that calls, or if that
   * is full in those of others; its reference. Communication only to borrow: a get of each PE up to
   * the one that lends, an atomic and a put.
   *
   * @throws GasException if there is no room anywhere, or another PE has freed a block of this PE
   *     twice, which is found as that comes
   */
  public long allocate(long bytes) {
    return HeapPart.of(memory).allocate(bytes);
  }

  /**
   * The bytes of a block, at least as many as were asked for. No communication.
   *
   * @throws IllegalArgumentException if {@code reference} is none of this heap
   */
  public GlobalRange range(long reference) {
    HeapPart.of(memory).pe(reference);
    return memory.range(
        Reference.offset(reference), SizeClass.size(Reference.sizeClass(reference)));
  }

  /**
   * Allocates a block, as {@link #allocate(long)} does, and commits {@code value} to it.
   *
   * @throws GasException if there is no room, or such records cannot stand in memory
   * @throws IllegalArgumentException if a component is null, or an array not as long as it has to
   *     be; then no block is allocated
   */
  public <R extends Record> GlobalRef<R> allocate(R value) {
    @SuppressWarnings("unchecked") // its own class, for records have no subclasses
    Class<R> type = (Class<R>) Objects.requireNonNull(value, "value").getClass();
    GlobalRef<R> reference = allocate(type, 1);
    try {
      records(reference, type, 1).set(0, value);
    } catch (RuntimeException | Error e) { // nobody else could free it
      free(reference);
      throw e;
    }
    return reference;
  }

  /**
   * Allocates a block for {@code count} records, as {@link #allocate(long)} does.
   *
   * @throws GasException if there is no room, or such records cannot stand in memory
   * @throws IllegalArgumentException if {@code count} is negative
   */
  public <R extends Record> GlobalRef<R> allocate(Class<R> type, int count) {
    return new GlobalRef<>(allocate(bytes(type, count)));
  }

  /**
   * Allocates a block for these records, as {@link #allocate(long)} does, and commits them to it.
   *
   * @throws GasException if there is no room, or such records cannot stand in memory
   * @throws IllegalArgumentException as of {@link #allocate(Record)}; then no block is allocated
   */
  public <R extends Record> GlobalRef<R> allocate(Class<R> type, List<R> values) {
    GlobalRef<R> reference = allocate(type, values.size());
    try {
      records(reference, type, values.size()).setAll(i -> values.get((int) i));
    } catch (RuntimeException | Error e) { // nobody else could free it
      free(reference);
      throw e;
    }
    return reference;
  }

  private static long bytes(Class<? extends Record> type, int count) {
    Objects.requireNonNull(type, "type");
    if (count < 0) {
      throw new IllegalArgumentException(
          "count=" + count + " of records " + type.getName() + " must be at least 0");
    }
    return (long) GlobalRecords.bytes(type) * count;
  }

  /**
   * The first {@code count} records of a block. No communication.
   *
   * @throws IllegalArgumentException if {@code reference} is none of this heap, or {@code count}
   *     negative
   * @throws IndexOutOfBoundsException if the block has no room for as many
   */
  public <R extends Record> GlobalRecords<R> records(
      GlobalRef<R> reference, Class<R> type, int count) {
    Objects.requireNonNull(reference, "reference");
    long bytes = bytes(type, count);
    GlobalRange block = range(reference.bits());
    if (bytes > block.length()) {
      throw new IndexOutOfBoundsException(
          "%s records %s of %s bytes do not fit into the %s of heap \"%s\""
              .formatted(
                  count,
                  type.getName(),
                  GlobalRecords.bytes(type),
                  HeapPart.describe(reference.bits()),
                  memory.name()));
    }
    return new GlobalRecords<>(block.slice(0, bytes), type);
  }

  /**
   * Brings a record to hand, and returns it. That its block has been freed, or holds records of
   * another class, is not noticed, if it is as large; a race checker finds uses of freed blocks,
   * until they are allocated again, which it puts off.
   *
   * @throws IllegalArgumentException if {@code reference} is none of this heap, as {@link
   *     GlobalRef#none} is
   * @throws IndexOutOfBoundsException if the block has no room for such a record
   */
  public <R extends Record> R get(GlobalRef<R> reference, Class<R> type) {
    return records(reference, type, 1).get(0);
  }

  /** Frees a block, as {@link #free(long)}. */
  public void free(GlobalRef<?> reference) {
    free(Objects.requireNonNull(reference, "reference").bits());
  }

  /**
   * Frees a block, which no task may have a view of, or use after. In the arena of the PE that
   * calls at once, and without communication; blocks that another has allocated are sent there 64
   * together, or fewer large ones, so that up to 63 wait at each PE, and more if that has 8,126 of
   * them to take in, as it does when it allocates and frees: a release, one get, one atomic and one
   * put. A get more the first time, if that PE has borrowed the place.
   *
   * @throws GasException if it has been freed before and not allocated again; of another PE's block
   *     that PE throws it, when it takes that in: at the next {@link #clear} or the first {@link
   *     #close} at the latest
   * @throws IllegalArgumentException if {@code reference} is none of this heap
   */
  public void free(long reference) {
    HeapPart.of(memory).free(reference);
  }

  /** Sends home what this PE has freed of others, as far as they have room for it. */
  public void flush() {
    HeapPart.of(memory).flush();
  }

  /**
   * Usage of this PE's arena and of what it has borrowed. No communication.
   *
   * @throws GasException if another PE has freed a block of these twice
   */
  public Usage usage() {
    return HeapPart.of(memory).usage();
  }

  /**
   * Frees all blocks, and keeps the heap: for programs that build something in each step and drop
   * it whole. No program or task may have a view of any block, or use one after; a later {@link
   * #free} is refused as a second one, until the block is allocated again. What any PE has
   * committed to the blocks before never overwrites what is committed to new ones.
   *
   * <p>Collective, by no task. A sum and a barrier; more sums where {@link #free} had blocks wait
   * for want of room, or with more than 128 PEs. To free each PE's blocks takes no communication.
   *
   * @throws GasException if a block of this PE has been freed twice; all blocks are free then, too
   */
  public void clear() {
    HeapPart part = HeapPart.of(memory);
    GasException failure;
    try (var _ = RuntimeSupport.of(memory.space()).enter(ProgramCall.CLEAR)) {
      failure = part.clear();
    }
    if (failure != null) { // when all are through
      throw failure;
    }
  }

  /**
   * Frees the heap with all blocks; a race checker tells of those that neither {@link #free} nor
   * {@link #clear} has freed before. Collective; open views are an error, after which a PE may
   * close it again. Nothing happens once it is closed.
   *
   * @throws GasException if a block of this PE has been freed twice
   */
  @Override
  public void close() {
    GasException failure = null;
    if (((MemorySupport) memory).attachment() instanceof HeapPart part) {
      try (var _ = RuntimeSupport.of(memory.space()).enter(ProgramCall.FREE)) {
        failure = part.bringHome();
      }
    }
    memory.close();
    mail.close();
    ((MemorySupport) memory).attach(null);
    if (failure != null) { // when the heap is freed, as on the other PEs
      throw failure;
    }
  }
}
