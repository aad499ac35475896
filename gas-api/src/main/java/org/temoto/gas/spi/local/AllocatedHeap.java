package org.temoto.gas.spi.local;

import java.util.HashMap;
import java.util.Map;
import org.temoto.gas.RefusedException;
import org.temoto.gas.spi.SymmetricHeap;
import org.temoto.gas.spi.Transport;
import org.temoto.gas.spi.VirtualMemory;

/**
 * The heap of one PE, of a fixed size, from which every PE allocates the same ranges without
 * communication. Collective calls come from one strand of the PE at a time.
 */
public abstract class AllocatedHeap implements SymmetricHeap {
  private final Transport transport;
  private final HeapAllocator allocator;
  private final long prefaulted;

  /** Uses of ranges that were named as they were allocated, by offset. */
  private final Map<Long, String> uses = new HashMap<>();

  /** From here on the memory has never been used, and still is zero. */
  private long fresh;

  /**
   * @param bytes the size of the heap
   * @param fresh the offset from where on its memory is zero
   * @param prefaulted {@link #prefaulted()}
   */
  protected AllocatedHeap(Transport transport, long bytes, long fresh, long prefaulted) {
    this.transport = transport;
    allocator = new HeapAllocator(bytes);
    this.prefaulted = prefaulted;
    this.fresh = fresh;
  }

  /**
   * A barrier that fails on every PE whose call differs from that of PE 0; on others it may.
   *
   * @param call the call and its arguments
   */
  protected abstract void agree(String call);

  /** The offset from where on the memory has never been used. */
  public final long fresh() {
    return fresh;
  }

  @Override
  public final long size() {
    return segment().byteSize();
  }

  @Override
  public final long prefaulted() {
    return prefaulted;
  }

  @Override
  public final long allocate(long bytes, long alignment, String what) {
    if (bytes < 0) {
      throw new IllegalArgumentException("bytes=" + bytes + " must not be negative");
    }
    if (Long.bitCount(alignment) != 1 || alignment < 0) {
      throw new IllegalArgumentException("alignment=" + alignment + " must be a power of two");
    }
    agree("allocate(" + bytes + ", " + alignment + ")" + (what.isEmpty() ? "" : " for " + what));
    long offset = allocator.allocate(Math.max(bytes, 1), Math.max(alignment, Long.BYTES));
    if (offset == HeapAllocator.EXHAUSTED) {
      throw exhausted(bytes, alignment, what);
    }
    if (!what.isEmpty()) {
      uses.put(offset, what);
    }
    zero(offset, bytes);
    transport.barrier(); // no PE may put into what its PE has not zeroed
    return offset;
  }

  private RefusedException exhausted(long bytes, long alignment, String what) {
    return RefusedException.byOption(
        "heapBytes",
        "symmetric heap of %s bytes is exhausted: %s for %s bytes aligned to %s, free are %s, the largest range %s"
            .formatted(
                size(),
                what.isEmpty() ? "asked" : what + " asks",
                bytes == Long.MAX_VALUE ? "more than any heap's" : bytes,
                alignment,
                allocator.freeBytes(),
                allocator.largestFreeRange()));
  }

  private void zero(long offset, long bytes) {
    long used = Math.min(offset + bytes, fresh);
    if (used > offset) {
      segment().asSlice(offset, used - offset).fill((byte) 0);
    }
    fresh = Math.max(fresh, offset + bytes);
  }

  @Override
  public final void free(long offset) {
    String what = uses.remove(offset);
    agree("free(" + offset + ")" + (what == null ? "" : " of " + what));
    if (!allocator.free(offset)) {
      throw new IllegalArgumentException(
          "offset=" + offset + " to free is not what an allocate returned");
    }
  }

  /** Throws if an alias would not begin and end at page borders. */
  protected static void requirePages(long offset, long bytes, long address) {
    if (((offset | bytes | address) & VirtualMemory.SYSTEM_PAGE - 1) != 0) {
      throw new IllegalArgumentException(
          "alias of offset=%s bytes=%s at address=%s must be multiples of %s"
              .formatted(offset, bytes, address, VirtualMemory.SYSTEM_PAGE));
    }
  }
}
