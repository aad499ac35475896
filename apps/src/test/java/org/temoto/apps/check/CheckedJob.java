package org.temoto.apps.check;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.temoto.gas.Access;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GasOptions.Coherence;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.Temoto;
import org.temoto.gas.array.GlobalInts;
import org.temoto.gas.array.IntView;
import org.temoto.gas.simulated.CheckFailedException;
import org.temoto.gas.simulated.CheckFailedException.Finding;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.task.Action;
import org.temoto.task.TaskContext;
import org.temoto.task.TaskRuntime;

/** Small jobs that a checker follows. */
final class CheckedJob {
  static final int PAGE = 4096;
  static final int LENGTH = 4 * PAGE / Integer.BYTES;

  private CheckedJob() {}

  /** Makes the root task. */
  @FunctionalInterface
  interface Root {
    Action on(GlobalInts array);
  }

  /** Findings of the checker in a run of {@code root}. */
  static List<Finding> findings(int pes, Root root) {
    return findings(pes, 0, root);
  }

  /** Localizes single elements, so many {@code times}, each used through its segment. */
  record Localizes(GlobalInts array, int times) implements Action {
    @Override
    public void compute(TaskContext context) {
      for (int i = 0; i < times; i++) {
        int element = (int) (i * 7919L % LENGTH);
        try (IntView view = array.localize(element, element + 1, Access.READ)) {
          assertThat(view.segment().get(JAVA_INT, 0)).isZero();
        }
      }
    }
  }

  /** Findings of the checker in a run of {@code root} after {@code before} localizes by tasks. */
  static List<Finding> findings(int pes, int before, Root root) {
    return jobFindings(pes, space -> run(space, before, root));
  }

  private static void run(GlobalAddressSpace space, int before, Root root) {
    GlobalInts array = GlobalInts.allocate(space, "a", LENGTH);
    try (TaskRuntime runtime = TaskRuntime.start(space)) {
      if (before > 0) {
        runtime.run(new Localizes(array, before));
      }
      runtime.run(root.on(array));
    }
  }

  /** Findings of the checker on one PE, with two workers. */
  static List<Finding> findingsOfTwoWorkers(Consumer<GlobalAddressSpace> program) {
    return jobFindings(options(1).withWorkers(2), program);
  }

  /** Findings of the checker where the end of writing commits. */
  static List<Finding> automaticFindings(int pes, Root root) {
    return jobFindings(
        options(pes).withCoherence(Coherence.AUTOMATIC), space -> run(space, 0, root));
  }

  /** The same on one PE, with two workers. */
  static List<Finding> automaticFindingsOfTwoWorkers(Root root) {
    return jobFindings(
        options(1).withWorkers(2).withCoherence(Coherence.AUTOMATIC), space -> run(space, 0, root));
  }

  static List<Finding> jobFindings(int pes, Consumer<GlobalAddressSpace> program) {
    return jobFindings(options(pes), program);
  }

  private static GasOptions options(int pes) {
    return GasOptions.DEFAULT
        .withPes(pes)
        .withPageSize(PAGE)
        .withHeapBytes(64 << 20)
        .with(
            SimulationOptions.DEFAULT,
            simulation -> simulation.withSchedule(Schedule.SEEDED).withRaceChecker(true));
  }

  private static List<Finding> jobFindings(
      GasOptions options, Consumer<GlobalAddressSpace> program) {
    try {
      Temoto.launch(options, program);
      return List.of();
    } catch (CheckFailedException e) {
      return e.findings();
    }
  }

  /** End of the place of that line of {@code test} which ends with {@code // at MARK}. */
  static String line(Class<?> test, String mark) {
    String file = test.getSimpleName() + ".java";
    Path source = Path.of("src/test/java/org/temoto/apps/check", file);
    try {
      List<String> lines = Files.readAllLines(source);
      int[] found =
          IntStream.range(0, lines.size())
              .filter(i -> lines.get(i).endsWith("// at " + mark))
              .toArray();
      assertThat(found).as(mark).hasSize(1);
      return "(" + file + ":" + (found[0] + 1) + ")";
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
