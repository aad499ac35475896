package org.temoto.bench;

import java.io.PrintWriter;
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
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.gas.spi.Clock;
import org.temoto.gas.spi.RuntimeSupport;
import org.temoto.task.TaskRuntime;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Recursive parallel loops whose joins wait for children on other PEs, beside the bound work / P +
 * span. Leaves wait on the clock of the job instead of computing, so that more PEs than cores can
 * be measured.
 */
@Command(
    name = "parallel-for",
    description = "Recursive parallel loops on a simulated network, beside work / P + span.",
    mixinStandardHelpOptions = true)
public final class ParallelFor implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--pes", split = ",", paramLabel = "P", description = "One worker each.")
  private List<Integer> pes = List.of(2, 4, 8);

  @Option(names = "--n", paramLabel = "N", description = "Leaves of the outermost loop.")
  private int size = 64;

  @Option(names = "--leaf", paramLabel = "MICROSECONDS", description = "What a leaf takes.")
  private long leafMicros = 1_000;

  @Option(names = "--rounds", paramLabel = "N", description = "Runs, of which the median counts.")
  private int rounds = 11;

  @Option(
      names = "--schedule",
      paramLabel = "threads|seeded|virtual",
      description =
          "Threads on the wall clock (default), one strand at a time, picked by a seed, or the one"
              + " whose virtual time is behind.")
  private Schedule schedule = Schedule.THREADS;

  @Option(names = "--json", description = "One JSON object instead of a table.")
  private boolean json;

  /** Measures what {@code arguments} ask for. */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    return new CommandLine(new ParallelFor()).setCaseInsensitiveEnumValuesAllowed(true);
  }

  @Override
  public Integer call() {
    List<Row> rows = pes.stream().map(this::measure).toList();
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(Json.line(object(rows)));
    } else {
      rows.forEach(row -> out.println(row.line()));
    }
    out.flush();
    return 0;
  }

  private Map<String, Object> object(List<Row> rows) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("command", "parallel-for");
    fields.put("schedule", schedule.name().toLowerCase(Locale.ROOT));
    fields.put("leaves", RecursiveLoop.leaves(size));
    fields.put("leafMicros", leafMicros);
    fields.put("results", rows.stream().map(Row::object).toList());
    return fields;
  }

  /** Result for one number of PEs; steals and suspensions are those of all rounds. */
  private record Row(int pes, Samples samples, double bound, TaskRuntime.Statistics statistics) {
    double ratio() {
      return samples.median() / bound;
    }

    String line() {
      return String.format(
          Locale.ROOT,
          "%d PEs: median %.2f ms (%.2f to %.2f), work / P + span %.2f ms, ratio %.2f;"
              + " %d steals, %d suspended joins",
          pes,
          samples.median() * 1e3,
          samples.minimum() * 1e3,
          samples.maximum() * 1e3,
          bound * 1e3,
          ratio(),
          statistics.remoteSteals(),
          statistics.suspensions());
    }

    Map<String, Object> object() {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("pes", pes);
      fields.put("medianSeconds", samples.median());
      fields.put("minimumSeconds", samples.minimum());
      fields.put("maximumSeconds", samples.maximum());
      fields.put("boundSeconds", bound);
      fields.put("ratio", ratio());
      fields.put("remoteSteals", statistics.remoteSteals());
      fields.put("suspensions", statistics.suspensions());
      return fields;
    }
  }

  private Row measure(int count) {
    double[] seconds = new double[rounds];
    TaskRuntime.Statistics[] statistics = new TaskRuntime.Statistics[1];
    GasOptions options =
        GasOptions.DEFAULT
            .withBackend("simulated")
            .withPes(count)
            .withWorkers(1)
            .withHeapBytes(16 << 20)
            .with(
                SimulationOptions.DEFAULT,
                simulation ->
                    simulation.withSchedule(schedule).withNetwork(new Network(2_000, 9e9)));
    Temoto.launch(options, space -> run(space, seconds, statistics));
    double leaf = leafMicros * 1e-6;
    double bound = RecursiveLoop.leaves(size) * leaf / count + RecursiveLoop.span(size) * leaf;
    return new Row(count, new Samples(count + " PEs", seconds), bound, statistics[0]);
  }

  /** The first run warms up. */
  private void run(
      GlobalAddressSpace space, double[] seconds, TaskRuntime.Statistics[] statistics) {
    Clock clock = RuntimeSupport.of(space).processingElement().clock();
    RecursiveLoop loop = new RecursiveLoop(size, leafMicros * 1_000);
    try (TaskRuntime runtime = TaskRuntime.start(space)) {
      for (int round = -1; round < rounds; round++) {
        long start = clock.now();
        long leaves = runtime.run(loop);
        if (leaves != RecursiveLoop.leaves(size)) {
          throw new IllegalStateException(leaves + " leaves ran");
        }
        if (round >= 0 && space.pe() == 0) {
          seconds[round] = (clock.now() - start) * 1e-9;
        }
      }
      TaskRuntime.Statistics total = runtime.totalStatistics();
      if (space.pe() == 0) {
        statistics[0] = total;
      }
    }
  }
}
