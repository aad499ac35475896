package org.temoto.apps.cli;

import java.lang.reflect.Field;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.temoto.apps.BadInputException;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.simulated.Network.Costs.ContentionFree;
import org.temoto.gas.simulated.Network.Costs.FatTree;
import org.temoto.gas.simulated.Network.Costs.LogGp;
import org.temoto.gas.simulated.Network.Costs.Simple;
import org.temoto.gas.simulated.Network.Costs.TwoLevel;
import org.temoto.gas.simulated.Network.Disturbance;
import org.temoto.gas.simulated.Network.Disturbance.Slower;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** The options that say which network a simulated job imitates. */
final class NetworkOptions {
  private static final String HEADING = "Simulated network: ";

  /** Networks that {@code --network} can name; the other options change their values. */
  private static final Map<String, Network.Costs> KNOWN = known();

  @Option(
      names = "--network",
      paramLabel = "NAME",
      description =
          HEADING
              + "a model (simple, loggp, two-level, fat-tree) or a known network (10gbe, 10gbe-ms,"
              + " infiniband-fdr, infiniband-edr, tofu-d), whose values the following options"
              + " replace; see docs/networks.md.")
  private String name;

  @Option(
      names = "--latency",
      paramLabel = "TIME",
      converter = Converters.Nanoseconds.class,
      description = HEADING + "latency, for example 1.8us (default: none).")
  private Long latency;

  @Option(
      names = "--bandwidth",
      paramLabel = "RATE",
      converter = Converters.BitsPerSecond.class,
      description = HEADING + "bandwidth of each link, for example 9Gbps (default: unlimited).")
  private Double bandwidth;

  @Option(
      names = "--contention",
      paramLabel = "on|off",
      description =
          HEADING
              + "of simple, whether transfers queue up on links (default), or each takes latency +"
              + " bytes / bandwidth by itself.")
  private Switch contention;

  @Option(
      names = "--overhead",
      paramLabel = "TIME",
      converter = Converters.Nanoseconds.class,
      description = HEADING + "of loggp, what an operation takes the strand that issues it.")
  private Long overhead;

  @Option(
      names = "--gap",
      paramLabel = "TIME",
      converter = Converters.Nanoseconds.class,
      description = HEADING + "of loggp, the time between two messages of a PE.")
  private Long gap;

  @Option(
      names = "--pes-per-host",
      paramLabel = "N",
      description = HEADING + "of two-level, PEs that share a host.")
  private Integer pesPerHost;

  @Option(
      names = "--host-latency",
      paramLabel = "TIME",
      converter = Converters.Nanoseconds.class,
      description = HEADING + "of two-level, latency inside a host.")
  private Long hostLatency;

  @Option(
      names = "--host-bandwidth",
      paramLabel = "RATE",
      converter = Converters.BitsPerSecond.class,
      description = HEADING + "of two-level, bandwidth of each PE inside its host.")
  private Double hostBandwidth;

  @Option(
      names = "--radix",
      paramLabel = "N",
      description = HEADING + "of fat-tree, links down of a switch.")
  private Integer radix;

  @Option(
      names = "--hop-latency",
      paramLabel = "TIME",
      converter = Converters.Nanoseconds.class,
      description = HEADING + "of fat-tree, what each switch adds to the latency.")
  private Long hopLatency;

  @Option(
      names = "--oversubscription",
      paramLabel = "X",
      converter = Converters.Decimal.class,
      description = HEADING + "of fat-tree, bandwidth of a switch down, divided by that up.")
  private Double oversubscription;

  @Option(
      names = "--jitter",
      paramLabel = "SHARE",
      converter = Converters.Share.class,
      description = HEADING + "how much longer a latency may be by lot, for example 20%%.")
  private double jitter;

  @Option(
      names = "--stragglers",
      paramLabel = "SHARExFACTOR",
      converter = Converters.SlowerPes.class,
      description = HEADING + "PEs with slower links, for example 10%%x4; the seed chooses them.")
  private Slower stragglers = Slower.NONE;

  @Option(
      names = "--slow-pes",
      paramLabel = "SHARExFACTOR",
      converter = Converters.SlowerPes.class,
      description = "PEs that compute slower, in virtual time, for example 10%%x2.")
  private Slower slowPes = Slower.NONE;

  private static Map<String, Network.Costs> known() {
    Map<String, Network.Costs> known = new LinkedHashMap<>();
    Stream.of(Network.NONE.costs(), LogGp.DEFAULT, TwoLevel.DEFAULT, FatTree.DEFAULT)
        .forEach(costs -> known.put(costs.model(), costs));
    for (NetworkPreset preset : NetworkPreset.values()) {
      known.put(preset.label(), preset.network().costs());
    }
    return known;
  }

  /**
   * The network that is asked for.
   *
   * @param schedule of the job: in virtual time only PEs can be made slower
   */
  Network network(Schedule schedule) {
    requireSlowPesShow(schedule);
    return new Network(costs(Network.NONE.costs()), new Disturbance(jitter, stragglers, slowPes));
  }

  /** The network {@code before} with what is typed for the command {@code spec}. */
  Network changed(Network before, CommandSpec spec, Schedule schedule) {
    requireSlowPesShow(schedule);
    ParseResult typed = spec.commandLine().getParseResult();
    Disturbance old = before.disturbance();
    return new Network(
        costs(before.costs()),
        new Disturbance(
            typed.hasMatchedOption("--jitter") ? jitter : old.jitter(),
            typed.hasMatchedOption("--stragglers") ? stragglers : old.stragglers(),
            typed.hasMatchedOption("--slow-pes") ? slowPes : old.slowPes()));
  }

  private void requireSlowPesShow(Schedule schedule) {
    if (schedule != Schedule.VIRTUAL && slowPes.isAny()) {
      throw new BadInputException(
          "--slow-pes %s shows in virtual time only: on the wall clock every PE computes as fast as"
                  .formatted(slowPes)
              + " this machine does");
    }
  }

  /** A network of a program that is not known yet: of the model whose options are typed. */
  Network assumed() {
    return new Network(owned().stream().findFirst().map(Owned::owner).orElse(Network.NONE.costs()));
  }

  /**
   * Refuses what is typed for the command {@code spec} where the job has a network.
   *
   * @param backend of the job
   */
  static void requireImitated(String backend, CommandSpec spec) {
    List<String> typed =
        spec.commandLine().getParseResult().matchedOptions().stream()
            .filter(NetworkOptions::isOfNetwork)
            .map(OptionSpec::longestName)
            .distinct()
            .toList();
    if (!backend.equals("simulated") && !typed.isEmpty()) {
      throw new BadInputException(
          "a job on %s has the network of its cluster: options of a simulated network (%s) do not"
                  .formatted(backend, String.join(", ", typed))
              + " apply");
    }
  }

  private static boolean isOfNetwork(OptionSpec option) {
    return option.userObject() instanceof Field field
        && field.getDeclaringClass() == NetworkOptions.class;
  }

  /**
   * Option that belongs to one model.
   *
   * @param owner of the model
   * @param value null if it is not typed
   */
  private record Owned(Network.Costs owner, String option, Object value) {}

  /** The typed options of single models. */
  private List<Owned> owned() {
    String queues = contention == Switch.OFF ? "--contention off" : "--contention on";
    return Stream.of(
            new Owned(Network.NONE.costs(), queues, contention),
            new Owned(LogGp.DEFAULT, "--overhead", overhead),
            new Owned(LogGp.DEFAULT, "--gap", gap),
            new Owned(TwoLevel.DEFAULT, "--pes-per-host", pesPerHost),
            new Owned(TwoLevel.DEFAULT, "--host-latency", hostLatency),
            new Owned(TwoLevel.DEFAULT, "--host-bandwidth", hostBandwidth),
            new Owned(FatTree.DEFAULT, "--radix", radix),
            new Owned(FatTree.DEFAULT, "--hop-latency", hopLatency),
            new Owned(FatTree.DEFAULT, "--oversubscription", oversubscription))
        .filter(option -> option.value() != null)
        .toList();
  }

  /**
   * @param before what is changed where no model is named
   */
  private Network.Costs costs(Network.Costs before) {
    if (name != null) {
      Choice.require("--network", name, List.copyOf(KNOWN.keySet()));
    }
    Network.Costs base = name == null ? before : KNOWN.get(name);
    for (Owned option : owned()) {
      if (!base.model().equals(option.owner().model())) {
        throw new BadInputException(
            "%s belongs to --network %s, not to %s"
                .formatted(
                    option.option(),
                    option.owner().model(),
                    Optional.ofNullable(name).orElse(base.model())));
      }
    }
    long l = or(latency, base.latencyNanos());
    double b = or(bandwidth, base.bitsPerSecond());
    return switch (base) {
      case Simple _, ContentionFree _ ->
          contention == Switch.OFF || contention == null && base instanceof ContentionFree
              ? new ContentionFree(l, b)
              : new Simple(l, b);
      case LogGp of -> new LogGp(l, b, or(overhead, of.overheadNanos()), or(gap, of.gapNanos()));
      case TwoLevel of ->
          new TwoLevel(
              l,
              b,
              or(pesPerHost, of.pesPerHost()),
              or(hostLatency, of.hostLatencyNanos()),
              or(hostBandwidth, of.hostBitsPerSecond()));
      case FatTree of ->
          new FatTree(
              l,
              b,
              or(radix, of.radix()),
              or(hopLatency, of.hopNanos()),
              or(oversubscription, of.oversubscription()));
    };
  }

  private static <T> T or(T given, T otherwise) {
    return given == null ? otherwise : given;
  }
}
