package org.temoto.bench.shmem;

import org.temoto.apps.report.Measurement;
import org.temoto.apps.sort.KeyCheck;
import org.temoto.apps.sort.KeyDistribution;
import org.temoto.apps.sort.KeyGenerator;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.task.TaskRuntime;
import org.temoto.task.pattern.sort.Cilksort;
import org.temoto.task.pattern.sort.ElementType;
import org.temoto.task.pattern.sort.FastKernel;
import org.temoto.task.pattern.sort.Keys;
import org.temoto.task.pattern.sort.SortPlan;

/**
 * Probe of the application's sort of 32-bit keys, made afresh and checked every time, in memories
 * used before. Tells besides the bytes fetched and committed, and the tasks stolen between PEs.
 */
final class SortProbe implements Probe {
  private final GlobalAddressSpace space;
  private final TaskRuntime runtime;
  private final KeyGenerator generator;
  private final Cilksort root;

  /** Collective. */
  SortProbe(GlobalAddressSpace space, TaskRuntime runtime, long elements, long seed) {
    this.space = space;
    this.runtime = runtime;
    generator = new KeyGenerator(ElementType.INT32, elements, KeyDistribution.UNIFORM, seed);
    SortPlan plan =
        SortPlan.suited(
            ElementType.INT32,
            elements,
            space.pes(),
            space.options().workers(),
            FastKernel.INSTANCE);
    root = new Cilksort(allocate("keys"), allocate("scratch"), plan);
  }

  private Keys allocate(String name) {
    long bytes = generator.count() * generator.type().bytes();
    return new Keys(generator.type(), space.allocate(name, bytes).whole());
  }

  @Override
  public double[] measure(long count) {
    generator.fill(root.keys());
    space.barrier();
    KeyCheck before = KeyCheck.of(root.keys());
    Measurement<Void> sorted = Measurement.of(space, runtime, () -> runtime.run(root));
    KeyCheck after = KeyCheck.of(root.keys());
    if (!after.isAscending() || !after.hasSameKeys(before)) {
      throw new BenchException("the keys were not sorted");
    }
    return new double[] {
      sorted.seconds() * 1e9,
      sorted.gas().bytesFetched(),
      sorted.gas().bytesCommitted(),
      sorted.tasks().remoteSteals()
    };
  }
}
