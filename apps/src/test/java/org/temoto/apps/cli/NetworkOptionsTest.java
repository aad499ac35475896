package org.temoto.apps.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.apps.BadInputException;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.simulated.Network.Costs.ContentionFree;
import org.temoto.gas.simulated.Network.Costs.FatTree;
import org.temoto.gas.simulated.Network.Costs.LogGp;
import org.temoto.gas.simulated.Network.Costs.TwoLevel;
import org.temoto.gas.simulated.Network.Disturbance;
import org.temoto.gas.simulated.Network.Disturbance.Slower;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import picocli.CommandLine;

class NetworkOptionsTest {
  private static final String RUN = "run fib --n 5 --pes 2 --json ";

  private static Network parse(String line) {
    NetworkOptions options = new NetworkOptions();
    command(options, line);
    return options.network(Schedule.VIRTUAL);
  }

  /** The command whose options are {@code options} only, with {@code line} typed. */
  private static CommandLine.Model.CommandSpec command(NetworkOptions options, String line) {
    CommandLine command =
        new CommandLine(CommandLine.Model.CommandSpec.create().addMixin("network", mixin(options)))
            .registerConverter(Integer.class, Converters::int32);
    Converters.registerWords(command);
    command.parseArgs(line.isEmpty() ? new String[0] : line.split(" ", -1));
    return command.getCommandSpec();
  }

  private static CommandLine.Model.CommandSpec mixin(NetworkOptions options) {
    return CommandLine.Model.CommandSpec.forAnnotatedObject(options);
  }

  @Test
  void shouldBeFreeIfNothingIsSaid() {
    assertThat(parse("")).isEqualTo(Network.NONE);
    assertThat(parse("--network simple")).isEqualTo(Network.NONE);
  }

  @Test
  void shouldHaveTheTwoReadingsOfThePaper() {
    assertThat(NetworkPreset.ETHERNET_10G.network()).isEqualTo(new Network(1_800, 9e9));
    assertThat(NetworkPreset.ETHERNET_10G_MS.network()).isEqualTo(new Network(1_800_000, 9e9));
    assertThat(NetworkPreset.values()).extracting(NetworkPreset::label).doesNotHaveDuplicates();
  }

  @Test
  void shouldKnowPresetsAndReplaceTheirValues() {
    for (NetworkPreset preset : NetworkPreset.values()) {
      assertThat(parse("--network " + preset.label())).isEqualTo(preset.network());
    }
    assertThat(parse("--latency 5us")).isEqualTo(new Network(5000, Network.UNLIMITED));
    assertThat(parse("--network 10gbe --latency 5us")).isEqualTo(new Network(5000, 9e9));
    assertThat(parse("--bandwidth unlimited --network 10gbe"))
        .isEqualTo(new Network(1800, Network.UNLIMITED));
  }

  @Test
  void shouldLeaveOutContentionOfSimpleNetworks() {
    assertThat(parse("--contention on")).isEqualTo(Network.NONE);
    assertThat(parse("--network 10gbe --contention on")).isEqualTo(new Network(1800, 9e9));
    assertThat(parse("--contention off"))
        .isEqualTo(new Network(new ContentionFree(0, Network.UNLIMITED)));
    assertThat(parse("--network simple --contention off --latency 5us --bandwidth 8Gbps"))
        .isEqualTo(new Network(new ContentionFree(5000, 8e9)));
    assertThat(parse("--network 10gbe --contention off"))
        .isEqualTo(new Network(new ContentionFree(1800, 9e9)));
  }

  @Test
  void shouldReplaceTheValuesOfEachModel() {
    assertThat(parse("--network loggp")).isEqualTo(new Network(LogGp.DEFAULT));
    assertThat(parse("--network loggp --latency 1us --bandwidth 8Gbps --overhead 2us --gap 3us"))
        .isEqualTo(new Network(new LogGp(1000, 8e9, 2000, 3000)));
    assertThat(parse("--network two-level")).isEqualTo(new Network(TwoLevel.DEFAULT));
    assertThat(
            parse(
                "--network two-level --latency 1us --bandwidth 8Gbps --pes-per-host 3"
                    + " --host-latency 2us --host-bandwidth 1Tbps"))
        .isEqualTo(new Network(new TwoLevel(1000, 8e9, 3, 2000, 1e12)));
    assertThat(parse("--network fat-tree")).isEqualTo(new Network(FatTree.DEFAULT));
    assertThat(
            parse(
                "--network fat-tree --latency 1us --bandwidth 8Gbps --radix 5 --hop-latency 2us"
                    + " --oversubscription 2.5"))
        .isEqualTo(new Network(new FatTree(1000, 8e9, 5, 2000, 2.5)));
  }

  @Test
  void shouldReadDisturbances() {
    assertThat(parse("--jitter 20% --stragglers 10%x4 --slow-pes 12.5%x1.5").disturbance())
        .isEqualTo(new Disturbance(0.2, new Slower(0.1, 4), new Slower(0.125, 1.5)));
  }

  @Property
  void shouldReadWhatANetworkSaysAboutItself(
      @ForAll @LongRange(min = 0, max = 1L << 35) long latency,
      @ForAll @DoubleRange(min = 1, max = 1e15) double bandwidth,
      @ForAll @IntRange(min = 2, max = 1000) int count,
      @ForAll @DoubleRange(min = 0, max = 1) double share,
      @ForAll @DoubleRange(min = 1, max = 1000) double factor) {
    Disturbance disturbance =
        new Disturbance(share, new Slower(share, factor), new Slower(1 - share, factor));
    assertReadBack(new Network(new Network.Costs.Simple(latency, bandwidth), disturbance));
    assertReadBack(new Network(new ContentionFree(latency, bandwidth), disturbance));
    assertReadBack(new Network(new LogGp(latency, bandwidth, latency / 2, latency / 3)));
    assertReadBack(new Network(new TwoLevel(latency, bandwidth, count, 7, bandwidth / 3)));
    assertReadBack(new Network(new FatTree(latency, bandwidth, count, latency / 7, factor)));
  }

  private static void assertReadBack(Network network) {
    String line =
        network.describe().entrySet().stream()
            .map(value -> OptionNames.dashed(value.getKey()) + " " + value.getValue())
            .collect(Collectors.joining(" "));
    assertThat(parse(line)).isEqualTo(network);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--network token-ring|--network token-ring must be one of simple, loggp, two-level,"
            + " fat-tree, 10gbe, 10gbe-ms, infiniband-fdr, infiniband-edr, tofu-d",
        "--network simple --radix 4|--radix belongs to --network fat-tree, not to simple",
        "--network loggp --contention off|--contention off belongs to --network simple, not to"
            + " loggp",
        "--network fat-tree --contention on|--contention on belongs to --network simple, not to"
            + " fat-tree",
        "--contention maybe|'maybe' must be one of on, off",
        "--gap 4us|--gap belongs to --network loggp, not to simple",
        "--network tofu-d --overhead 4us|--overhead belongs to --network loggp, not to tofu-d",
        "--network loggp --host-latency 1us|--host-latency belongs to --network two-level, not to"
            + " loggp",
        "--network loggp --bandwidth 0Gbps|'0Gbps' must be positive",
        "--network loggp --latency=-1us|'-1us' is not a duration",
        "--network two-level --pes-per-host 0|--pes-per-host 0 must be from 1 to 16384",
        "--network two-level --pes-per-host few|'few' is not a whole number below 2^31",
        "--network fat-tree --radix 1|--radix 1 must be from 2 to 1024",
        "--network fat-tree --oversubscription 0.5|--oversubscription 0.5 must be from 1 to 1000",
        "--network fat-tree --oversubscription much|'much' is not a number",
        "--jitter 20|'20' is not a share such as 20%",
        "--jitter 10001%|--jitter 10001% must be from 0% to 10000%",
        "--stragglers 10%|'10%' has no factor; it must be a share of the PEs and a factor",
        "--stragglers 101%x2|--stragglers 101%x2 must be a share from 0% to 100% of the PEs",
        "--stragglers 10%x0.5|--stragglers 10%x0.5 must be a factor from 1 to 1000000",
        "--slow-pes 10x2|'10' is not a share such as 20%",
        "--slow-pes 10%x2|--slow-pes 10%x2 shows in virtual time only"
      })
  void shouldAnswerBadNetworksWithOneLine(String options, String reason) {
    Cli cli = Cli.line(RUN + options);
    assertThat(cli.err()).hasLineCount(1).startsWith("temoto: ").contains(reason);
    assertThat(cli.out()).isEmpty();
    assertThat(cli.exitCode()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--network infiniband-edr --jitter 50% --stragglers 50%x3",
        "--network 10gbe --contention off --jitter 50%",
        "--network loggp",
        "--network two-level --pes-per-host 1",
        "--network fat-tree --radix 2 --oversubscription 2"
      })
  void shouldRunOnEveryModelAndPrintItsValues(String options) {
    Cli cli = Cli.line(RUN + options);
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    assertThat(cli.json()).containsEntry("result", 5).containsEntry("verified", true);
    assertThat(printed(cli)).containsEntry("network", parse(options).describe());
  }

  @ParameterizedTest
  @ValueSource(strings = {"loggp", "two-level --pes-per-host 2", "fat-tree --radix 2"})
  void shouldRepeatADisturbedRunOnASeededSchedule(String network) {
    String fib =
        "run fib --n 12 --pes 4 --schedule seeded --seed 5 --json --jitter 50% --stragglers 25%x3"
            + " --network "
            + network;
    Map<String, Object> first = Cli.line(fib).json();
    Map<String, Object> second = Cli.line(fib).json();
    assertThat(first).containsEntry("verified", true);
    first.remove("seconds");
    second.remove("seconds");
    assertThat(second).isEqualTo(first);
  }

  @Test
  void shouldRefuseANetworkForAJobThatHasOne() {
    NetworkOptions.requireImitated("shmem", command(new NetworkOptions(), ""));
    NetworkOptions.requireImitated("simulated", command(new NetworkOptions(), "--latency 1us"));
    String line = "--network loggp --gap 3us --jitter 0%";
    assertThatThrownBy(
            () -> NetworkOptions.requireImitated("shmem", command(new NetworkOptions(), line)))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("a job on shmem has the network of its cluster")
        .hasMessageContaining("(--network, --gap, --jitter)");
  }

  @Test
  void shouldPrintNoValuesOfANetworkThatTakesNoTime() {
    assertThat(printed(Cli.line(RUN)))
        .containsEntry("network", null)
        .containsEntry("latencyNanos", 0)
        .containsEntry("bitsPerSecond", null);
    assertThat(Cli.line("run fib --n 5 --pes 2").err()).doesNotContain("  network ");
  }

  @Test
  void shouldPrintTheNetworkForPeople() {
    assertThat(Cli.line("run fib --n 5 --pes 2 --network 10gbe").err())
        .contains("  network     simple, latency 1.8us, bandwidth 9Gbps, jitter 0%,");
    assertThat(Cli.line("run fib --n 5 --pes 2 --network 10gbe --contention off").err())
        .contains("  network     simple, latency 1.8us, bandwidth 9Gbps, contention off, jitter");
  }

  @SuppressWarnings("unchecked") // what a JSON object is read as
  private static Map<String, Object> printed(Cli cli) {
    return (Map<String, Object>) cli.json().get("options");
  }
}
