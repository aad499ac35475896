package org.temoto.gas.shmem;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.temoto.gas.cluster.ClusterOptions.Threads;

/** Tests of a PE that computes: it answers others, by itself or by its progress thread. */
class AnswersWhileComputingTest {
  private static final long SECONDS = 60;
  private static final Map<String, String> TCP = Map.of("UCX_TLS", "tcp,self");

  @BeforeAll
  static void requireOshrun() {
    Evidence.requireOpenShmem();
  }

  @Test
  void shouldAnswerByItselfInSharedMemory() throws Exception {
    assertThat(run(Map.of(), "auto", Threads.BEST))
        .contains(
            AnswersWhileComputing.DONE
                + AnswersWhileComputing.ROUNDS
                + ", one-sided: true, called: false");
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "BEST")
  void shouldFindOutThatTcpNeedsAProgressThread(Threads threads) throws Exception {
    assertThat(run(TCP, "auto", threads))
        .contains(
            AnswersWhileComputing.DONE
                + AnswersWhileComputing.ROUNDS
                + ", one-sided: false, called: true");
  }

  @Test
  void shouldHaveAProgressThreadWhereOneIsForced() throws Exception {
    assertThat(run(Map.of(), "1000", Threads.BEST))
        .contains(
            AnswersWhileComputing.DONE
                + AnswersWhileComputing.ROUNDS
                + ", one-sided: true, called: true");
  }

  private static String run(Map<String, String> environment, String progress, Threads threads)
      throws Exception {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    List<String> arguments =
        List.of(
            "java",
            "-cp",
            classPath,
            AnswersWhileComputing.class.getName(),
            progress,
            threads.name());
    Oshrun.Outcome outcome = Oshrun.run(2, SECONDS, environment, arguments);
    assertThat(outcome.exitCode()).as(outcome.output()).isZero();
    return outcome.output();
  }
}
