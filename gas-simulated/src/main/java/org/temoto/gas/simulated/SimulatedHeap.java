package org.temoto.gas.simulated;

import java.lang.foreign.MemorySegment;
import org.temoto.gas.spi.VirtualMemory;
import org.temoto.gas.spi.local.AllocatedHeap;

/** The heap as one PE sees it. Collective calls come from one strand of the PE at a time. */
final class SimulatedHeap extends AllocatedHeap {
  private final SimulatedPe pe;
  private final HeapMemory memory;
  private final CollectiveCalls calls;
  private long callCount;

  SimulatedHeap(SimulatedPe pe, HeapMemory memory, CollectiveCalls calls, long prefaulted) {
    super(memory.bytes(), 0, prefaulted);
    this.pe = pe;
    this.memory = memory;
    this.calls = calls;
  }

  @Override
  protected void agree(String call) {
    long number = ++callCount;
    calls.announce(pe.rank(), new CollectiveCalls.Call(number, call));
    pe.transport().barrier();
    calls.compare(number);
  }

  @Override
  protected void barrier() {
    pe.transport().barrier();
  }

  @Override
  public MemorySegment segment() {
    return memory.segment(pe.rank());
  }

  @Override
  public boolean alias(int rank, long offset, long bytes, long address) {
    requirePages(offset, bytes, address);
    if (bytes > 0) {
      VirtualMemory.alias(memory.address(rank, offset, bytes), bytes, address);
    }
    return true;
  }
}
