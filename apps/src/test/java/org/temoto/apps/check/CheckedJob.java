package org.temoto.apps.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.temoto.gas.CheckFailedException;
import org.temoto.gas.Finding;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.Schedule;
import org.temoto.gas.array.GlobalInts;
import org.temoto.task.Action;
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

  /** What the checker finds in a run of {@code root}. */
  static List<Finding> findings(int pes, Root root) {
    return jobFindings(
        pes,
        space -> {
          GlobalInts array = GlobalInts.allocate(space, "a", LENGTH);
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            runtime.run(root.on(array));
          }
        });
  }

  static List<Finding> jobFindings(int pes, Consumer<GlobalAddressSpace> program) {
    GasOptions options =
        GasOptions.DEFAULT
            .withPes(pes)
            .withPageSize(PAGE)
            .withHeapBytes(64 << 20)
            .withSchedule(Schedule.SEEDED)
            .withChecker(true);
    try {
      GlobalAddressSpace.launch(options, program);
      return List.of();
    } catch (CheckFailedException e) {
      return e.findings();
    }
  }

  /** How the place of the line of {@code test} ends that ends with {@code // at MARK}. */
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
