package org.temoto.task.pattern;

import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.array.GlobalArray;
import org.temoto.task.pattern.sort.ElementType;
import org.temoto.task.pattern.sort.FastKernel;
import org.temoto.task.pattern.sort.Keys;
import org.temoto.task.pattern.sort.SortPlan;

/** Plans of the sorts, made of a policy. */
record Sorting(GlobalAddressSpace space, Patterns.Policy policy) {
  /** Pairs are sorted and merged in four heap arrays of this length at most. */
  private static final long MOST_PAIRS = 1 << 18;

  static Keys keys(GlobalArray<?, ?> array) {
    return new Keys(ElementType.of(array), array.range());
  }

  SortPlan plan(GlobalArray<?, ?> keys) {
    return plan(keys, SortPlan.suitedWays(space.options().pes(), space.options().workers()));
  }

  /** To merge two runs at a time into {@code keys}. */
  SortPlan mergePlan(GlobalArray<?, ?> keys) {
    return plan(keys, 2);
  }

  /** To sort {@code keys} with their values. */
  SortPlan pairPlan(GlobalArray<?, ?> keys) {
    SortPlan plan = mergePlan(keys);
    return plan.withCutoff(Math.min(plan.cutoff(), MOST_PAIRS));
  }

  private SortPlan plan(GlobalArray<?, ?> keys, int ways) {
    ElementType type = ElementType.of(keys);
    int pes = space.options().pes();
    int workers = space.options().workers();
    long page = keys.range().memory().pageSize() / type.bytes();
    SortPlan fitting =
        SortPlan.suited(type, keys.length(), pes, workers, FastKernel.INSTANCE, ways)
            .onPages(page, keys.length(), pes, workers)
            .within(space.options().cacheBytes() / type.bytes(), workers);
    return policy.cutoff() == Patterns.Policy.SUITED
        ? fitting
        : fitting.withCutoff(Math.min(policy.cutoff(), fitting.cutoff()));
  }
}
