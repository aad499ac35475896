package org.temoto.apps.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.apps.program.UserProgram;
import org.temoto.gas.GasOptions;
import org.temoto.gas.Temoto;
import org.temoto.gas.shmem.Evidence;
import org.temoto.gas.shmem.Oshrun;
import org.temoto.task.LongTask;
import org.temoto.task.RuntimeOptions;
import org.temoto.task.TaskContext;
import org.temoto.task.TaskRuntime;
import org.temoto.task.trace.Trace;

/** Tests of programs of users under the commands of the command line. */
class ProgramTest {
  private static final String SOURCE =
      """
      import org.temoto.gas.*;
      import org.temoto.gas.array.*;
      import org.temoto.task.*;

      record Count(GlobalLongs all, long value) implements Action {
        public void compute(TaskContext context) {
          if (value > 4) {
            context.forkJoin(new Count(all, value - 1), new Count(all, value - 2));
          }
        }
      }

      void main(String[] arguments) {
        long value = Long.parseLong(arguments[0]);
        Temoto.launch(GasOptions.DEFAULT.withPes(3).withPageSize(8192), space -> {
          GlobalLongs all = GlobalLongs.allocate(space, "all", 100);
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            space.report().measure(() -> runtime.run(new Count(all, value)));
          }
          space.report().put("value", value).put("kind", arguments[1]).verify(value < 13);
        });
      }
      """;

  @TempDir private Path folder;

  private String file(String name, String text) throws Exception {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  /** Program whose runtime has options of its own, after one that has those of the space. */
  static final class Counted {
    record Down(long from) implements LongTask {
      @Override
      public long compute(TaskContext context) {
        return from == 0 ? 0 : context.fork(new Down(from - 1)).join() + 1;
      }
    }

    private Counted() {}

    public static void main(String... arguments) {
      Temoto.launch(
          GasOptions.DEFAULT.withPes(2),
          space -> {
            try (TaskRuntime runtime = TaskRuntime.start(space)) {
              runtime.run(new Down(10));
            }
            RuntimeOptions own = RuntimeOptions.of(space.options());
            try (TaskRuntime runtime = TaskRuntime.start(space, own.withTimeoutNanos(1L << 40))) {
              long depth = runtime.run(new Down(Long.parseLong(arguments[0])));
              space.report().put("depth", depth).put("traced", own.traces());
            }
          });
    }
  }

  private static final String COUNTED = Counted.class.getName();

  @Test
  @Timeout(120)
  void shouldRunAProgramOfASimulationUnderOshrun() throws Exception {
    Evidence.requireOpenShmem();
    String simulation =
        "withSchedule(SimulationOptions.Schedule.VIRTUAL).withNetwork(new Network(2_000, 10e9))";
    String source =
        SOURCE.replace(
            "withPes(3)", "withPes(3).with(SimulationOptions.DEFAULT." + simulation + ")");
    String program = file("Counts.java", "import org.temoto.gas.simulated.*;\n" + source);
    List<String> run = List.of("run", program, "--", "12", "x");
    assertThat(Cli.run(run.toArray(String[]::new)).err())
        .contains("on 3 PEs", "network     simple");
    Oshrun.Outcome cluster = Oshrun.run(2, 60, run);
    assertThat(cluster.exitCode()).as(cluster.output()).isZero();
    assertThat(cluster.output())
        .contains("on 2 PEs x 1 workers (shmem): verified")
        .containsOnlyOnce("  ignored     schedule virtual of the program")
        .doesNotContain("  network ");
    Oshrun.Outcome library = Oshrun.run(2, 60, List.of("java", program, "12", "x"));
    assertThat(library.exitCode()).as(library.output()).isZero();
    assertThat(library.output()).containsOnlyOnce("a job on shmem goes without schedule virtual");
    List<String> typed = List.of("run", program, "--time", "virtual", "--", "12", "x");
    Oshrun.Outcome refused = Oshrun.run(2, 60, typed);
    assertThat(refused.exitCode()).as(refused.output()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(refused.output()).containsOnlyOnce("--time virtual must be wall");
    List<String> latency = List.of("run", program, "--latency", "2us", "--", "12", "x");
    Oshrun.Outcome same = Oshrun.run(2, 60, latency);
    assertThat(same.exitCode()).as(same.output()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(same.output())
        .containsOnlyOnce("options of a simulated network (--latency) do not apply");
  }

  @Test
  void shouldReportWhatAProgramReports() throws Exception {
    String program = file("Counts.java", SOURCE);
    Map<String, Object> json = Cli.run("run", program, "--json", "--", "12", "a b").json();
    assertThat(json)
        .containsEntry("command", "run")
        .containsEntry("name", program)
        .containsEntry("arguments", List.of("12", "a b"))
        .containsEntry("values", Map.of("value", 12, "kind", "a b"))
        .containsEntry("measured", true)
        .containsEntry("verified", true)
        .containsEntry("pes", 3)
        .containsEntry("forks", 108)
        .extractingByKey("options")
        .asInstanceOf(InstanceOfAssertFactories.MAP)
        .containsEntry("pageSize", 8192);
    Cli words = Cli.run("run", program, "--", "12", "x");
    assertThat(words.exitCode()).isZero();
    assertThat(words.err())
        .contains(program + " 12 x: value=12, kind=x on 3 PEs x 1 workers (simulated): verified");
  }

  @Test
  void shouldReportNumbersOfAllKindsAsTheyAre() throws Exception {
    String program =
        file(
            "Numbers.java",
            """
            import java.math.*;
            import java.util.concurrent.atomic.*;
            import org.temoto.gas.*;

            void main() {
              LongAdder adder = new LongAdder();
              adder.add(4);
              AtomicLong count = new AtomicLong(3);
              Temoto.launch(GasOptions.DEFAULT.withPes(1), space -> {
                space.report()
                    .put("boxed", (byte) 1)
                    .put("int", new AtomicInteger(2))
                    .put("long", count)
                    .put("adder", adder)
                    .put("longest", new LongAccumulator(Math::max, 5))
                    .put("sum", new DoubleAdder())
                    .put("least", new DoubleAccumulator(Math::min, 0.5))
                    .put("big", BigInteger.ONE.shiftLeft(70))
                    .put("exact", new BigDecimal("0.25"));
                count.set(9);
              });
            }
            """);
    Cli cli = Cli.run("run", program, "--json");
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    assertThat(cli.out())
        .contains(
            "\"values\":{\"boxed\":1,\"int\":2,\"long\":3,\"adder\":4,\"longest\":5,\"sum\":0.0,"
                + "\"least\":0.5,\"big\":1180591620717411303424,\"exact\":0.25}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "new Half() | a boolean or a text, not 1/2, a Odd$Half",
        "null | a boolean or a text, not null",
        "List.of(3) | a boolean or a text, not java.util."
      })
  void shouldRefuseToReportWhatIsNoNumberOfJson(String value, String message) throws Exception {
    String source =
        """
        import org.temoto.gas.*;

        final class Half extends Number {
          public int intValue() { return 0; }
          public long longValue() { return 0; }
          public float floatValue() { return 0.5f; }
          public double doubleValue() { return 0.5; }
          public String toString() { return "1/2"; }
        }

        void main() {
          Temoto.launch(GasOptions.DEFAULT.withPes(1), space -> space.report().put("a", VALUE));
        }
        """;
    Cli cli = Cli.run("run", file("Odd.java", source.replace("VALUE", value)));
    assertThat(cli.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(cli.err()).contains("value of \"a\": a number, " + message);
  }

  /** Longer than the digits that the library for JSON takes by default, and than a double. */
  @Test
  void shouldCheckAProgramThatReportsALongNumber() throws Exception {
    String program =
        file(
            "Long.java",
            """
            import org.temoto.gas.*;

            void main() {
              Temoto.launch(GasOptions.DEFAULT.withPes(1), space ->
                  space.report().put("power", java.math.BigInteger.TEN.pow(1200)));
            }
            """);
    Cli cli = Cli.run("check", program, "--json");
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    assertThat(cli.out()).contains("\"values\":{\"power\":1" + "0".repeat(1200) + "}");
  }

  @Test
  void shouldLetTheCommandLineDecide() throws Exception {
    String program = file("Decided.java", SOURCE);
    String line = " --pes 2 --workers 2 --page-size 4KiB --time virtual --cost model --latency 2us";
    List<String> words = new ArrayList<>(List.of("run", program, "--json"));
    words.addAll(List.of(line.strip().split(" ")));
    words.addAll(List.of("--", "12", "x"));
    Map<String, Object> first = Cli.run(words.toArray(String[]::new)).json();
    Map<String, Object> second = Cli.run(words.toArray(String[]::new)).json();
    assertThat(first).isEqualTo(second).containsEntry("pes", 2).containsEntry("workers", 2);
    assertThat((Map<?, ?>) first.get("options"))
        .extracting("pageSize", "latencyNanos", "schedule")
        .containsExactly(4096, 2000, "virtual");
  }

  @Test
  void shouldLeaveTheProgramItsArguments() throws Exception {
    String program =
        file(
            "Arguments.java",
            """
            void main(String[] all) {
              org.temoto.gas.Temoto.launch(org.temoto.gas.GasOptions.DEFAULT, space ->
                  space.report().put("all", String.join("|", all)));
            }
            """);
    List<String> arguments = List.of("--pes", "2", "--help", "-x", "", "--", "--json", "a=b");
    List<String> words = new ArrayList<>(List.of("run", program, "--pes", "3", "--json", "--"));
    words.addAll(arguments);
    assertThat(Cli.run(words.toArray(String[]::new)).json())
        .containsEntry("values", Map.of("all", String.join("|", arguments)))
        .containsEntry("measured", false)
        .containsEntry("arguments", arguments)
        .containsEntry("pes", 3);
  }

  @Test
  void shouldCountWhatIsMeasured() throws Exception {
    String twice =
        SOURCE.replace(
            "space.report().measure(() -> runtime.run(new Count(all, value)));",
            """
            runtime.run(new Count(all, 20));
            space.report().measure(() -> runtime.run(new Count(all, value)));
            runtime.run(new Count(all, 20));
            space.report().measure(() -> runtime.run(new Count(all, value)));
            """);
    assertThat(Cli.run("run", file("Twice.java", twice), "--json", "--", "12", "x").json())
        .containsEntry("forks", 2 * 108);
  }

  @Test
  void shouldCountNothingOfItsOwnInWhatIsMeasured() throws Exception {
    String program =
        file(
            "Nothing.java",
            """
            import org.temoto.gas.*;

            void main() {
              Temoto.launch(GasOptions.DEFAULT.withPes(2), space -> space.report().measure(() -> 0));
            }
            """);
    assertThat(Cli.run("run", program, "--json").json())
        .containsEntry("trafficBytes", List.of(List.of(0, 0), List.of(0, 0)));
  }

  @Test
  void shouldTakeOptionsOfVirtualTimeWhereTheProgramHasChosenIt() throws Exception {
    String program =
        file(
            "Virtual.java",
            """
            import org.temoto.gas.*;
            import org.temoto.gas.simulated.*;

            void main() {
              SimulationOptions virtual =
                  SimulationOptions.DEFAULT.withSchedule(SimulationOptions.Schedule.VIRTUAL);
              Temoto.launch(GasOptions.DEFAULT.with(virtual), space ->
                  space.report().measure(() -> {
                    space.charge(2_000);
                    return null;
                  }));
            }
            """);
    String[] line = {"run", program, "--cost", "model", "--slow-pes", "100%x3", "--json"};
    Map<String, Object> json = Cli.run(line).json();
    assertThat((double) json.get("seconds")).isBetween(6e-6, 7e-6);
    Cli words = Cli.run("run", program, "--cost", "model");
    assertThat(words.err()).containsPattern("time +2\\.\\d+e-06 s\\R").doesNotContain("forks");
    Cli wall = Cli.run("run", program, "--cost", "model", "--time", "wall");
    assertThat(wall.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(wall.err()).contains("add --time virtual").hasLineCount(1);
  }

  @Test
  void shouldSumWhatSeveralRuntimesHaveDone() {
    Map<String, Object> json = Cli.run("run", COUNTED, "--json", "--", "20").json();
    assertThat(json)
        .containsEntry("values", Map.of("depth", 20, "traced", false))
        .containsEntry("verified", null)
        .containsEntry("forks", 30);
  }

  /** It may print what it has computed; a report is its choice. */
  @Test
  void shouldRunAProgramThatReportsNothing() throws Exception {
    String program =
        file(
            "Silent.java",
            "void main() { org.temoto.gas.Temoto.launch(org.temoto.gas.GasOptions.DEFAULT, _ -> {"
                + " }); }");
    Cli cli = Cli.run("run", program);
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    assertThat(cli.err()).contains("Silent.java on ", "done, and not verified");
  }

  @Test
  void shouldPassOnATraceAfterTheEndOfTheRuntime() {
    List<Long> works = new ArrayList<>();
    Consumer<Trace> receiver =
        trace -> trace.workers().forEach(worker -> works.add(worker.count(Trace.Event.Kind.WORK)));
    StringWriter err = new StringWriter();
    int code =
        Main.run(
            new PrintWriter(new StringWriter()),
            new PrintWriter(err),
            Optional.of(receiver),
            "run",
            COUNTED,
            "--",
            "20");
    assertThat(code).as(err.toString()).isZero();
    assertThat(works).as("of workers").hasSize(2);
    assertThat(works.getFirst()).as("of both runtimes").isGreaterThanOrEqualTo(2);
    assertThat(err.toString()).contains("done, and not verified");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--trace trace.json", "--timeout 3000s", "--steal request"})
  void shouldRefuseWhatARuntimeWithItsOwnOptionsDoesNotHave(String option) throws Exception {
    String own = "TaskRuntime.start(space, RuntimeOptions.DEFAULT)";
    String program = file("Own.java", SOURCE.replace("TaskRuntime.start(space)", own));
    String value = option.substring(option.indexOf(' ') + 1);
    String given = value.endsWith(".json") ? folder.resolve(value).toString() : value;
    Cli cli =
        Cli.run("run", program, option.substring(0, option.indexOf(' ')), given, "--", "6", "x");
    assertThat(cli.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(cli.err())
        .contains("gives a task runtime options of its own", "TaskRuntime.start(space)")
        .hasLineCount(1);
  }

  @Test
  void shouldKeepWhatAProgramAttaches() throws Exception {
    String attached =
        SOURCE
                .replace(
                    "GasOptions.DEFAULT",
                    "GasOptions.DEFAULT.with(RuntimeOptions.DEFAULT.withTimeoutNanos(1L << 50)).with("
                        + "org.temoto.gas.simulated.SimulationOptions.DEFAULT.withNetwork("
                        + "new org.temoto.gas.simulated.Network(5_000, 1e9)))")
                .replace(".put(\"kind\", arguments[1])", ".put(\"limit\", runtime(space))")
            + """
            long runtime(GlobalAddressSpace space) {
              return RuntimeOptions.of(space.options()).timeoutNanos();
            }
            """;
    Map<String, Object> json =
        Cli.run("run", file("Attached.java", attached), "--json", "--latency", "7us", "--", "6")
            .json();
    assertThat((Map<?, ?>) json.get("values")).extracting("limit").isEqualTo(1L << 50);
    assertThat((Map<?, ?>) json.get("options"))
        .extracting("latencyNanos", "bitsPerSecond")
        .containsExactly(7_000, 1e9);
  }

  private String programOn(String model) throws Exception {
    return file(
        "Modelled.java",
        """
        import org.temoto.gas.*;
        import org.temoto.gas.simulated.*;
        import org.temoto.gas.simulated.Network.Costs.*;

        void main() {
          Network network = new Network(new %s);
          Temoto.launch(
              GasOptions.DEFAULT.withPes(4).with(SimulationOptions.DEFAULT.withNetwork(network)),
              GlobalAddressSpace::barrier);
        }
        """
            .formatted(model));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ContentionFree(2_000, 10e9) | --contention on | network=simple, latency=2us, "
            + "bandwidth=10Gbps",
        "LogGp(2_000, 10e9, 300, 40) | --overhead 7us | network=loggp, latency=2us, "
            + "bandwidth=10Gbps, overhead=7us, gap=40ns",
        "LogGp(2_000, 10e9, 300, 40) | --gap 7us --latency 1us | network=loggp, "
            + "latency=1us, bandwidth=10Gbps, overhead=300ns, gap=7us",
        "TwoLevel(2_000, 10e9, 4, 300, 80e9) | --pes-per-host 2 | network=two-level, "
            + "latency=2us, bandwidth=10Gbps, pesPerHost=2, hostLatency=300ns, "
            + "hostBandwidth=80Gbps",
        "TwoLevel(2_000, 10e9, 4, 300, 80e9) | --host-latency 7us --host-bandwidth 1Gbps | "
            + "network=two-level, latency=2us, bandwidth=10Gbps, pesPerHost=4, hostLatency=7us, "
            + "hostBandwidth=1Gbps",
        "FatTree(2_000, 10e9, 9, 300, 2) | --radix 4 --hop-latency 7us | network=fat-tree, "
            + "latency=2us, bandwidth=10Gbps, radix=4, hopLatency=7us, oversubscription=2",
        "FatTree(2_000, 10e9, 9, 300, 2) | --oversubscription 3 | network=fat-tree, "
            + "latency=2us, bandwidth=10Gbps, radix=9, hopLatency=300ns, oversubscription=3",
        "FatTree(2_000, 10e9, 9, 300, 2) | --network loggp --gap 7us | network=loggp, "
            + "latency=600ns, bandwidth=100Gbps, overhead=200ns, gap=7us",
      })
  void shouldChangeTheModelThatAProgramHas(String model, String typed, String values)
      throws Exception {
    Cli cli = Cli.line("run " + programOn(model) + " " + typed + " --json");
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    assertThat(((Map<?, ?>) cli.json().get("options")).get("network"))
        .asString()
        .startsWith("{" + values + ", jitter=0%");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "TwoLevel(2_000, 10e9, 4, 300, 80e9) | --radix 4 | --radix belongs to --network fat-tree,"
            + " not to two-level",
        "FatTree(2_000, 10e9, 9, 300, 2) | --contention off | --contention off belongs to --network"
            + " simple, not to fat-tree",
        "Simple(2_000, 10e9) | --pes-per-host 2 | --pes-per-host belongs to --network two-level,"
            + " not to simple",
        "LogGp(2_000, 10e9, 300, 40) | --network two-level --gap 7us | --gap belongs to --network"
            + " loggp, not to two-level",
      })
  void shouldRefuseOptionsOfAnotherModelThanAProgramHas(String model, String typed, String message)
      throws Exception {
    Cli cli = Cli.line("run " + programOn(model) + " " + typed);
    assertThat(cli.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(cli.err()).contains(message).hasLineCount(1);
  }

  @Test
  void shouldFailIfAnyPeFindsItsResultWrong() throws Exception {
    String source = SOURCE.replace("verify(value < 13)", "verify(space.pe() != 1)");
    Cli cli = Cli.run("run", file("OfOne.java", source), "--", "6", "x");
    assertThat(cli.err()).contains("WRONG RESULT");
    assertThat(cli.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  /** Program of which PE 1 has something to say in its second run. */
  private static final String SECOND =
      """
      import org.temoto.gas.*;

      void main() {
        int[] runs = new int[2];
        Temoto.launch(GasOptions.DEFAULT.withPes(2), space -> {
          boolean isSecond = ++runs[space.pe()] == 2 && space.pe() == 1;
          SAYING;
        });
        IO.println("runs " + runs[0]);
      }
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "space.report().verify(!isSecond) | (of run 2, after which no other began)",
        "if (isSecond) throw new RefusedException(\"full\") | temoto: full",
      })
  void shouldEndWithTheRunThatGoesWrong(String saying, String told) throws Exception {
    String program = file("Second.java", SECOND.replace("SAYING", saying));
    Cli cli = Cli.run("run", program, "--repeat", "5");
    assertThat(cli.exitCode()).as(cli.err()).isNotZero();
    assertThat(cli.err()).contains(told).doesNotContain("median");
    Cli before = Cli.run("run", program, "--repeat", "1");
    assertThat(before.exitCode()).as(before.err()).isZero();
  }

  @Test
  @Timeout(120)
  void shouldRepeatAProgramUnderOshrun() throws Exception {
    Evidence.requireOpenShmem();
    String wrong = file("Wrong.java", SECOND.replace("SAYING", "space.report().verify(!isSecond)"));
    Oshrun.Outcome ended = Oshrun.run(2, 60, List.of("run", wrong, "--repeat", "5"));
    assertThat(ended.exitCode()).as(ended.output()).isEqualTo(ExitCode.FAILED);
    assertThat(ended.output()).containsOnlyOnce("(of run 2, after which no other began)");
    String right = file("Right.java", SECOND.replace("SAYING", "space.report().verify(true)"));
    Oshrun.Outcome done = Oshrun.run(2, 60, List.of("run", right, "--repeat", "5"));
    assertThat(done.exitCode()).as(done.output()).isZero();
    assertThat(done.output()).contains("runs 5").containsOnlyOnce("(median of 5 runs; the first");
  }

  @Test
  void shouldTellOfAFailureThatTheProgramHasCaught() throws Exception {
    String caught =
        """
        import org.temoto.gas.*;

        void main() {
          try {
            Temoto.launch(GasOptions.DEFAULT, space -> {
              throw new IllegalStateException("of PE " + space.pe());
            });
          } catch (IllegalStateException expected) {
            IO.println("caught");
          }
        }
        """;
    Cli cli = Cli.run("run", file("Caught.java", caught));
    assertThat(cli.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(cli.err())
        .contains("the program has failed: java.lang.IllegalStateException: of PE");
  }

  /** By the launcher, since the JVM of a test would end. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "run PROGRAM --json -- 0|1",
        "run PROGRAM --pes 4 -- 0 each|1",
        "run PROGRAM -- 3|3",
        "check PROGRAM -- 0|1"
      })
  @Timeout(120)
  void shouldNotEndWellIfTheProgramEndsTheJvm(String line, int code) throws Exception {
    String program =
        file(
            "Exits.java",
            """
            import org.temoto.gas.*;

            void main(String[] arguments) {
              int code = Integer.parseInt(arguments[0]);
              Temoto.launch(GasOptions.DEFAULT, space -> {
                space.report().put("x", space.pe());
                if (arguments.length > 1) {
                  System.exit(code);
                }
              });
              System.exit(code);
            }
            """);
    String words = line.replace("PROGRAM", program);
    List<String> command = new ArrayList<>(List.of(Oshrun.part(1, List.of()).getLast()));
    command.addAll(List.of(words.split(" ")));
    Oshrun.Outcome outcome = Oshrun.run(Oshrun.builder(command), 60);
    assertThat(outcome.exitCode()).as(outcome.output()).isEqualTo(code);
    assertThat(outcome.output())
        .containsOnlyOnce(
            "temoto: the program ended the JVM by System.exit (Exits.java:%s) before its report was"
                    .formatted(words.endsWith("each") ? 8 : 11)
                + " written")
        .doesNotContain("\"values\"", "nothing found");
  }

  @Test
  @Timeout(120)
  void shouldNotTakeTheExitOfAProgramForTemotosOwn() throws Exception {
    Path sources = Files.createDirectories(folder.resolve(Path.of("org", "temoto", "mine")));
    Path program =
        Files.writeString(
            sources.resolve("Exits.java"),
            """
            package org.temoto.mine;

            import org.temoto.gas.*;

            final class Exits {
              public static void main(String[] arguments) {
                Temoto.launch(GasOptions.DEFAULT, _ -> {});
                System.exit(0);
              }
            }
            """);
    String temoto = Oshrun.part(1, List.of()).getLast();
    List<String> command = List.of(temoto, "run", program.toString(), "--json");
    Oshrun.Outcome outcome = Oshrun.run(Oshrun.builder(command), 60);
    assertThat(outcome.exitCode()).as(outcome.output()).isEqualTo(ExitCode.FAILED);
    assertThat(outcome.output())
        .containsOnlyOnce("temoto: the program ended the JVM by System.exit");
  }

  @Test
  void shouldKnowTheClassesOfTemotoThatEndTheJvm() {
    assertThat(ExitGuard.OWN).allSatisfy(name -> assertThat(Class.forName(name)).isNotNull());
  }

  @Test
  void shouldTellOfASecondJobWhoseRefusalTheProgramHasCaught() throws Exception {
    String twice =
        """
        import org.temoto.gas.*;

        void main() {
          for (int size : new int[] {1, 2}) {
            try {
              Temoto.launch(GasOptions.DEFAULT, space -> space.report().put("size", size));
            } catch (RuntimeException refused) {
              IO.println("caught");
            }
          }
        }
        """;
    Cli cli = Cli.run("run", file("Twice.java", twice), "--json");
    assertThat(cli.err()).contains("Twice.java launches a second job").hasLineCount(1);
    assertThat(cli.out()).isEmpty();
    assertThat(cli.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
  }

  @Test
  void shouldFindOtherSourcesInAFolderWhoseNameHasAColon() throws Exception {
    Files.createDirectory(folder.resolve("a:b"));
    file("a:b/Other.java", "class Other { static final int OWN = 7; }");
    String main =
        file(
            "a:b/Heat.java",
            "void main() { org.temoto.gas.Temoto.launch(org.temoto.gas.GasOptions.DEFAULT,"
                + " space -> space.report().put(\"own\", Other.OWN)); }");
    Cli cli = Cli.run("run", main, "--json");
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    assertThat(cli.json()).containsEntry("values", Map.of("own", 7));
  }

  @Test
  void shouldRunTheProgramOfTheNamedFileOnly() throws Exception {
    String launch =
        "public static void main(String[] all) { org.temoto.gas.Temoto.launch("
            + "org.temoto.gas.GasOptions.DEFAULT, space -> space.report().put(\"own\", OWN)); }";
    for (String name : List.of("a", "b")) {
      Files.createDirectory(folder.resolve(name));
      file(
          name + "/Heat.java",
          "package %s; public class Heat { static final Class<?> USED = a.Heat.class; %s }"
              .formatted(name, launch.replace("OWN", '"' + name + '"')));
    }
    assertThat(Cli.run("run", folder.resolve("b/Heat.java").toString(), "--json").json())
        .containsEntry("values", Map.of("own", "b"));
    file("App.java", "class App { %s }".formatted(launch.replace("OWN", "1")));
    Cli without = Cli.run("run", file("Util.java", "class Util { App app; }"));
    assertThat(without.err()).contains("Util.java has no class with a main method");
    assertThat(without.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
  }

  @Test
  @Timeout(60)
  void shouldNotTakeASignalForAnExitOfTheProgram() throws Exception {
    Path begun = folder.resolve("begun");
    String program =
        file(
            "Waits.java",
            """
            void main(String[] arguments) throws Exception {
              java.nio.file.Files.createFile(java.nio.file.Path.of(arguments[0]));
              new java.util.concurrent.CountDownLatch(1).await();
            }
            """);
    List<String> command = new ArrayList<>(List.of(Oshrun.part(1, List.of()).getLast()));
    command.addAll(List.of("run", program, "--", begun.toString()));
    Process process = Oshrun.builder(command).redirectErrorStream(true).start();
    while (Files.notExists(begun)) {
      assertThat(process.isAlive()).isTrue();
      Thread.onSpinWait();
    }
    process.toHandle().destroy(); // leaves its output open
    assertThat(process.inputReader().lines()).isEmpty();
    assertThat(process.waitFor()).isEqualTo(143);
  }

  @Test
  void shouldCheckAProgram() throws Exception {
    String racy =
        SOURCE.replace(
            "if (value > 4) {",
            """
            try (LongView view = all.localize(Access.READ_WRITE)) {
              view.set(0, value);
              view.commit();
            }
            if (value > 4) {
            """);
    Cli cli = Cli.run("check", file("Racy.java", racy), "--", "6", "x");
    assertThat(cli.exitCode()).as(cli.err()).isEqualTo(ExitCode.FOUND);
    assertThat(cli.err()).contains("data race: memory \"all\"", "(Racy.java:7)");
    Cli clean = Cli.run("check", file("Clean.java", SOURCE), "--", "6", "x");
    assertThat(clean.err()).contains(": nothing found");
    assertThat(clean.exitCode()).isZero();
  }

  @Test
  void shouldPrintTheReportOfACheckedProgramWhoseResultIsWrong() throws Exception {
    String program = file("Wrong.java", SOURCE);
    Cli cli = Cli.run("check", "--json", program, "--", "13", "x");
    assertThat(cli.exitCode()).as(cli.err()).isEqualTo(ExitCode.FAILED);
    assertThat(cli.json()).containsEntry("name", program).containsEntry("findings", List.of());
    assertThat((Map<?, ?>) cli.json().get("job")).extracting("verified").isEqualTo(false);
    assertThat(cli.out() + cli.err()).doesNotContain("try temoto check");
    Cli failed = Cli.run("check", "--json", program, "--", "no number");
    assertThat(failed.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(failed.out()).as("as run --json").isEmpty();
  }

  @Test
  void shouldEndWithTheFailureOfTheProgram() throws Exception {
    String program = file("Wrong.java", SOURCE);
    Cli wrong = Cli.run("run", program, "--", "13", "x");
    assertThat(wrong.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(wrong.err())
        .contains("WRONG RESULT", "the result is wrong", "try temoto check " + program)
        .doesNotContain("written");
    String thrown =
        file("Thrown.java", SOURCE.replace("if (value > 4)", "if (value / (value - 4) > 0)"));
    Cli cli = Cli.run("run", thrown, "--", "6", "x");
    assertThat(cli.exitCode()).isEqualTo(ExitCode.FAILED);
    Cli checked =
        Cli.run(
            "run", file("Checked.java", "void main() throws Exception { throw new Exception(); }"));
    assertThat(checked.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(checked.err())
        .contains(
            "the program has failed: java.lang.Exception", "  at Checked.main(Checked.java:1)")
        .doesNotContain("  at picocli");
    assertThat(cli.err())
        .contains("the program has failed: java.lang.ArithmeticException: / by zero")
        .contains("  at Thrown$Count.compute(Thrown.java:7)")
        .doesNotContain("  at org.temoto", "  at java.");
  }

  @Test
  void shouldTellTheLineThatFreesABlockTwice() throws Exception {
    String twice =
        """
        import org.temoto.gas.*;
        import org.temoto.gas.heap.*;
        import org.temoto.task.*;

        record Frees(GlobalHeap heap) implements Action {
          public void compute(TaskContext context) {
            long block = heap.allocate(8);
            heap.free(block);
            heap.free(block);
          }
        }

        void main() {
          Temoto.launch(GasOptions.DEFAULT.withPes(1), space -> {
            GlobalHeap heap = GlobalHeap.create(space, "nodes", 1);
            try (TaskRuntime runtime = TaskRuntime.start(space)) {
              runtime.run(new Frees(heap));
            }
          });
        }
        """;
    Cli cli = Cli.run("run", file("Twice.java", twice));
    assertThat(cli.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(cli.err())
        .startsWith("temoto: free of block of 16 bytes at 0 of heap \"nodes\"")
        .contains("  at Twice$Frees.compute(Twice.java:9)")
        .doesNotContain("  at org.temoto", "Twice.java:16");
  }

  @Test
  void shouldFindAProgramBehindOptionsOfAllCommands() {
    assertThat(Cli.line("--stacktrace run my.Nowhere -- 1").err())
        .startsWith("temoto: there is no class my.Nowhere on the class path");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "run Nowhere.java | there is no file Nowhere.java that can be read",
        "run my.Nowhere | there is no class my.Nowhere on the class path: add to that by temoto -cp"
            + " CLASSES run my.Nowhere",
        "run -cp classes my.Main | -cp stands before the command: temoto -cp CLASSES run PROGRAM",
        "check my.Main -cp classes | -cp stands before the command: temoto -cp CLASSES run PROGRAM",
        "run org.temoto.apps.cli.ProgramTest$Counted -cp classes | -cp stands before the command",
        "check nowhere | NAME nowhere must be one of",
        "run fib -- 3 | fib: '3' is one argument too many",
        "run fib --latency 1.8us -- 3 | fib: '3' is one argument too many: behind -- stand those",
        "check fib --latency 1.8us -- -x 3 | fib: '-x' is one argument too many: behind -- stand",
        "run java.lang.String | class java.lang.String has no main method",
        "run org.temoto.apps.cli.ProgramTest$Counted 20 | '20' is no option; arguments of PROGRAM",
        "run org.temoto.apps.cli.ProgramTest$Counted --frobnicate | '--frobnicate' of temoto run:"
            + " those of PROGRAM stand behind --",
        "run --pes 2 org.temoto.apps.cli.ProgramTest$Counted | '--pes': options stand behind NAME",
        "check --pes 2 org.temoto.apps.cli.ProgramTest$Counted | '--pes': options stand behind NAME",
        "check --json --trace out.trace fib | unknown option '--trace': options stand behind NAME",
        "run org.temoto.apps.cli.ProgramTest$Counted --direct off -- 1 | options of a cluster",
        "run org.temoto.apps.cli.ProgramTest$Counted my.Other -- 1 | 'my.Other' is no option;",
        "run org.temoto.apps.cli.ProgramTest$Counted --pes 0 -- 1 | --pes 0 must be from 1",
        "run org.temoto.apps.cli.ProgramTest$Counted --kernel plain -- 1 | '--kernel' of temoto run:"
            + " those of PROGRAM stand behind --",
      })
  void shouldRefuseInOneLine(String line, String message) {
    Cli cli = Cli.line(line);
    assertThat(cli.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(cli.err()).contains(message).hasLineCount(1);
  }

  @ParameterizedTest
  @CsvSource({
    "target/heat-1.0.jar, heat-1.0",
    "src/my.sources/Heat.java, Heat",
    "my.parts.Heat, Heat",
    "fib, fib"
  })
  void shouldHaveAShortName(String word, String name) {
    assertThat(UserProgram.shortName(word)).isEqualTo(name);
  }

  @Test
  void shouldNameTheFileThatAProgramMisses() throws Exception {
    String text =
        "void main() throws Exception { java.nio.file.Files.size(java.nio.file.Path.of(\"no\")); }";
    Cli cli = Cli.run("run", file("Missing.java", text));
    assertThat(cli.err())
        .startsWith("temoto: no: no such file or directory" + System.lineSeparator())
        .contains("  at Missing.main(Missing.java:1)")
        .doesNotContain("  at java.", "  at org.temoto");
    assertThat(cli.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "down(1) | StackOverflowError: ",
        "fail(new java.io.UncheckedIOException(new java.io.IOException(\"gone\"))) | gone",
        "fail(new AssertionError(\"odd\")) | the program has failed: java.lang.AssertionError: odd",
      })
  void shouldTellTheLineOfAProgramThatFails(String failing, String message) throws Exception {
    String source =
        """
        import org.temoto.gas.*;
        import org.temoto.task.*;

        record Fails() implements LongTask {
          public long compute(TaskContext context) {
            return FAILING;
          }
          static long down(long depth) {
            return down(depth + 1) + depth;
          }
          static <E extends Throwable> long fail(E failure) throws E {
            throw failure;
          }
        }

        void main() {
          Temoto.launch(GasOptions.DEFAULT.withPes(1), space -> {
            if (IN_MAIN) {
              Fails.FAILING;
            }
            try (TaskRuntime runtime = TaskRuntime.start(space)) {
              runtime.run(new Fails());
            }
          });
        }
        """;
    for (boolean inTask : new boolean[] {true, false}) {
      String text = source.replace("FAILING", failing).replace("IN_MAIN", "" + !inTask);
      Cli cli = Cli.run("run", file("Failing.java", text));
      assertThat(cli.exitCode()).as(cli.err()).isEqualTo(ExitCode.FAILED);
      assertThat(cli.err())
          .startsWith("temoto: " + message)
          .containsPattern("  at Failing\\S*\\(Failing\\.java:(6|9|19)\\)")
          .doesNotContain("  at java.", "  at org.temoto");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "(Action) _ -> {} | must be a record",
        "new Carries(new int[1]) | not marked @Task.Copied",
        "new Carries(new java.util.HashMap<>()) | holds a java.util.HashMap",
      })
  void shouldTellTheLineThatForksWhatIsRefused(String task, String message) throws Exception {
    String component = task.contains("int[") ? "int[] carried" : "java.util.Map<?, ?> carried";
    String source =
        """
        import org.temoto.gas.*;
        import org.temoto.task.*;

        record Carries(%s) implements Action {
          public void compute(TaskContext context) {}
        }

        void main() {
          Temoto.launch(GasOptions.DEFAULT.withPes(1), space -> {
            try (TaskRuntime runtime = TaskRuntime.start(space)) {
              Action root = context -> context.fork(%s);
              runtime.run(root);
            }
          });
        }
        """
            .formatted(component, task);
    Cli cli = Cli.run("run", file("Refused.java", source));
    assertThat(cli.exitCode()).as(cli.err()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(cli.err())
        .contains(message)
        .containsPattern("  at Refused\\S*\\(Refused\\.java:11\\)")
        .doesNotContain("  at java.", "  at org.temoto");
  }

  @Test
  void shouldNameTheTypeOfAValueThatNoReportHas() throws Exception {
    String source = SOURCE.replace("put(\"value\", value)", "put(\"value\", new double[] {value})");
    Cli cli = Cli.run("run", file("OfArrays.java", source), "--", "6", "x");
    assertThat(cli.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(cli.err())
        .contains("value of \"value\": a number, a boolean or a text, not double[]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "void main() {} | has ended without Temoto.launch on its main thread",
        "void main() { int n = \"a\"; } | does not compile: line 1: incompatible types",
        "class Empty {} | has no class with a main method",
        "void main() { one(); one(); } void one() { org.temoto.gas.Temoto.launch("
            + "org.temoto.gas.GasOptions.DEFAULT, _ -> {}); } | launches a second job",
      })
  void shouldRefuseASourceInOneLine(String text, String message) throws Exception {
    Cli cli = Cli.run("run", file("Source.java", text));
    assertThat(cli.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(cli.err()).contains(message).hasLineCount(1);
  }

  @Test
  void shouldNameTheSourceThatDoesNotCompile() throws Exception {
    Path beside = Path.of(file("Beside.java", "class Beside { int n = \"a\"; }"));
    Cli cli = Cli.run("run", file("Uses.java", "void main() { new Beside(); }"));
    assertThat(cli.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(cli.err())
        .startsWith("temoto: " + beside + " does not compile: line 1: incompatible types")
        .hasLineCount(1);
  }

  @Test
  void shouldRefuseASourceInAnotherEncoding() throws Exception {
    Path source = Path.of(file("Latin.java", ""));
    Files.write(
        source,
        "void main() { String s = \"caf\u00e9\"; }\n".getBytes(StandardCharsets.ISO_8859_1));
    Cli cli = Cli.run("run", source.toString());
    assertThat(cli.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(cli.err()).contains("Latin.java does not compile: it is not UTF-8").hasLineCount(1);
  }
}
