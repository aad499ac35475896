package org.temoto.bench;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.temoto.apps.report.Json;
import org.temoto.gas.GasOptions;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Costs;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.gas.simulated.backend.SimulatedBackend;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.ProcessingElement;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Events of virtual time per second of this machine: every PE does fetching atomics on others, each
 * of which is two events, its arrival and its return, and hands the turn over to another strand at
 * both.
 */
@Command(
    name = "events",
    description = "Scheduling events of virtual time per second.",
    mixinStandardHelpOptions = true)
public final class SchedulingEvents implements Callable<Integer> {
  private static final int EVENTS_PER_OPERATION = 2;
  private static final double NANOS = 1e9;

  @Spec private CommandSpec spec;

  @Option(names = "--pes", paramLabel = "N", description = "PEs (default: ${DEFAULT-VALUE}).")
  private int pes = 1024;

  @Option(
      names = "--events",
      paramLabel = "N",
      description = "Events of a round, at least (default: ${DEFAULT-VALUE}).")
  private long events = 1_000_000;

  @Option(names = "--rounds", paramLabel = "N", description = "Of which the median counts.")
  private int rounds = 11;

  @Option(names = "--json", description = "One JSON object instead of a line.")
  private boolean json;

  /** Measures what {@code arguments} ask for. */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    return new CommandLine(new SchedulingEvents());
  }

  @Override
  public Integer call() {
    if (pes < 2 || events < 1 || rounds < 1) {
      throw new ParameterException(
          spec.commandLine(),
          "--pes=%d must be at least 2, --events=%d and --rounds=%d at least 1"
              .formatted(pes, events, rounds));
    }
    double[] rates = new double[rounds];
    GasOptions options =
        GasOptions.DEFAULT
            .withPes(pes)
            .withHeapBytes(1 << 20)
            .with(
                SimulationOptions.DEFAULT,
                simulation ->
                    simulation
                        .withSchedule(Schedule.VIRTUAL)
                        .withCosts(Costs.MODELLED)
                        .withNetwork(new Network(2_000, 9e9)));
    new SimulatedBackend().launch(options, pe -> measure(pe, rates));
    PrintWriter out = spec.commandLine().getOut();
    Samples samples = new Samples("events per second", rates);
    out.println(json ? Json.line(object(samples)) : line(samples));
    out.flush();
    return 0;
  }

  /** The first round warms up. */
  private void measure(ProcessingElement pe, double[] rates) {
    int operations = Math.toIntExact(Math.ceilDiv(events, (long) EVENTS_PER_OPERATION * pes));
    try (Channel channel = pe.transport().openChannel()) {
      for (int round = -1; round < rounds; round++) {
        pe.transport().barrier();
        long start = System.nanoTime();
        for (int i = 0; i < operations; i++) {
          channel.fetchAdd((pe.rank() + 1 + i % (pes - 1)) % pes, 0, 1);
        }
        pe.transport().barrier();
        if (pe.rank() == 0 && round >= 0) {
          double seconds = (System.nanoTime() - start) / NANOS;
          rates[round] = (double) EVENTS_PER_OPERATION * operations * pes / seconds;
        }
      }
    }
  }

  private String line(Samples samples) {
    return String.format(
        Locale.ROOT,
        "%d PEs: median %.0f thousand events/s (%.0f to %.0f)",
        pes,
        samples.median() / 1e3,
        samples.minimum() / 1e3,
        samples.maximum() / 1e3);
  }

  private Map<String, Object> object(Samples samples) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("command", "events");
    fields.put("pes", pes);
    fields.put("medianPerSecond", samples.median());
    fields.put("minimumPerSecond", samples.minimum());
    fields.put("maximumPerSecond", samples.maximum());
    return fields;
  }
}
