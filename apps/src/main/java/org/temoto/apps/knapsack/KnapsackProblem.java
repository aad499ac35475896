package org.temoto.apps.knapsack;

import java.util.LinkedHashMap;
import java.util.Map;
import org.temoto.apps.report.Measurement;
import org.temoto.apps.suite.Application;
import org.temoto.apps.suite.Outcome;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.InvalidOptionException;
import org.temoto.gas.array.GlobalBest;
import org.temoto.task.TaskRuntime;

/**
 * The most valuable choice of items by branch and bound, verified by dynamic programming.
 *
 * @param cutoff a task decides the last so many items by plain calls
 */
public record KnapsackProblem(Instance instance, int cutoff) implements Application<Long> {
  public KnapsackProblem {
    if (cutoff < 0) {
      throw new InvalidOptionException("cutoff", cutoff, "0 or more");
    }
  }

  @Override
  public String name() {
    return "knapsack";
  }

  @Override
  public Map<String, Object> parameters() {
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("n", instance.count());
    parameters.put("cutoff", cutoff);
    return parameters;
  }

  @Override
  public Outcome<Long> run(GlobalAddressSpace space, TaskRuntime runtime) {
    GlobalBest best = GlobalBest.highest(space, "best", -1);
    try (GlobalMemory _ = best.memory()) {
      Packing root = Packing.of(instance, best, cutoff);
      Measurement<Long> measurement = Measurement.of(space, runtime, () -> runtime.run(root));
      boolean right = isRight(measurement.result()) && best.get() == measurement.result();
      return new Outcome<>(measurement, space.sum(right ? 1 : 0)[0] == space.pes());
    }
  }

  private boolean isRight(long value) {
    return value == Items.of(instance).bestByTable();
  }

  @Override
  public double sequentialSeconds() {
    Items items = Items.of(instance);
    long start = System.nanoTime();
    long value = PlainPacking.best(items);
    double seconds = (System.nanoTime() - start) / 1e9;
    if (!isRight(value)) {
      throw new IllegalStateException("knapsack: the sequential version found " + value);
    }
    return seconds;
  }
}
