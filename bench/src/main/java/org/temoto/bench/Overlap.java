package org.temoto.bench;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.temoto.apps.report.Json;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.Temoto;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Costs;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.gas.simulated.backend.SimulatedBackend;
import org.temoto.task.TaskRuntime;
import org.temoto.task.collective.CollectiveOptions;
import org.temoto.task.collective.Collectives.Algorithm;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Nomura and Ishikawa's experiment: broadcasts beside a computation that goes on, by each way to
 * move them on. How long a broadcast takes, and what share of its time the computation loses.
 */
@Command(
    name = "collectives",
    description = {
      "Broadcasts beside products of small matrices (Nomura and Ishikawa, figures 4 to 6), by each way to move them",
      "on. In virtual time on simulated PEs; under oshrun on the PEs of the job."
    },
    mixinStandardHelpOptions = true)
public final class Overlap implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--pes",
      paramLabel = "N",
      description = "Simulated PEs (default: ${DEFAULT-VALUE}).")
  private int pes = 8;

  @Option(names = "--bytes", split = ",", paramLabel = "B", description = "Sizes of broadcasts.")
  private List<Integer> sizes = List.of(1 << 10, 16 << 10, 256 << 10, 1 << 20, 8 << 20);

  @Option(
      names = "--grain",
      split = ",",
      paramLabel = "N",
      description = "Sides of the matrices: small for dense calls, large for coarse ones.")
  private List<Integer> grains = List.of(4, 40);

  @Option(names = "--algorithm", split = ",", paramLabel = "NAME", description = "Of broadcast.")
  private List<Algorithm> algorithms = List.of(Algorithm.BINOMIAL_TREE, Algorithm.RING);

  @Option(
      names = "--progress",
      split = ",",
      paramLabel = "NAME",
      description = "Who moves them on: ${COMPLETION-CANDIDATES} (default: all).")
  private List<CollectiveOptions.Progress> ways = List.of(CollectiveOptions.Progress.values());

  @Option(names = "--rounds", paramLabel = "N", description = "Of which the median counts.")
  private int rounds = 11;

  @Option(
      names = "--wall-clock",
      description = "Simulated PEs on the wall clock instead of in virtual time.")
  private boolean wallClock;

  /** Cost of computing in virtual time. */
  enum Cost {
    MEASURED,
    MODEL
  }

  @Option(
      names = "--cost",
      paramLabel = "measured|model",
      description =
          "What computing takes in virtual time: as long as here (default), or what a model says,"
              + " the same on every machine: 1 ns for each multiplication.")
  private Cost cost;

  @Option(names = "--json", description = "One JSON object instead of a table.")
  private boolean json;

  /** Measures what {@code arguments} ask for. */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    return new CommandLine(new Overlap()).setCaseInsensitiveEnumValuesAllowed(true);
  }

  @Override
  public Integer call() {
    if (pes < 2 || rounds < 1 || sizes.stream().anyMatch(bytes -> bytes < 1)) {
      throw new ParameterException(
          spec.commandLine(),
          "--pes=%d must be at least 2, --rounds=%d and --bytes=%s at least 1"
              .formatted(pes, rounds, sizes));
    }
    GasOptions asked = GasOptions.DEFAULT.withWorkers(1).withHeapBytes(64 << 20);
    boolean isVirtual = isSimulated(asked) && !wallClock;
    if (cost != null && !isVirtual) {
      throw new ParameterException(
          spec.commandLine(),
          "--cost=" + cost + " is about virtual time: simulated PEs, without --wall-clock");
    }
    if (isSimulated(asked)) {
      asked =
          asked
              .withPes(pes)
              .with(
                  SimulationOptions.DEFAULT,
                  simulation -> simulation.withNetwork(new Network(1_800, 9e9)));
    }
    if (isVirtual) {
      Costs costs = cost == Cost.MODEL ? Costs.MODELLED : Costs.MEASURED;
      asked =
          asked.with(
              SimulationOptions.DEFAULT,
              simulation -> simulation.withSchedule(Schedule.VIRTUAL).withCosts(costs));
    }
    List<OverlapRow> rows = new ArrayList<>();
    Temoto.launch(asked, space -> measure(space, space.pe() == 0 ? rows : new ArrayList<>()));
    if (!rows.isEmpty()) { // PE 0 is here
      print(rows);
    }
    return 0;
  }

  private static boolean isSimulated(GasOptions options) {
    return Temoto.resolve(options).backend().equals(SimulatedBackend.NAME);
  }

  private void measure(GlobalAddressSpace space, List<OverlapRow> rows) {
    Map<CollectiveOptions.Progress, TaskRuntime> runtimes =
        new EnumMap<>(CollectiveOptions.Progress.class);
    for (CollectiveOptions.Progress way : ways) {
      TaskRuntime runtime = TaskRuntime.start(space);
      runtime.collectives(CollectiveOptions.DEFAULT.withProgress(way));
      runtimes.put(way, runtime);
    }
    for (Algorithm algorithm : algorithms) {
      for (int grain : grains) {
        for (int bytes : sizes) {
          rows.addAll(new OverlapCase(algorithm, grain, bytes, rounds).measure(space, runtimes));
        }
      }
    }
    runtimes.values().forEach(TaskRuntime::close);
  }

  private void print(List<OverlapRow> rows) {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("command", "collectives");
      fields.put("results", rows.stream().map(OverlapRow::object).toList());
      out.println(Json.line(fields));
    } else {
      for (Algorithm algorithm : algorithms) {
        for (int grain : grains) {
          out.printf(
              "%s, products of %d x %d; us until done, share of the computation lost%n",
              algorithm.name().toLowerCase(Locale.ROOT), grain, grain);
          sizes.forEach(bytes -> out.println(line(rows, algorithm, grain, bytes)));
        }
      }
    }
    out.flush();
  }

  private static String line(List<OverlapRow> rows, Algorithm algorithm, int grain, int bytes) {
    StringBuilder line = new StringBuilder("%,12d B".formatted(bytes));
    for (OverlapRow row : rows) {
      OverlapCase of = row.of();
      if (of.algorithm() == algorithm && of.grain() == grain && of.bytes() == bytes) {
        line.append(
            String.format(
                Locale.ROOT,
                "  %s %.1f %.1f %%",
                row.progress().name().toLowerCase(Locale.ROOT),
                row.seconds() * 1e6,
                100 * row.lost()));
      }
    }
    return line.toString();
  }
}
