package org.temoto.apps.jacobi;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.temoto.apps.VectorModule;
import org.temoto.apps.report.Measurement;
import org.temoto.apps.suite.Application;
import org.temoto.apps.suite.Outcome;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.InvalidOptionException;
import org.temoto.task.Action;
import org.temoto.task.TaskRuntime;

/**
 * Application of Jacobi's iteration on an n x n grid of random values, whose border stays as it is:
 * a stencil of five points, two grids that take turns. The answer is the largest change of a point
 * by the last step. Verified by plain Java, bit by bit.
 *
 * <p>Needs the module of the Vector API.
 *
 * @param n from {@link #MIN} to {@link #MAX}
 * @param steps at least 1
 * @param cutoff rows that a task computes at most
 * @param saving how it is kept for another job, if it is
 */
public record JacobiProblem(
    int n, int steps, Style style, int cutoff, long seed, Optional<Saving> saving)
    implements Application<Double> {
  /** Way to divide the rows among PEs or tasks. */
  public enum Style {
    /**
     * Each PE computes the rows that it owns, by one strand, with a barrier after each step; the
     * workers have nothing to do.
     */
    STRIPS,
    /** Each step forks tasks for bands of rows, wherever they run. */
    TASKS
  }

  public static final int MIN = 3;

  /** The largest grid: two of 8 GiB. */
  public static final int MAX = 1 << 15;

  /**
   * Checks what is asked for.
   *
   * @throws org.temoto.gas.RefusedException if the JVM has no Vector API
   */
  public JacobiProblem {
    if (n < MIN || n > MAX) {
      throw new InvalidOptionException("n", n, "from " + MIN + " to " + MAX);
    }
    if (steps < 1) {
      throw new InvalidOptionException("steps", steps, "at least 1");
    }
    if (cutoff < 1) {
      throw new InvalidOptionException("cutoff", cutoff, "at least 1");
    }
    VectorModule.require("jacobi", "");
  }

  /** An iteration that is not kept. */
  public JacobiProblem(int n, int steps, Style style, int cutoff, long seed) {
    this(n, steps, style, cutoff, seed, Optional.empty());
  }

  @Override
  public String name() {
    return "jacobi";
  }

  @Override
  public Map<String, Object> parameters() {
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("n", n);
    parameters.put("steps", steps);
    parameters.put("style", style.name().toLowerCase(Locale.ROOT));
    parameters.put("cutoff", style == Style.TASKS ? cutoff : null);
    saving.ifPresent(kept -> {
      parameters.put("checkpoint", kept.folder().toString());
      parameters.put("checkpointEvery", kept.every());
      parameters.put("resume", kept.resume());
    });
    return parameters;
  }

  @Override
  public long dataBytes() {
    return 2L * n * n * Double.BYTES;
  }

  @Override
  public Outcome<Double> run(GlobalAddressSpace space, TaskRuntime runtime) {
    try (Grids grids = new Grids(space, n)) {
      int first = begin(space, grids);
      Measurement<Void> done =
          Measurement.of(
              space,
              runtime,
              () -> {
                steps(space, runtime, grids, first);
                return null;
              });
      double change = grids.change();
      boolean right = space.pe() == 0 && isRight(grids, change);
      return new Outcome<>(done.withResult(change), space.broadcast(right ? 1 : 0) != 0);
    }
  }

  /** Returns the step that the grids are ready for. */
  private int begin(GlobalAddressSpace space, Grids grids) {
    if (saving.isPresent() && saving.get().resume()) {
      return grids.resume(saving.get().folder(), steps, seed);
    }
    grids.fill(seed);
    space.barrier();
    return 0;
  }

  /** All steps from {@code first} on, with the checkpoints. */
  private void steps(GlobalAddressSpace space, TaskRuntime runtime, Grids grids, int first) {
    int apart = saving.map(Saving::every).orElse(steps);
    for (int from = first; from < steps; ) {
      int end = (int) Math.min(steps, (long) from + apart);
      steps(space, runtime, grids, from, end);
      saving.ifPresent(kept -> grids.save(kept.folder(), end, seed));
      from = end;
    }
  }

  /** The steps [{@code first}, {@code end}), on all PEs. */
  private void steps(
      GlobalAddressSpace space, TaskRuntime runtime, Grids grids, int first, int end) {
    if (style == Style.TASKS) {
      runtime.run(
          (Action)
              context -> {
                for (int step = first; step < end; step++) {
                  new Band(grids.before(step), grids.after(step), 1, n - 1, cutoff)
                      .compute(context);
                }
              });
      return;
    }
    for (int step = first; step < end; step++) {
      space.charge(Stencil.nanos(grids.step(step), n));
      space.barrier();
    }
  }

  private boolean isRight(Grids grids, double change) {
    PlainJacobi plain = new PlainJacobi(n, seed);
    plain.run(steps);
    return grids.isEqual(steps, plain) && change == plain.change();
  }

  @Override
  public double sequentialSeconds() {
    PlainJacobi plain = new PlainJacobi(n, seed);
    long start = System.nanoTime();
    plain.run(steps);
    return (System.nanoTime() - start) / 1e9;
  }
}
