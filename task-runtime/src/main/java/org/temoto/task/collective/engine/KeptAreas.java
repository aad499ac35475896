package org.temoto.task.collective.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Predicate;
import org.temoto.gas.GlobalAddressSpace;

/**
 * Pool of parts of symmetric heaps that have been used and closed, for the next user of the same
 * space. To give one back to the heap is collective and waits for every PE; a PE that closes its
 * runtime because its program is throwing must not wait for others, which wait for it elsewhere.
 * Every PE comes to the same part, for programs are SPMD. Thread-safe.
 *
 * @param <L> layout of a part
 */
public final class KeptAreas<L> {
  private final Map<GlobalAddressSpace, List<L>> kept = new WeakHashMap<>();

  /** The first part that {@code suits}, which is not kept any more; null if there is none. */
  public synchronized L take(GlobalAddressSpace space, Predicate<L> suits) {
    for (L part : kept.getOrDefault(space, List.of())) {
      if (suits.test(part)) {
        kept.get(space).remove(part);
        return part;
      }
    }
    return null;
  }

  public synchronized void keep(GlobalAddressSpace space, L part) {
    kept.computeIfAbsent(space, _ -> new ArrayList<>()).add(part);
  }
}
