package org.temoto.gas.shmem;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A PE that computes answers others, by itself or by its progress thread. */
class BusyTargetTest {
  private static final long SECONDS = 60;
  private static final Map<String, String> TCP = Map.of("UCX_TLS", "tcp,self");

  @BeforeAll
  static void requireOshrun() {
    Oshrun.require();
  }

  @Test
  void shouldAnswerByItselfInSharedMemory() throws Exception {
    assertThat(run(Map.of(), "auto"))
        .contains(BusyTarget.DONE + BusyTarget.ROUNDS + ", one-sided: true, called: false");
  }

  @Test
  void shouldFindOutThatTcpNeedsAProgressThread() throws Exception {
    assertThat(run(TCP, "auto"))
        .contains(BusyTarget.DONE + BusyTarget.ROUNDS + ", one-sided: false, called: true");
  }

  @Test
  void shouldHaveAProgressThreadWhereOneIsForced() throws Exception {
    assertThat(run(Map.of(), "1000"))
        .contains(BusyTarget.DONE + BusyTarget.ROUNDS + ", one-sided: true, called: true");
  }

  private static String run(Map<String, String> environment, String progress) throws Exception {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    List<String> arguments =
        List.of("java", "-cp", classPath, BusyTarget.class.getName(), progress);
    Oshrun.Outcome outcome = Oshrun.run(2, SECONDS, environment, arguments);
    assertThat(outcome.exitCode()).as(outcome.output()).isZero();
    return outcome.output();
  }
}
