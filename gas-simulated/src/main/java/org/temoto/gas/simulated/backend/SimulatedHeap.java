package org.temoto.gas.simulated.backend;

import java.lang.foreign.MemorySegment;
import org.temoto.gas.spi.VirtualMemory;
import org.temoto.gas.spi.local.AllocatedHeap;

/** The heap as one PE sees it. Collective calls come from one strand of the PE at a time. */
final class SimulatedHeap extends AllocatedHeap {
  private final SimulatedPe pe;
  private final SimulatedCluster cluster;
  private long callCount;

  SimulatedHeap(SimulatedPe pe, SimulatedCluster cluster) {
    super(pe.transport(), cluster.memory.bytes(), 0, cluster.prefaulted);
    this.pe = pe;
    this.cluster = cluster;
  }

  @Override
  protected void agree(String call) {
    long number = ++callCount;
    cluster.calls.announce(pe.rank(), new CollectiveCalls.Call(number, call));
    pe.transport().barrier();
    cluster.calls.compare(number);
  }

  @Override
  public MemorySegment segment() {
    return cluster.memory.segment(pe.rank());
  }

  @Override
  public boolean alias(int rank, long offset, long bytes, long address) {
    requirePages(offset, bytes, address);
    if (bytes > 0) {
      VirtualMemory.alias(cluster.memory.address(rank, offset, bytes), bytes, address);
    }
    return true;
  }
}
