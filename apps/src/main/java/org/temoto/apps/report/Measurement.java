package org.temoto.apps.report;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.spi.Clock;
import org.temoto.gas.spi.RuntimeSupport;
import org.temoto.gas.spi.Traffic;
import org.temoto.gas.spi.Transport;
import org.temoto.task.RuntimeOptions;
import org.temoto.task.TaskRuntime;

/**
 * Record of how long a computation took, and of what address space and tasks did meanwhile, summed
 * over all PEs.
 *
 * @param seconds as PE 0 saw it, from a barrier before to the end of the run
 * @param activity what all workers of all PEs spent the time on
 * @param remoteStealsByPe the remote steals of {@code tasks}, by the PE that stole
 * @param traffic what PEs moved between them, if the backend counts it
 * @param compiling time that compilers of PE 0's JVM took meanwhile, as a share of the wall clock's
 * @param bytesPerLatency about how many bytes PE 0 can have of another within the latency of a get
 * @param progressCalls calls that made a communication library answer other PEs
 * @param pageSizes of all memories that there have been but shared words
 * @param runs seconds of all runs of the job, in their order: this is the measurement of one
 */
public record Measurement<R>(
    R result,
    double seconds,
    GlobalAddressSpace.Statistics gas,
    TaskRuntime.Statistics tasks,
    TaskRuntime.Activity activity,
    List<Long> remoteStealsByPe,
    Optional<TrafficMatrix> traffic,
    double compiling,
    long bytesPerLatency,
    long progressCalls,
    Set<Integer> pageSizes,
    List<Double> runs) {
  /** Divided by: a product with 1e-9 would print more digits than were measured. */
  private static final double NANOS = 1e9;

  /** Runs {@code computation} between two readings of all statistics. Collective. */
  public static <R> Measurement<R> of(
      GlobalAddressSpace space, TaskRuntime runtime, Supplier<R> computation) {
    GlobalAddressSpace.Statistics gasBefore = space.totalStatistics();
    TaskRuntime.Statistics tasksBefore = runtime.totalStatistics();
    TaskRuntime.Activity activityBefore = runtime.totalActivity();
    long stealsBefore = runtime.statistics().remoteSteals();
    Transport transport = RuntimeSupport.of(space).processingElement().transport();
    long callsBefore = transport.progressCalls();
    Optional<Traffic> trafficBefore = transport.traffic();
    StartLine.await(space.pe() == 0);
    space.barrier();
    Compiling compiling = Compiling.now();
    Clock clock = RuntimeSupport.of(space).processingElement().clock();
    long start = clock.now();
    R result = computation.get();
    double seconds = (clock.now() - start) / NANOS;
    double compiled = Compiling.now().since(compiling).share();
    long calls = transport.progressCalls() - callsBefore;
    Optional<Traffic> traffic =
        trafficBefore.flatMap(before -> transport.traffic().map(after -> after.since(before)));
    return new Measurement<>(
        result,
        seconds,
        space.totalStatistics().since(gasBefore),
        runtime.totalStatistics().since(tasksBefore),
        runtime.totalActivity().since(activityBefore),
        byPe(space, runtime.statistics().remoteSteals() - stealsBefore),
        TrafficMatrix.gather(RuntimeSupport.of(space).processingElement(), traffic),
        compiled,
        bytesPerLatency(space),
        space.sum(calls)[0],
        RuntimeSupport.of(space).pageSizes(),
        List.of(seconds));
  }

  /**
   * Time of the JVM's compilers.
   *
   * @param nanos of the wall clock meanwhile
   * @param millis of the compilers, all of them together
   */
  private record Compiling(long nanos, long millis) {
    static final Compiling NONE = new Compiling(0, 0);

    /** Since some time; 0 of a JVM without compilers. */
    static Compiling now() {
      CompilationMXBean compilers = ManagementFactory.getCompilationMXBean();
      boolean isTimed = compilers != null && compilers.isCompilationTimeMonitoringSupported();
      return new Compiling(System.nanoTime(), isTimed ? compilers.getTotalCompilationTime() : 0);
    }

    Compiling since(Compiling before) {
      return new Compiling(nanos - before.nanos, millis - before.millis);
    }

    Compiling plus(Compiling other) {
      return new Compiling(nanos + other.nanos, millis + other.millis);
    }

    double share() {
      return nanos == 0 ? 0 : millis * (NANOS / 1000) / nanos;
    }
  }

  /**
   * Values and verdict that a program has reported.
   *
   * @param values of PE 0 on PE 0
   * @param verified what all PEs together have said; null if none has said anything
   * @param isMeasured whether the program has said what its time is of
   */
  public record Reported(Map<String, Object> values, Boolean verified, boolean isMeasured) {
    private static Reported of(GlobalAddressSpace space) {
      org.temoto.gas.GlobalAddressSpace.Report own = space.report();
      long[] said =
          space.sum(own.isVerified().isPresent() ? 1 : 0, own.isVerified().orElse(true) ? 0 : 1);
      return new Reported(
          own.values(), said[0] == 0 ? null : said[1] == 0, own.seconds().isPresent());
    }
  }

  /**
   * Counts of a space and its task runtimes so far.
   *
   * @param steals remote ones, of this PE
   * @param traffic of this PE, as the calls that made a communication library answer
   */
  private record Totals(
      GlobalAddressSpace.Statistics gas,
      TaskRuntime.Statistics tasks,
      TaskRuntime.Activity activity,
      long steals,
      Optional<Traffic> traffic,
      long calls) {
    /** All so far, for what begins now: not without the sums that this is made of. Collective. */
    static Totals atBegin(GlobalAddressSpace space) {
      Totals sums = sums(space);
      Transport transport = RuntimeSupport.of(space).processingElement().transport();
      return sums.with(transport.traffic(), transport.progressCalls());
    }

    /** All so far, for what has ended: without the sums that this is made of. Collective. */
    static Totals atEnd(GlobalAddressSpace space) {
      Transport transport = RuntimeSupport.of(space).processingElement().transport();
      long calls = transport.progressCalls();
      Optional<Traffic> traffic = transport.traffic();
      return sums(space).with(traffic, calls);
    }

    private static Totals sums(GlobalAddressSpace space) {
      GlobalAddressSpace.Statistics gas = space.totalStatistics();
      TaskRuntime.Statistics tasks = TaskRuntime.Statistics.NONE;
      TaskRuntime.Activity activity = TaskRuntime.Activity.NONE;
      long steals = 0;
      for (TaskRuntime runtime : opened(space)) {
        tasks = tasks.plus(runtime.totalStatistics());
        activity = activity.plus(runtime.totalActivity());
        steals += runtime.statistics().remoteSteals();
      }
      return new Totals(gas, tasks, activity, steals, Optional.empty(), 0);
    }

    private Totals with(Optional<Traffic> newTraffic, long newCalls) {
      return new Totals(gas, tasks, activity, steals, newTraffic, newCalls);
    }

    Totals since(Totals before) {
      return new Totals(
          gas.since(before.gas),
          tasks.since(before.tasks),
          activity.since(before.activity),
          steals - before.steals,
          traffic.flatMap(now -> before.traffic.map(now::since)),
          calls - before.calls);
    }
  }

  /** Counts of the measured parts of a program. */
  private static final class Parts {
    private final GlobalAddressSpace space;
    private final List<Totals> begins = new ArrayList<>();
    private final List<Totals> ends = new ArrayList<>();
    private Compiling begun;
    private Compiling compiled = Compiling.NONE;

    /** The program begins. */
    Parts(GlobalAddressSpace space) {
      this.space = space;
      this.begun = Compiling.now();
    }

    void begin() {
      begins.add(Totals.atBegin(space));
      StartLine.await(space.pe() == 0);
      begun = Compiling.now();
    }

    void end() {
      compiled = compiled.plus(Compiling.now().since(begun));
      ends.add(Totals.atEnd(space));
    }

    /** Compiling during the measured parts; during the program so far if there are none. */
    Compiling compiled() {
      return ends.isEmpty() ? Compiling.now().since(begun) : compiled;
    }

    /**
     * Totals from the first measured part to the last, without what was done between them; all if
     * there are none.
     */
    Totals done() {
      if (ends.isEmpty()) {
        return Totals.atEnd(space);
      }
      Totals done = ends.getLast().since(begins.getFirst());
      for (int next = 1; next < ends.size(); next++) {
        done = done.since(begins.get(next).since(ends.get(next - 1)));
      }
      return done;
    }
  }

  /**
   * Runs a program that has task runtimes of its own, or none: the measurement of the parts that it
   * measures, or of all. Collective.
   */
  public static Measurement<Reported> ofProgram(GlobalAddressSpace space, Runnable program) {
    Parts parts = new Parts(space);
    RuntimeSupport.of(space).watchMeasured(parts::begin, parts::end);
    space.barrier();
    long start = space.nanoTime();
    program.run();
    double seconds = space.report().seconds().orElse((space.nanoTime() - start) / NANOS);
    double compiled = parts.compiled().share();
    Totals done = parts.done();
    return new Measurement<>(
        Reported.of(space),
        seconds,
        done.gas,
        done.tasks,
        done.activity,
        byPe(space, done.steals),
        TrafficMatrix.gather(RuntimeSupport.of(space).processingElement(), done.traffic),
        compiled,
        bytesPerLatency(space),
        space.sum(done.calls)[0],
        RuntimeSupport.of(space).pageSizes(),
        List.of(seconds));
  }

  /** The options of all task runtimes that the program of this PE has started. */
  public static List<RuntimeOptions> runtimes(GlobalAddressSpace space) {
    return opened(space).stream().map(TaskRuntime::options).toList();
  }

  private static List<TaskRuntime> opened(GlobalAddressSpace space) {
    return RuntimeSupport.of(space).opened().stream()
        .filter(TaskRuntime.class::isInstance)
        .map(TaskRuntime.class::cast)
        .toList();
  }

  /** The same measurement of a computation whose result was found out afterwards. */
  public <S> Measurement<S> withResult(S other) {
    return new Measurement<>(
        other,
        seconds,
        gas,
        tasks,
        activity,
        remoteStealsByPe,
        traffic,
        compiling,
        bytesPerLatency,
        progressCalls,
        pageSizes,
        runs);
  }

  /** The same measurement, told from those of other runs of its job. */
  public Measurement<R> withRuns(List<Double> all) {
    return new Measurement<>(
        result,
        seconds,
        gas,
        tasks,
        activity,
        remoteStealsByPe,
        traffic,
        compiling,
        bytesPerLatency,
        progressCalls,
        pageSizes,
        List.copyOf(all));
  }

  private static long bytesPerLatency(GlobalAddressSpace space) {
    Transport transport = RuntimeSupport.of(space).processingElement().transport();
    return transport.bytesPerLatency((space.pe() + 1) % space.pes());
  }

  /** Every PE's {@code value}. Collective. */
  private static List<Long> byPe(GlobalAddressSpace space, long value) {
    long[] values = new long[space.pes()];
    values[space.pe()] = value;
    return Arrays.stream(space.sum(values)).boxed().toList();
  }
}
