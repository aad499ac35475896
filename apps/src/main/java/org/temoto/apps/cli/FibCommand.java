package org.temoto.apps.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.temoto.apps.fib.Fib;
import org.temoto.apps.report.Measurement;
import org.temoto.apps.report.Progress;
import org.temoto.apps.report.Report;
import org.temoto.apps.report.Summary;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.task.TaskRuntime;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs {@link Fib}. */
@Command(
    name = "fib",
    description = "Fibonacci number --n by its definition: nothing but forks and joins.",
    customSynopsis = "temoto run fib [OPTIONS]",
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class FibCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private CommonOptions common;

  @Option(
      names = "--n",
      paramLabel = "N",
      description = "From 0 to " + Fib.MAX + " (default: ${DEFAULT-VALUE}).")
  private int n = 30;

  @Override
  public Integer call() {
    Fib fib = new Fib(n);
    Job<Measurement<Long>> done;
    try (Progress progress = TemotoCommand.progress(spec)) {
      done = Job.launch(common.space(0), space -> compute(space, fib, progress));
    }
    Measurement<Long> measurement = done.outcome();
    boolean verified = measurement.result() == Fib.expected(n);
    Map<String, Object> subject = new LinkedHashMap<>();
    subject.put("name", "fib");
    subject.put("n", n);
    subject.put("result", measurement.result());
    Report report = new Report("run", done.options(), subject, measurement, verified, Map.of());
    String summary =
        Summary.of(
            "fib(" + n + ") = " + measurement.result(),
            Summary.rate(measurement.tasks().forks() / measurement.seconds(), "forks"),
            done.options(),
            measurement,
            verified);
    return Output.finish(spec, done.isReporter(), common.json(), report, summary, Optional.empty());
  }

  private static Measurement<Long> compute(GlobalAddressSpace space, Fib fib, Progress progress) {
    try (TaskRuntime runtime = TaskRuntime.start(space)) {
      progress.begin(space, "computing fib(" + fib.n() + ")");
      return Measurement.of(space, runtime, () -> runtime.run(fib));
    }
  }
}
