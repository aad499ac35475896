package org.temoto.gas.shmem;

import java.lang.foreign.MemorySegment;
import org.temoto.gas.EngineOptions;
import org.temoto.gas.GasException;
import org.temoto.gas.spi.VirtualMemory;
import org.temoto.gas.spi.local.AllocatedHeap;

/** The heap in the library's symmetric memory. */
final class ShmemHeap extends AllocatedHeap {
  private final Shmem shmem;
  private final Control control;
  private final ShmemTransport transport;
  private final MemorySegment memory;
  private final boolean aliasing;
  private long callCount;

  ShmemHeap(
      Shmem shmem,
      Control control,
      ShmemTransport transport,
      HeapBlock block,
      EngineOptions options,
      long prefaulted) {
    super(transport, block.memory().byteSize(), block.fresh(), prefaulted);
    this.shmem = shmem;
    this.control = control;
    this.transport = transport;
    memory = block.memory();
    this.aliasing = options.has(EngineOptions.Feature.ALIASING) && block.aliases();
  }

  @Override
  protected void agree(String call) {
    long number = ++callCount;
    control.announce(number, call);
    transport.barrier();
    if (!control.agrees(number, call)) {
      throw new GasException(
          "collective call %s on the heap differs: PE 0 called %s, PE %s called %s; every PE must make the same calls in the same order"
              .formatted(
                  number,
                  control.calledByFirst(number).orElse("a plain barrier"),
                  shmem.rank(),
                  call));
    }
  }

  @Override
  public MemorySegment segment() {
    return memory;
  }

  @Override
  public boolean alias(int pe, long offset, long bytes, long address) {
    requirePages(offset, bytes, address);
    if (!aliasing || pe != shmem.rank()) {
      return false;
    }
    if (bytes > 0) {
      VirtualMemory.alias(memory.asSlice(offset, bytes).address(), bytes, address);
    }
    return true;
  }
}
