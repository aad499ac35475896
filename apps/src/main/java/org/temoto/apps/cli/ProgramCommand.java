package org.temoto.apps.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Stack;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.temoto.apps.BadInputException;
import org.temoto.apps.program.UserProgram;
import org.temoto.apps.report.Measurement;
import org.temoto.apps.report.Measurement.Reported;
import org.temoto.apps.report.Report;
import org.temoto.apps.report.Summary;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.spi.LaunchHost;
import org.temoto.task.RuntimeOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Command that runs a program of the user. The options of its {@code Temoto.launch} hold, unless an
 * option of the command says otherwise.
 */
@Command(
    name = "program",
    description = {
      "Runs a program of yours: a class (my.Heat), a source file (Heat.java) or a jar. Options"
          + " replace what it passes to Temoto.launch."
    },
    customSynopsis = "temoto run PROGRAM [OPTIONS] [-- ARGUMENTS of PROGRAM]",
    footerHeading = "%n",
    footer = {
      "temoto -cp MORE run PROGRAM adds to the class path.",
      "",
      "For example:",
      "  temoto run Heat.java --pes 4 --json -- 512 200"
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class ProgramCommand implements Callable<Integer>, JobCommand {
  @Spec private CommandSpec spec;

  @Mixin private CommonOptions common;

  @Parameters(
      paramLabel = "PROGRAM",
      description = "A class, a source file (.java) or a jar with a main class.")
  private String name;

  @Option(
      names = PROGRAM_ARGUMENT,
      hidden = true,
      preprocessor = Verbatim.class,
      description = "An argument of the program.")
  private List<String> arguments = List.of();

  /** Reader of arguments that may look like options of Temoto's own. */
  static final class Verbatim implements IParameterPreprocessor {
    @Override
    public boolean preprocess(
        Stack<String> words, CommandSpec command, ArgSpec option, Map<String, Object> info) {
      List<String> before = option.getValue();
      option.setValue(Stream.concat(before.stream(), Stream.of(words.pop())).toList());
      return true;
    }
  }

  /** Host that launches one job, with what the command line says. */
  private final class Host implements LaunchHost {
    private Job<Measurement<Reported>> done;
    private GasOptions wanted;

    /** Failure of the launch; the program may have caught it. */
    private Throwable failure;

    @Override
    public void launch(GasOptions options, Consumer<GlobalAddressSpace> program) {
      if (done != null || failure != null) {
        RuntimeException refused =
            new BadInputException(
                name + " launches a second job, and a report is of one: run it by ./temoto java");
        failure = failure == null ? refused : failure;
        throw refused;
      }
      try {
        wanted = options;
        GasOptions chosen = common.space(options);
        done =
            ScopedValue.where(LaunchHost.CURRENT, null)
                .call(() ->
                    common.launch(
                        chosen,
                        space -> run(space, program),
                        measured -> measured,
                        measured -> Boolean.FALSE.equals(measured.result().verified())));
      } catch (RuntimeException | Error e) {
        failure = e;
        throw e;
      }
    }

    private Measurement<Reported> run(
        GlobalAddressSpace space, Consumer<GlobalAddressSpace> program) {
      Measurement<Reported> measured = Measurement.ofProgram(space, () -> program.accept(space));
      common.requireEffect(name, Measurement.runtimes(space), RuntimeOptions.of(space.options()));
      return measured;
    }

    private Job<Measurement<Reported>> done() {
      switch (failure) {
        case null -> {}
        case RuntimeException e -> throw e;
        case Error e -> throw e;
        default -> throw new IllegalStateException(failure);
      }
      if (done == null) {
        throw new BadInputException(
            name + " has ended without Temoto.launch on its main thread: there was no job");
      }
      return done;
    }
  }

  @Override
  public void check() {
    UserProgram.of(name);
    common.checkForProgram();
  }

  @Override
  public Map<String, String> withoutEffect() {
    return Map.of(); // the program says what it does when it runs
  }

  @Override
  public Integer call() throws Exception {
    UserProgram program = UserProgram.of(name);
    Host host = new Host();
    try (ExitGuard _ = ExitGuard.begin()) {
      run(program, host);
      return finish(host.done(), host.wanted);
    }
  }

  private void run(UserProgram program, Host host) throws Exception {
    PrintStream out = System.out;
    if (TemotoCommand.of(spec).isPoint()) {
      System.setOut(new PrintStream(OutputStream.nullOutputStream(), false, UTF_8));
    } else if (common.json()) {
      System.setOut(System.err); // the one line on the standard output is the report
    }
    try {
      program.run(host, arguments);
    } finally {
      System.setOut(out);
    }
  }

  private int finish(Job<Measurement<Reported>> done, GasOptions wanted) {
    Measurement<Reported> measurement = common.withRuns(done.outcome());
    Map<String, Object> values = measurement.result().values();
    Boolean verified = measurement.result().verified();
    Map<String, Object> subject = new LinkedHashMap<>();
    subject.put("name", name);
    subject.put("arguments", arguments);
    subject.put("values", values); // whose names may be any
    subject.put("measured", measurement.result().isMeasured());
    int code =
        Output.finish(
            spec,
            done.isReporter(),
            common.json(),
            new Report(
                "run",
                done.options(),
                subject,
                measurement,
                verified,
                Map.of(),
                hints(done.options(), measurement)),
            Summary.of(
                title(values),
                Summary.forkRate(measurement),
                done.options(),
                measurement,
                verified),
            Optional.empty());
    if (done.isReporter() && !common.json() && !done.options().backend().equals("simulated")) {
      tellIgnored(wanted, done.options());
    }
    common.finish(done.isReporter());
    return code;
  }

  private List<String> hints(GasOptions options, Measurement<Reported> measurement) {
    boolean mayBeFound =
        Boolean.FALSE.equals(measurement.result().verified())
            && !SimulationOptions.of(options).raceChecker();
    String check = "a commit or lock left out may be why; try temoto check " + name;
    return Stream.concat(
            common.hasHints() && mayBeFound ? Stream.of(check) : Stream.empty(),
            common.hints(name, options, measurement).stream())
        .toList();
  }

  /** Lines of what the program asks of simulations only. */
  private void tellIgnored(GasOptions wanted, GasOptions options) {
    PrintWriter err = spec.commandLine().getErr();
    // A number that has not been chosen is not told from the default.
    if (wanted.pes() != options.pes() && wanted.pes() != GasOptions.DEFAULT.pes()) {
      err.printf(
          "  PEs         %d, as many as have been started; withPes(%d) of the program is for"
              + " simulations%n",
          options.pes(), wanted.pes());
    }
    List<String> ignored = SimulationOptions.of(wanted).ignored();
    if (!ignored.isEmpty()) {
      err.printf(
          "  ignored     %s of the program: for simulations%n", String.join(" and ", ignored));
    }
  }

  private String title(Map<String, Object> values) {
    String call = (name + " " + String.join(" ", arguments)).strip();
    return values.isEmpty()
        ? call
        : values.entrySet().stream()
            .map(value -> value.getKey() + "=" + value.getValue())
            .collect(Collectors.joining(", ", call + ": ", ""));
  }
}
