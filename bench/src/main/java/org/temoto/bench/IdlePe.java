package org.temoto.bench;

import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.temoto.apps.report.Json;
import org.temoto.gas.GasOptions;
import org.temoto.gas.Temoto;
import org.temoto.task.Forked;
import org.temoto.task.LongTask;
import org.temoto.task.Task;
import org.temoto.task.TaskContext;
import org.temoto.task.TaskRuntime;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Benchmark of what a PE without work costs, and how late it notices new work: PE 0 computes, and
 * now and then forks one child that PE 1 can steal. Both PEs are of one process, so that they share
 * a clock.
 */
@Command(
    name = "idle",
    description = "What a PE without work costs, and how late it notices new work.",
    mixinStandardHelpOptions = true)
public final class IdlePe implements Callable<Integer> {
  /** Time without anything to steal before it is measured. */
  private static final long QUIET_NANOS = 200_000_000;

  private static final long BETWEEN_CHILDREN_NANOS = 5_000_000;
  private static final long GIVE_UP_NANOS = 30_000_000_000L;

  /** Prefix of the names of the threads of PE 1. */
  private static final String IDLE_THREADS = "pe1-";

  /** Moment at which the child last forked began; 0 before. */
  private static volatile long begun;

  @Spec private CommandSpec spec;

  @Option(names = "--children", paramLabel = "N", description = "Forks whose children count.")
  private int children = 2_000;

  @Option(
      names = "--warm-up",
      paramLabel = "N",
      description = "As many as N before those; while the JIT compiles, it has the idle PE's core.")
  private int warmUp = 1_000;

  @Option(names = "--idle", paramLabel = "MS", description = "How long the idle PE is watched.")
  private int idleMillis = 2_000;

  @Option(names = "--json", description = "One JSON object instead of two lines.")
  private boolean json;

  /** Measures what {@code arguments} ask for. */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    return new CommandLine(new IdlePe());
  }

  @Override
  public Integer call() {
    if (children < 1 || warmUp < 0 || idleMillis < 1) {
      throw new ParameterException(
          spec.commandLine(),
          "--children="
              + children
              + " and --idle="
              + idleMillis
              + " must be at least 1, --warm-up="
              + warmUp
              + " not negative");
    }
    AtomicReference<Figures> measured = new AtomicReference<>();
    GasOptions options = GasOptions.DEFAULT.withBackend("simulated").withPes(2).withWorkers(1);
    Root root = new Root(warmUp, children, idleMillis);
    Temoto.launch(
        options,
        space -> {
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            Figures figures = runtime.run(root);
            if (space.pe() == 0) {
              measured.set(figures);
            }
          }
        });
    PrintWriter out = spec.commandLine().getOut();
    out.println(json ? Json.line(measured.get().object()) : measured.get().lines());
    out.flush();
    return 0;
  }

  /**
   * Results of a run.
   *
   * @param idleShare of a core that PE 1 used while there was nothing to steal
   * @param late seconds from the fork to the child's begin, for each child
   */
  private record Figures(double idleShare, @Task.Copied double[] late) {
    Samples samples() {
      return new Samples("late", late);
    }

    String lines() {
      Samples samples = samples();
      return String.format(
          Locale.ROOT,
          "idle PE: %.2f %% of a core%nnew work noticed after: median %.0f us, 95 %% below %.0f us,"
              + " 99 %% below %.0f us, longest %.0f us",
          100 * idleShare,
          samples.median() * 1e6,
          samples.percentile(95) * 1e6,
          samples.percentile(99) * 1e6,
          samples.maximum() * 1e6);
    }

    Map<String, Object> object() {
      Samples samples = samples();
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("command", "idle");
      fields.put("children", late.length);
      fields.put("idleShareOfCore", idleShare);
      fields.put("noticedMedianSeconds", samples.median());
      fields.put("noticedP95Seconds", samples.percentile(95));
      fields.put("noticedP99Seconds", samples.percentile(99));
      fields.put("noticedMaximumSeconds", samples.maximum());
      return fields;
    }
  }

  /** Task that tells when it began. */
  private record Child() implements LongTask {
    @Override
    public long compute(TaskContext context) {
      begun = System.nanoTime();
      return context.pe();
    }
  }

  /**
   * Task that is forked and joined while the child is waited for, as a program at work would: it
   * may offer.
   */
  private record Nothing() implements LongTask {
    @Override
    public long compute(TaskContext context) {
      return 0;
    }
  }

  private record Root(int warmUp, int children, int idleMillis) implements Task<Figures> {
    @Override
    public Figures run(TaskContext context) {
      double[] late = new double[children];
      for (int i = -warmUp; i < children; i++) {
        double seconds = late(context);
        if (i >= 0) {
          late[i] = seconds;
        }
      }
      return new Figures(idleShare(), late); // now, when what an idle PE does is compiled
    }

    private double idleShare() {
      compute(QUIET_NANOS);
      long start = System.nanoTime();
      long cpu = cpuOfIdleThreads();
      compute(idleMillis * 1_000_000L);
      long used = cpuOfIdleThreads() - cpu;
      return (double) used / (System.nanoTime() - start);
    }

    private static double late(TaskContext context) {
      compute(BETWEEN_CHILDREN_NANOS);
      begun = 0;
      long forked = System.nanoTime();
      Forked.OfLong child = context.fork(new Child());
      while (begun == 0) {
        if (System.nanoTime() - forked > GIVE_UP_NANOS) {
          throw new IllegalStateException("nobody has stolen the child within a second");
        }
        context.join(context.fork(new Nothing()));
      }
      if (context.join(child) == context.pe()) {
        throw new IllegalStateException("the child ran where it was forked");
      }
      return (begun - forked) * 1e-9;
    }

    private static void compute(long nanos) {
      long end = System.nanoTime() + nanos;
      while (System.nanoTime() < end) {
        Thread.onSpinWait();
      }
    }

    private static long cpuOfIdleThreads() {
      ThreadMXBean threads = ManagementFactory.getThreadMXBean();
      long sum = 0;
      for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
        if (thread != null && thread.getThreadName().startsWith(IDLE_THREADS)) {
          sum += threads.getThreadCpuTime(thread.getThreadId());
        }
      }
      return sum;
    }
  }
}
