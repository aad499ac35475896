package org.temoto.fuzz;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.temoto.gas.simulated.SimulationOptions.Schedule;

/**
 * Runner of the cases of seeds on the simulated cluster, each on a schedule that its seed decides:
 * the same seed takes the same course, on any machine. Used by one thread at a time.
 */
public final class Fuzzer implements AutoCloseable {
  private static final String BACKEND = "simulated";

  /**
   * Time on the wall clock after which a case hangs without a look at its own clock, if this
   * process has computed for half as long; on a busy machine it has not.
   */
  private static final long HANG_MILLIS = 60_000;

  /** Factor by which a case that hardly computes may exceed the limit. */
  private static final int STARVED = 10;

  private final ScheduledExecutorService watch =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("fuzz-watch").factory());
  private long runs;
  private long remoteSteals;

  /** The number of cases that have been run. */
  public long runs() {
    return runs;
  }

  /** Number of their tasks that were stolen between PEs. */
  public long remoteSteals() {
    return remoteSteals;
  }

  /**
   * Runs the case of a seed on a backend whose strands are threads, which then choose the schedule.
   * On a cluster every process of the job calls this.
   *
   * @return how many tasks were stolen between PEs; on a cluster, only where PE 0 is
   * @throws RuntimeException if it does not go as its sequential execution does
   */
  public static long runOnThreads(String backend, int pes, int workers, long seed) {
    FuzzCase of = FuzzCase.of(seed);
    return run(new CaseRun(seed, of.with(of.cluster().onThreads(pes, workers))), backend);
  }

  /** Runs as {@link #run(long)}, with another schedule and number of PEs and workers. */
  static long run(Schedule schedule, int pes, int workers, long seed) {
    FuzzCase of = FuzzCase.of(seed);
    return run(new CaseRun(seed, of.with(of.cluster().with(schedule, pes, workers))), BACKEND);
  }

  private static long run(CaseRun run, String backend) {
    try (Fuzzer fuzzer = new Fuzzer()) {
      fuzzer.watched(() -> run.run(backend), HANG_MILLIS);
      return run.remoteSteals();
    } catch (RuntimeException failure) {
      failure.addSuppressed(new Exception("of seed " + run.number()));
      throw failure;
    }
  }

  /**
   * Runs {@code launch}, which is interrupted, and fails, if it takes longer than the limit and the
   * process has computed for half of it, or {@link #STARVED} times as long.
   */
  void watched(Runnable launch, long limitMillis) {
    Alarm alarm = new Alarm(Thread.currentThread(), limitMillis);
    ScheduledFuture<?> due =
        watch.scheduleAtFixedRate(alarm::look, limitMillis, limitMillis, TimeUnit.MILLISECONDS);
    try {
      launch.run();
    } catch (RuntimeException failure) {
      throw alarm.stop()
          ? new IllegalStateException("no end in " + limitMillis + " ms", failure)
          : failure;
    } finally {
      due.cancel(false);
      if (alarm.stop()) {
        Thread.interrupted(); // it was meant for this run only
      }
    }
  }

  /** Timer that interrupts a thread, unless it is stopped before. */
  private static final class Alarm {
    private final Thread thread;
    private final long enoughNanos;
    private final long startNanos = cpuNanos();
    private int looks;
    private boolean stopped;
    private boolean rung;

    Alarm(Thread thread, long limitMillis) {
      this.thread = thread;
      this.enoughNanos = TimeUnit.MILLISECONDS.toNanos(limitMillis) / 2;
    }

    private static long cpuNanos() {
      return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }

    synchronized void look() {
      looks++;
      boolean isOver = cpuNanos() - startNanos >= enoughNanos || looks >= STARVED;
      if (!stopped && isOver) {
        rung = true;
        thread.interrupt();
      }
    }

    /** Keeps it from ringing; tells whether it has. */
    synchronized boolean stop() {
      stopped = true;
      return rung;
    }
  }

  /** Runs the case of a seed; empty if every read saw what sequential execution shows. */
  public Optional<Failure> run(long seed) {
    return run(seed, FuzzCase.of(seed));
  }

  /**
   * The smallest case made from a failing one that this finds, and that fails, too; it may be the
   * same.
   *
   * @param mostRuns how many cases are run at most
   */
  public Failure shrink(Failure failure, long mostRuns) {
    return new Shrinker(this, failure, mostRuns).shrink();
  }

  Optional<Failure> run(long seed, FuzzCase of) {
    CaseRun run = new CaseRun(seed, of);
    runs++;
    try {
      watched(() -> run.run(BACKEND), HANG_MILLIS);
      remoteSteals += run.remoteSteals();
      return Optional.empty();
    } catch (RuntimeException | Error thrown) {
      return Optional.of(new Failure(seed, of, run.found(), thrown));
    }
  }

  @Override
  public void close() {
    watch.shutdownNow();
  }
}
