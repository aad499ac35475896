package org.temoto.gas.simulated;

import java.lang.foreign.MemorySegment;
import org.temoto.gas.GasException;
import org.temoto.gas.spi.SymmetricHeap;
import org.temoto.gas.spi.VirtualMemory;

/** The heap as one PE sees it. Collective calls come from one strand of the PE at a time. */
final class SimulatedHeap implements SymmetricHeap {
  private final SimulatedPe pe;
  private final HeapMemory memory;
  private final CollectiveCalls calls;
  private final HeapAllocator allocator;
  private long callCount;

  /** From here on the memory has never been used, and still is zero. */
  private long fresh;

  SimulatedHeap(SimulatedPe pe, HeapMemory memory, CollectiveCalls calls) {
    this.pe = pe;
    this.memory = memory;
    this.calls = calls;
    allocator = new HeapAllocator(memory.bytes());
  }

  @Override
  public long size() {
    return memory.bytes();
  }

  @Override
  public long allocate(long bytes, long alignment) {
    if (bytes < 0) {
      throw new IllegalArgumentException("bytes=" + bytes + " must not be negative");
    }
    if (Long.bitCount(alignment) != 1 || alignment < 0) {
      throw new IllegalArgumentException("alignment=" + alignment + " must be a power of two");
    }
    agree("allocate", bytes, alignment);
    long offset = allocator.allocate(Math.max(bytes, 1), Math.max(alignment, Long.BYTES));
    if (offset == HeapAllocator.EXHAUSTED) {
      throw exhausted(bytes, alignment);
    }
    zero(offset, bytes);
    pe.transport().barrier(); // nobody may put into what its PE has not zeroed
    return offset;
  }

  private GasException exhausted(long bytes, long alignment) {
    return new GasException(
        "symmetric heap of "
            + size()
            + " bytes is exhausted: asked for "
            + bytes
            + " bytes aligned to "
            + alignment
            + ", free are "
            + allocator.freeBytes()
            + ", the largest range "
            + allocator.largestFreeRange()
            + "; the option heapBytes sets its size");
  }

  private void zero(long offset, long bytes) {
    long used = Math.min(offset + bytes, fresh);
    if (used > offset) {
      segment().asSlice(offset, used - offset).fill((byte) 0);
    }
    fresh = Math.max(fresh, offset + bytes);
  }

  @Override
  public void free(long offset) {
    agree("free", offset, 0);
    if (!allocator.free(offset)) {
      throw new IllegalArgumentException(
          "offset=" + offset + " to free is not what an allocate returned");
    }
  }

  /** The barrier of a collective call, which also finds out whether all PEs make the same. */
  private void agree(String what, long first, long second) {
    long number = ++callCount;
    calls.announce(pe.rank(), new CollectiveCalls.Call(number, what, first, second));
    pe.transport().barrier();
    calls.compare(number);
  }

  @Override
  public MemorySegment segment() {
    return memory.segment(pe.rank());
  }

  @Override
  public boolean alias(int rank, long offset, long bytes, long address) {
    if (((offset | bytes | address) & VirtualMemory.SYSTEM_PAGE - 1) != 0) {
      throw new IllegalArgumentException(
          "alias of offset="
              + offset
              + " bytes="
              + bytes
              + " at address="
              + address
              + " must be multiples of "
              + VirtualMemory.SYSTEM_PAGE);
    }
    if (bytes > 0) {
      VirtualMemory.alias(memory.address(rank, offset, bytes), bytes, address);
    }
    return true;
  }
}
