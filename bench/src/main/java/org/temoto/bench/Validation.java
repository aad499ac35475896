package org.temoto.bench;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.temoto.apps.cli.Main;
import org.temoto.apps.report.Json;
import org.temoto.bench.shmem.BenchException;
import org.temoto.bench.shmem.CommandJob;
import org.temoto.bench.shmem.Compilers;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Comparison of what virtual time predicts with what this machine's clock shows: commands are run
 * in turns in both, and once more on one worker, alone and as many times at once as the job has
 * workers, which tells how much the machine's cores disturb each other.
 */
@Command(
    name = "validate",
    description =
        "Runs in virtual time, corrected by how much the cores of this machine disturb each other,"
            + " beside the same on the machine's clock.",
    mixinStandardHelpOptions = true)
public final class Validation implements Callable<Integer> {
  private static final List<String> COMMANDS =
      List.of(
          "run fib --n 38",
          "run nqueens --n 13 --method rows",
          "sort --generate 10000000",
          "matmul --generate 1536");

  private static final String ONE_WORKER = " --pes 1 --workers 1 --json --time wall";

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "COMMAND",
      description = "What to run, each as one word, for example 'run fib --n 30'.")
  private List<String> commands = COMMANDS;

  @Option(names = "--pes", paramLabel = "N", description = "PEs (default: ${DEFAULT-VALUE}).")
  private int pes = 2;

  @Option(
      names = "--workers",
      paramLabel = "N",
      description = "Workers per PE (default: ${DEFAULT-VALUE}).")
  private int workers = 1;

  @Option(
      names = "--transport",
      paramLabel = "simulated|shm|tcp",
      description =
          "The real runs: PEs that are threads of this process (default), or processes under oshrun"
              + " that share memory or talk over TCP, predicted with the latency and bandwidth that"
              + " doctor --measure finds there.")
  private RealTransport transport = RealTransport.SIMULATED;

  /** Until then compilers take cores from workers, in some runs more than in others. */
  @Option(
      names = "--warm-up",
      paramLabel = "N",
      description = "Rounds that do not count (default: ${DEFAULT-VALUE}).")
  private int warmUp = 30;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Of which the median counts (default: ${DEFAULT-VALUE}).")
  private int rounds = 5;

  @Option(names = "--json", description = "One JSON object instead of a table.")
  private boolean json;

  /** Compares what {@code arguments} ask for. */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    return new CommandLine(new Validation())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionExceptionHandler(Validation::report);
  }

  private static int report(Exception e, CommandLine line, CommandLine.ParseResult parsed)
      throws Exception {
    if (e instanceof BenchException) {
      line.getErr().println("temoto: bench validate: " + e.getMessage());
      return 1;
    }
    throw e;
  }

  @Override
  public Integer call() {
    require();
    if (transport == RealTransport.SIMULATED) {
      print("", this::onThreads);
    } else {
      try (CommandJob job = new CommandJob(pes, transport.oshrunOptions())) {
        print(job.network(), command -> inJob(job, command));
      }
    }
    return 0;
  }

  private void require() {
    String mistake =
        pes < 1 || workers < 1 || warmUp < 0 || rounds < 1
            ? "--pes=%d, --workers=%d and --rounds=%d must be at least 1, --warm-up=%d not negative"
                .formatted(pes, workers, rounds, warmUp)
            : pes == 1 && transport != RealTransport.SIMULATED
                ? "--pes=1 must be at least 2 for --transport=" + word(transport)
                : null;
    if (mistake != null) {
      throw new ParameterException(spec.commandLine(), mistake);
    }
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private void print(String network, Function<String, Contender> real) {
    PrintWriter out = spec.commandLine().getOut();
    if (!json && !network.isEmpty()) {
      out.println(word(transport) + " is predicted with " + network);
      out.flush();
    }
    List<Map<String, Object>> rows = new ArrayList<>();
    for (String command : commands) {
      ValidationRow row = measure(command, network, real.apply(command));
      rows.add(row.object());
      if (!json) {
        row.lines().forEach(out::println);
        out.flush();
      }
    }
    if (json) {
      out.println(Json.line(object(network, rows)));
      out.flush();
    }
  }

  private Map<String, Object> object(String network, List<Map<String, Object>> rows) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("command", "validate");
    fields.put("transport", word(transport));
    fields.put("network", network.isEmpty() ? null : network);
    fields.put("pes", pes);
    fields.put("workers", workers);
    fields.put("warmUp", warmUp);
    fields.put("rounds", rounds);
    fields.put("results", rows);
    return fields;
  }

  private ValidationRow measure(String command, String network, Contender real) {
    String imitated = network.isEmpty() ? "" : " " + network;
    Run virtual = new Run(command + shape() + " --json --time virtual" + imitated);
    Run alone = new Run(command + ONE_WORKER);
    try (real;
        Copies virtually = copies(1, virtual);
        Copies once = copies(1, alone);
        Copies atOnce = copies(Math.multiplyExact(pes, workers), alone)) {
      List<Contender> contenders = List.of(real, virtually, once, atOnce);
      if (warmUp > 0) {
        new Alternation(0, warmUp).seconds(contenders);
      }
      double before = Compilers.seconds();
      double[][] seconds = new Alternation(0, rounds).seconds(contenders);
      double compiling = (Compilers.seconds() - before) / rounds;
      return new ValidationRow(
          command, Prediction.of(seconds), atOnce.count(), atOnce.overlap(rounds), compiling);
    }
  }

  /** Copies of {@code run}; what they time begins when nothing is being compiled. */
  private static Copies copies(int count, Run run) {
    return new Copies(Collections.nCopies(count, run), Compilers::awaitRest);
  }

  private String shape() {
    return " --pes " + pes + " --workers " + workers;
  }

  private Contender onThreads(String command) {
    return copies(1, new Run(command + shape() + " --json --time wall"));
  }

  private Contender inJob(CommandJob job, String command) {
    return new JobRun(job, command + " --workers " + workers + " --json");
  }

  /** A command, as a user types it. */
  private record Run(String name) implements Contender {
    @Override
    public double round() {
      StringWriter out = new StringWriter();
      StringWriter err = new StringWriter();
      int code = Main.run(new PrintWriter(out), new PrintWriter(err), name.split(" ", -1));
      if (code != 0) {
        throw new BenchException("'%s' ended with %d: %s".formatted(name, code, err).strip());
      }
      try {
        return seconds(JSON.std.mapFrom(out.toString()));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** The same in the processes of a job. */
  private record JobRun(CommandJob job, String name) implements Contender {
    @Override
    public double round() {
      return seconds(job.run(name));
    }
  }

  private static double seconds(Map<String, Object> printed) {
    return ((Number) printed.get("seconds")).doubleValue();
  }
}
