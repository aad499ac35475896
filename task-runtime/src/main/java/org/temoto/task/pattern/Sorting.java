package org.temoto.task.pattern;

import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.array.GlobalArray;
import org.temoto.task.pattern.sort.ElementType;
import org.temoto.task.pattern.sort.FastKernel;
import org.temoto.task.pattern.sort.Keys;
import org.temoto.task.pattern.sort.SortPlan;

/** Plans of the sorts, made of a policy. */
record Sorting(GlobalAddressSpace space, PatternPolicy policy) {
  /** Pairs are sorted and merged in four heap arrays of this length at most. */
  private static final long MOST_PAIRS = 1 << 18;

  static Keys keys(GlobalArray<?, ?> array) {
    return new Keys(ElementType.of(array), array.range());
  }

  /** To sort {@code keys}. */
  SortPlan plan(GlobalArray<?, ?> keys) {
    GasOptions options = space.options();
    return suited(
        keys,
        SortPlan.suited(
            ElementType.of(keys),
            keys.length(),
            options.pes(),
            options.workers(),
            FastKernel.INSTANCE));
  }

  /** To merge two runs at a time into {@code keys}. */
  SortPlan mergePlan(GlobalArray<?, ?> keys) {
    GasOptions options = space.options();
    return suited(
        keys,
        SortPlan.suited(
            ElementType.of(keys),
            keys.length(),
            options.pes(),
            options.workers(),
            FastKernel.INSTANCE,
            2));
  }

  /** To sort {@code keys} with their values. */
  SortPlan pairPlan(GlobalArray<?, ?> keys) {
    SortPlan plan = mergePlan(keys);
    return plan.withCutoff(Math.min(plan.cutoff(), MOST_PAIRS));
  }

  private SortPlan suited(GlobalArray<?, ?> keys, SortPlan plan) {
    GasOptions options = space.options();
    long page = keys.range().memory().pageSize() / keys.elementBytes();
    SortPlan fitting =
        plan.onPages(page, keys.length(), options.pes(), options.workers())
            .within(options.cacheBytes() / keys.elementBytes(), options.workers());
    return policy.cutoff() == PatternPolicy.SUITED
        ? fitting
        : fitting.withCutoff(Math.min(policy.cutoff(), fitting.cutoff()));
  }
}
