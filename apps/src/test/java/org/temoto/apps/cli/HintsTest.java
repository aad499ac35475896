package org.temoto.apps.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.apps.report.Hints;
import org.temoto.apps.report.Measurement;
import org.temoto.gas.Access;
import org.temoto.gas.EngineOptions;
import org.temoto.gas.EngineOptions.Feature;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.Temoto;
import org.temoto.gas.array.GlobalCounter;
import org.temoto.gas.array.GlobalLongs;
import org.temoto.gas.lock.GlobalLocks;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Costs;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.task.Action;
import org.temoto.task.Forked;
import org.temoto.task.TaskContext;
import org.temoto.task.TaskRuntime;

/** Tests of hints to a user whose run could be better. */
class HintsTest {
  private static final String MODEL =
      " --time virtual --cost model --latency 1.8us --bandwidth 9Gbps ";

  private static final String SCATTERED =
      """
      import java.util.SplittableRandom;
      import org.temoto.gas.*;
      import org.temoto.gas.array.*;

      void main() {
        Temoto.launch(GasOptions.DEFAULT.withPes(4).withPageSize(1 << 20), space -> {
          GlobalLongs all = GlobalLongs.allocate(space, "all", 4 << 20);
          SplittableRandom random = new SplittableRandom(space.pe());
          for (int i = 0; i < 400; i++) {
            long at = random.nextLong(all.length());
            try (LongView view = all.slice(at, at + 1).localize(Access.READ)) {
              view.get(0);
            }
          }
        });
      }
      """;

  private static final Pattern OPTION = Pattern.compile("try (--[a-z-]+) (\\S+)$");

  @TempDir private Path folder;

  /** Many rounds over an array, of which the cache has a part. */
  static final class Rounds {
    private Rounds() {}

    public static void main(String... arguments) {
      Temoto.launch(
          GasOptions.DEFAULT.withPes(2),
          space -> {
            GlobalLongs all = GlobalLongs.allocate(space, "all", 1 << 20);
            for (int round = 0; round < Integer.parseInt(arguments[0]); round++) {
              for (long from = 0; from < all.length(); from += 1 << 13) {
                all.slice(from, from + (1 << 13)).localize(Access.READ).close();
              }
            }
          });
    }
  }

  /** Tasks that take a millisecond each: so many at once, so often. */
  static final class Steps {
    record Step(int width, int rounds) implements Action {
      @Override
      public void compute(TaskContext context) {
        for (int i = 0; i < rounds; i++) {
          List<Forked<Void>> forked = new ArrayList<>();
          for (int k = 0; k < width; k++) {
            forked.add(context.fork(new Step(0, 0)));
          }
          forked.forEach(Forked::join);
        }
        context.charge(1_000_000);
      }
    }

    private Steps() {}

    public static void main(String... arguments) {
      Temoto.launch(
          GasOptions.DEFAULT.withPes(8),
          space -> {
            try (TaskRuntime runtime = TaskRuntime.start(space)) {
              runtime.run(new Step(Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1])));
            }
          });
    }
  }

  /** Tasks that count in a word of PE 0, or wait for a lock, of so many. */
  static final class Contended {
    record Section(GlobalLocks locks, GlobalCounter counter, int count, int first)
        implements Action {
      @Override
      public void compute(TaskContext context) {
        if (count > 1) {
          Forked<Void> half = context.fork(new Section(locks, counter, count / 2, first));
          new Section(locks, counter, count - count / 2, first + count / 2).compute(context);
          half.join();
          return;
        }
        if (locks.count() == 1) {
          try (GlobalLocks.Held _ = locks.lock(0)) {
            context.charge(1_000_000);
          }
          return;
        }
        for (int i = 0; i < 100; i++) {
          counter.getAndAdd(1);
        }
      }
    }

    private Contended() {}

    public static void main(String... arguments) {
      Temoto.launch(
          GasOptions.DEFAULT.withPes(4),
          space -> {
            GlobalCounter counter = GlobalCounter.allocate(space, "counter");
            int locks = Integer.parseInt(arguments[0]);
            try (GlobalLocks all = GlobalLocks.create(space, "locks", locks);
                TaskRuntime runtime = TaskRuntime.start(space)) {
              runtime.run(new Section(all, counter, 64, 0));
            }
          });
    }
  }

  private static Map<String, Object> json(String line) {
    Cli cli = Cli.line(line);
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    return cli.json();
  }

  private static List<String> hints(Map<String, Object> json) {
    return ((List<?>) json.get("hints")).stream().map(Object::toString).toList();
  }

  private static String run(Class<?> program) {
    return "run " + program.getName() + " --json" + MODEL;
  }

  @Test
  void shouldTellOfBytesThatCameAlongUntilItsOptionIsTaken() throws Exception {
    Path program = Files.writeString(folder.resolve("Scattered.java"), SCATTERED);
    String line = "run " + program + " --json" + MODEL;
    Map<String, Object> large = json(line);
    assertThat(hints(large))
        .singleElement()
        .asString()
        .matches("1 MiB pages: at most [01][.]\\d % of the [0-9.]+ MiB fetched were localized;.*");
    Matcher option = OPTION.matcher(hints(large).getFirst());
    assertThat(option.find()).isTrue();
    Map<String, Object> small = json(line + option.group(1) + " " + option.group(2));
    assertThat(hints(small)).isEmpty();
    assertThat(((Number) small.get("bytesFetched")).longValue() * 2)
        .isLessThan(((Number) large.get("bytesFetched")).longValue());
    assertThat(Cli.line("run " + program + MODEL).err())
        .contains("  hint        1 MiB pages: at most");
    Cli off = Cli.line("run " + program + MODEL + "--hints off");
    assertThat(off.err()).contains("localize", "fetched").doesNotContain("hint");
    assertThat(hints(json(line + "--hints off"))).isEmpty();
    Path own =
        Files.writeString(
            folder.resolve("Own.java"),
            SCATTERED.replace(
                "GlobalLongs.allocate(space, \"all\", 4 << 20)",
                "new GlobalLongs(space.allocate(MemoryOptions.of(\"all\", 32 << 20)"
                    + ".withPageSize(2 << 20)).whole())"));
    assertThat(hints(json("run " + own + " --json" + MODEL))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sort --generate 1000000 --pes 4 --workers 2",
        "sort --generate 300000 --pes 3 --method cilksort",
        "matmul --generate 512 --pes 4",
        "run fib --n 27 --pes 4",
        "run jacobi --n 256 --steps 10 --pes 4",
        "run spmv --generate 20000 --pes 4",
        "run lu --n 1024 --pes 4",
        "run nqueens --n 11 --pes 4"
      })
  void shouldSayNothingOfWhatIsWell(String line) {
    assertThat(hints(json(line + " --json" + MODEL))).isEmpty();
  }

  @Test
  void shouldSayNothingOfAnArrayThatIsReadElementByElementInItsOrder() throws Exception {
    String inOrder =
        SCATTERED
            .replace("i < 400", "i < 400_000")
            .replace("random.nextLong(all.length())", "all.length() - 1 - i");
    Path program = Files.writeString(folder.resolve("InOrder.java"), inOrder);
    Map<String, Object> json = json("run " + program + " --json" + MODEL);
    assertThat((Integer) json.get("bytesFetched")).isGreaterThan(1 << 20);
    assertThat(hints(json)).isEmpty();
  }

  @Test
  void shouldTellOfACacheThatIsTooSmall() {
    Map<String, Object> json = json(run(Rounds.class) + "--cache 1MiB -- 4");
    assertThat(json).containsEntry("bytesFetched", 4 << 23).containsEntry("bytesEvicted", 3 << 23);
    assertThat(hints(json))
        .containsExactly(
            "the cache is small: 75 % of the 32.0 MiB fetched had been here, and were evicted; try"
                + " --cache 2MiB");
    assertThat(hints(json(run(Rounds.class) + "--cache 1MiB -- 1"))).isEmpty();
    assertThat(hints(json(run(Rounds.class) + "-- 4"))).isEmpty();
  }

  @Test
  void shouldTellOfWorkersWithoutWork() {
    assertThat(hints(json(run(Steps.class) + "-- 3 1")))
        .singleElement()
        .asString()
        .startsWith("4 tasks for 8 workers, which had nothing to do for ")
        .endsWith(" try more work or smaller tasks");
    assertThat(hints(json(run(Steps.class) + "-- 2 100")))
        .singleElement()
        .asString()
        .startsWith("8 workers had nothing to do for ")
        .endsWith(" 2 could have done it all; try more work or fewer --pes");
    assertThat(hints(json(run(Steps.class) + "-- 400 1"))).isEmpty();
    GasOptions two =
        GasOptions.DEFAULT
            .withPes(2)
            .withBackend("shmem")
            .with(EngineOptions.DEFAULT.without(Feature.USE_AFTER_CLOSE_CHECKS));
    assertThat(ofIdle(two)).singleElement().asString().endsWith("fewer PEs (oshrun -np, srun -n)");
    assertThat(ofIdle(two.withPes(1).withWorkers(2)))
        .singleElement()
        .asString()
        .contains("1 could");
    GasOptions one = two.withPes(1).withWorkers(4);
    assertThat(ofIdle(one)).singleElement().asString().endsWith("more work or fewer --workers");
    assertThat(hints(json("run fib --n 3 --json --pes 8" + MODEL)))
        .singleElement()
        .asString()
        .endsWith("try more work or smaller tasks");
  }

  @Test
  void shouldTellOfSharedWordsAndLocks() {
    Map<String, Object> words = json(run(Contended.class) + "-- 2");
    assertThat(hints(words))
        .singleElement()
        .asString()
        .matches(
            "\\d{3,4} accesses to shared words of other PEs, as of locks, took \\d\\d % of .*");
    Map<?, ?> activity = (Map<?, ?>) words.get("activity");
    assertThat((Double) activity.get("communicationSeconds"))
        .isGreaterThanOrEqualTo((Double) words.get("remoteWordSeconds"));
    Map<String, Object> locks = json(run(Contended.class) + "-- 1");
    assertThat((Integer) locks.get("lockWaits")).isPositive();
    assertThat(hints(locks))
        .singleElement()
        .asString()
        .startsWith("tasks waited " + locks.get("lockWaits") + " times for locks or semaphores, ");
    assertThat(Cli.line("run " + Contended.class.getName() + MODEL + "-- 1").err())
        .contains(
            locks.get("lockWaits") + " times for locks or semaphores",
            " times shared words of other PEs");
  }

  @Test
  void shouldTellOfWorkersThatShareCores() {
    int workers = Runtime.getRuntime().availableProcessors() + 1;
    String line = "run fib --n 20 --json --workers " + workers + " --pes ";
    assertThat(hints(json(line + "1")))
        .anySatisfy(hint -> assertThat(hint).startsWith(workers + " workers shared "));
    assertThat(hints(json("run fib --n 20 --json --pes 1")))
        .noneSatisfy(hint -> assertThat(hint).contains("shared"));
    assertThat(hints(json(line + "1" + MODEL)))
        .noneSatisfy(hint -> assertThat(hint).contains("shared"));
  }

  /** Hints of a run in which nothing but this was seen. */
  private static List<String> ofCompiling(double share, GasOptions options, String... known) {
    TaskRuntime.Activity none = TaskRuntime.Activity.NONE;
    return of(Set.of(known), share, TaskRuntime.Statistics.NONE, none, options);
  }

  /** Hints of a run of many tasks whose workers were idle for half of the time. */
  private static List<String> ofIdle(GasOptions options) {
    TaskRuntime.Activity none = TaskRuntime.Activity.NONE;
    TaskRuntime.Activity half =
        new TaskRuntime.Activity(
            List.of(new TaskRuntime.Activity.Times(5, 0, 0, 5)),
            none.steals(),
            none.failedSteals());
    return of(Set.of(), 0, new TaskRuntime.Statistics(1000, 1000, 0, 0, 0, 0, 0), half, options);
  }

  private static List<String> of(
      Set<String> known,
      double share,
      TaskRuntime.Statistics tasks,
      TaskRuntime.Activity activity,
      GasOptions options) {
    Measurement<Void> measurement =
        new Measurement<>(
            null,
            1,
            new GlobalAddressSpace.Statistics(
                0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
            tasks,
            activity,
            List.of(),
            Optional.empty(),
            share,
            4096,
            0,
            Set.of(),
            List.of(1.0));
    return new Hints("Heat.java", known, 1, options, measurement).lines();
  }

  @Test
  void shouldTellOfAJvmThatCompilesAndOfChecks() {
    GasOptions plain =
        GasOptions.DEFAULT
            .withBackend("simulated")
            .with(EngineOptions.DEFAULT.without(Feature.USE_AFTER_CLOSE_CHECKS));
    GasOptions checked = plain.with(EngineOptions.DEFAULT.with(Feature.USE_AFTER_CLOSE_CHECKS));
    assertThat(ofCompiling(0.29, plain)).isEmpty();
    assertThat(ofCompiling(0.456, plain, "--repeat"))
        .containsExactly(
            "the JVM was still compiling, 46 % of the time; try --repeat 9; temoto simulate"
                + " Heat.java runs until times settle");
    assertThat(ofCompiling(0.29, plain.withBackend("shmem"))).isEmpty();
    assertThat(ofCompiling(1.5, plain.withBackend("shmem")))
        .containsExactly(
            "the JVMs were still compiling, 100 % of the time; try more work to see settled times");
    assertThat(ofCompiling(1.5, plain.withBackend("shmem"), "--repeat"))
        .containsExactly(
            "the JVMs were still compiling, 100 % of the time; try --repeat 9 or more work to see"
                + " settled times");
    assertThat(ofCompiling(0, checked)).singleElement().asString().contains("useAfterCloseChecks");
    SimulationOptions model =
        SimulationOptions.DEFAULT.withSchedule(Schedule.VIRTUAL).withCosts(Costs.MODELLED);
    assertThat(ofCompiling(1, checked.with(model))).isEmpty();
  }
}
