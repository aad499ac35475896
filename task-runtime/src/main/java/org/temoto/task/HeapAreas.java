package org.temoto.task;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.spi.RuntimeSupport;
import org.temoto.gas.spi.SymmetricHeap;
import org.temoto.task.steal.WorkerLayout;

/**
 * The parts of symmetric heaps that runtimes use. To give one back to the heap is collective and
 * waits for every PE; a PE that closes its runtime because its program is throwing must not wait
 * for others, which wait for it elsewhere. So a closed runtime's part is kept for the next runtime
 * of the same space: every PE comes to the same one, for programs are SPMD.
 */
final class HeapAreas {
  private static final Map<GlobalAddressSpace, List<RuntimeLayout>> FREE = new WeakHashMap<>();

  private HeapAreas() {}

  /** A part of the heap for a runtime of {@code workers} workers per PE. Collective. */
  static RuntimeLayout acquire(GlobalAddressSpace space, int workers) {
    SymmetricHeap heap = RuntimeSupport.of(space).processingElement().heap();
    RuntimeLayout kept = takeKept(space);
    if (kept != null) {
      return kept;
    }
    long bytes = RuntimeLayout.of(0, workers, heap.size()).bytes();
    return RuntimeLayout.of(heap.allocate(bytes, WorkerLayout.LINE), workers, heap.size());
  }

  private static synchronized RuntimeLayout takeKept(GlobalAddressSpace space) {
    List<RuntimeLayout> kept = FREE.get(space);
    return kept == null || kept.isEmpty() ? null : kept.removeLast();
  }

  static synchronized void release(GlobalAddressSpace space, RuntimeLayout layout) {
    FREE.computeIfAbsent(space, key -> new ArrayList<>()).add(layout);
  }
}
