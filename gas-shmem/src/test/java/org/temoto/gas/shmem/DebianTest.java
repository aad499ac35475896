package org.temoto.gas.shmem;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Tests of jobs on Open MPI 5, by the script {@code debian}. */
@EnabledIfSystemProperty(
    named = "temoto.debian",
    matches = "true",
    disabledReason = "loads 150 MB and takes minutes; -Dtemoto.debian=true")
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class DebianTest {
  private static final String SCRIPT =
      Path.of(System.getProperty("basedir", "."), "src/test/debian/debian").toString();

  @Test
  void shouldRunAndEndOnOpenMpi5() throws Exception {
    Oshrun.Outcome check = Oshrun.run(Oshrun.builder(List.of(SCRIPT, "check")), 60);
    Evidence.require(check.exitCode() == 0, check.output().strip());
    Oshrun.Outcome outcome = Oshrun.run(Oshrun.builder(List.of(SCRIPT, "test")), 1000);
    assertThat(outcome.exitCode()).as(outcome.output()).isZero();
    assertThat(outcome.output())
        .contains("doctor: content", "sort: verified")
        .contains("a killed PE: nothing left", "a killed oshrun: nothing left");
  }
}
