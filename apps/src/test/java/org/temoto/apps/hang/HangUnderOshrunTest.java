package org.temoto.apps.hang;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.temoto.gas.shmem.Evidence;
import org.temoto.gas.shmem.Oshrun;

/** Tests as {@link HangTest}, on processes. */
@Timeout(120)
class HangUnderOshrunTest {
  private static final long LIMIT = 100;

  @BeforeAll
  static void needOpenShmem() {
    Evidence.requireOpenShmem();
  }

  private static Oshrun.Outcome run(int pes, String... arguments) throws Exception {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    List<String> command = new ArrayList<>(List.of("java", "-cp", classPath));
    command.add(HangRun.class.getName());
    command.addAll(List.of(arguments));
    return Oshrun.run(pes, LIMIT, command);
  }

  /** Each job takes every second form, for its time. */
  @ParameterizedTest
  @CsvSource({"2, 0", "2, 1", "4, 0", "4, 1"})
  void shouldTellWhoWaitsForWhom(int pes, int first) throws Exception {
    List<Hang> hangs =
        Stream.of(Hang.values()).filter(hang -> hang.ordinal() % 2 == first).toList();
    Oshrun.Outcome outcome = run(pes, hangs.stream().map(Hang::name).toArray(String[]::new));
    assertThat(outcome.exitCode()).as(outcome.output()).isZero();
    for (Hang hang : hangs) {
      List<String> told =
          outcome
              .output()
              .lines()
              .filter(line -> line.contains(HangRun.TOLD + hang + ": "))
              .toList();
      assertThat(told).as("%s in %s", hang, outcome.output()).hasSize(pes);
      assertThat(told).as("ends everywhere").noneMatch(line -> line.endsWith(HangRun.NOTHING));
      // A PE that another's failure has ended before it was asked cannot tell its line any more.
      assertThat(told).anySatisfy(hang::requireTold);
    }
  }

  @Test
  void shouldEndTheProcesses() throws Exception {
    Oshrun.Outcome outcome = run(2, Hang.RUN.name());
    assertThat(outcome.exitCode()).as(outcome.output()).isEqualTo(1);
    Hang.RUN.requireTold(outcome.output());
  }

  @Test
  void shouldNameTheTaskOfAnotherPeThatDoesNotEnd() throws Exception {
    Oshrun.Outcome outcome = run(2, HangRun.SPIN);
    assertThat(outcome.exitCode()).as(outcome.output()).isEqualTo(1);
    assertThat(outcome.output())
        .containsPattern(
            "limit of 1 s and cannot be stopped.*Spin\\[isRoot=false\\] \\(\\S*Spin.compute\\(HangRun.java:\\d+\\)\\)");
  }
}
