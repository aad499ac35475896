package org.temoto.apps.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.temoto.apps.BadInputException;
import org.temoto.apps.report.Measurement;
import org.temoto.apps.report.Progress;
import org.temoto.apps.report.Report;
import org.temoto.apps.report.Summary;
import org.temoto.apps.suite.Application;
import org.temoto.apps.suite.Outcome;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.task.RuntimeOptions;
import org.temoto.task.TaskRuntime;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Command that runs an {@link Application}; a subclass has its options.
 *
 * @param <R> the answer
 */
public abstract class ApplicationCommand<R> implements Callable<Integer>, JobCommand {
  @Spec private CommandSpec spec;

  @Mixin private CommonOptions common;

  @Option(
      names = "--sequential",
      description = "Afterwards also time the same in plain Java by one thread, on PE 0.")
  private boolean sequential;

  /**
   * Result on which all PEs agree.
   *
   * @param sequentialSeconds 0 if not asked for
   */
  private record Result<R>(Outcome<R> outcome, double sequentialSeconds) {}

  /** The application that the options ask for. */
  protected abstract Application<R> application();

  /** The seed of what is random. */
  protected final long seed() {
    return common.seed();
  }

  /** Tells whether the same in plain Java is to be timed, too. */
  final boolean isComparedWithSequential() {
    return sequential;
  }

  /** Refuses several runs for {@code option}, by which one of them would change the next. */
  final void requireOneRun(String option) {
    common.requireOneRun(option);
  }

  /** Name of a part without tasks, where options of them change nothing; empty if it has some. */
  Optional<String> taskless() {
    return Optional.empty();
  }

  /** Refuses workers that a program with one strand per PE, named {@code what}, leaves idle. */
  final void requireOneWorker(String what) {
    if (common.workers() != 1) {
      throw new BadInputException(
          "--workers " + common.workers() + " must be 1: " + what + " has one strand per PE");
    }
  }

  @Override
  public void check() {
    Application<R> application = application();
    common.runtime();
    options(application);
  }

  @Override
  public final Map<String, String> withoutEffect() {
    return common.withoutEffect(taskless());
  }

  @Override
  public Integer call() {
    Application<R> application = application();
    common.requireEffect(withoutEffect());
    RuntimeOptions limits = common.runtime();
    GasOptions options = options(application);
    Job<Result<R>> done;
    try (Progress progress = TemotoCommand.progress(spec)) {
      done =
          common.launch(
              options,
              space -> run(application, space, limits, progress),
              result -> result.outcome().measurement(),
              result -> !result.outcome().verified());
    }
    return finish(application, done);
  }

  private GasOptions options(Application<R> application) {
    GasOptions options = common.space(application.dataBytes());
    if (sequential && SimulationOptions.of(options).schedule() == Schedule.VIRTUAL) {
      throw new BadInputException(
          "--sequential is measured on this machine: leave it out, or say --time wall");
    }
    return options;
  }

  private Result<R> run(
      Application<R> application,
      GlobalAddressSpace space,
      RuntimeOptions limits,
      Progress progress) {
    try (TaskRuntime runtime = TaskRuntime.start(space, limits)) {
      progress.begin(space, "running " + title(application));
      Outcome<R> outcome = application.run(space, runtime);
      double seconds = sequential && space.pe() == 0 ? application.sequentialSeconds() : 0;
      space.barrier();
      return new Result<>(outcome, seconds);
    }
  }

  private int finish(Application<R> application, Job<Result<R>> done) {
    Outcome<R> outcome = done.outcome().outcome();
    Measurement<R> measurement = common.withRuns(outcome.measurement());
    Map<String, Object> answer = application.fields(measurement.result());
    Map<String, Object> subject = new LinkedHashMap<>();
    subject.put("name", application.name());
    subject.putAll(application.parameters());
    subject.putAll(answer);
    if (sequential) {
      subject.put("sequentialSeconds", done.outcome().sequentialSeconds());
      subject.put("efficiency", efficiency(done));
    }
    Report report =
        new Report(
            "run",
            done.options(),
            subject,
            measurement,
            outcome.verified(),
            Map.of(),
            common.hints(application.name(), done.options(), measurement));
    String summary =
        Summary.of(
            title(application) + ": " + words(answer),
            Summary.forkRate(measurement),
            done.options(),
            measurement,
            outcome.verified());
    int code =
        Output.finish(
            spec,
            done.isReporter(),
            common.json(),
            report,
            sequential ? summary + System.lineSeparator() + line(done) : summary,
            Optional.empty());
    common.finish(done.isReporter());
    return code;
  }

  private static <R> double efficiency(Job<Result<R>> done) {
    int workers = done.options().pes() * done.options().workers();
    Result<R> result = done.outcome();
    return result.sequentialSeconds() / (workers * result.outcome().measurement().seconds());
  }

  private static <R> String line(Job<Result<R>> done) {
    return "  efficiency  %.0f %% of the sequential version on every worker, which took %.4f s"
        .formatted(100 * efficiency(done), done.outcome().sequentialSeconds());
  }

  private static String title(Application<?> application) {
    return application.name() + " " + words(application.parameters());
  }

  private static String words(Map<String, Object> fields) {
    return fields.entrySet().stream()
        .filter(field -> field.getValue() != null)
        .map(field -> field.getKey() + "=" + field.getValue())
        .collect(Collectors.joining(", "));
  }
}
