package org.temoto.apps.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@code --arrays shared}: the same programs as tasks on plain memory. */
@Timeout(120)
class SharedArraysTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "sort --generate 300001 --cutoff 5000 --kernel plain",
        "sort --generate 300001 --cutoff 5000 --type float64",
        "sort --generate 70000 --distribution zipf --cutoff 4097 --type int64",
        "sort --generate 0",
        "sort --generate 1",
        "matmul --generate 300x150x210 --cutoff 40 --kernel plain",
        "matmul --generate 333 --type float32 --cutoff 64",
        "matmul --generate 1"
      })
  void shouldBeVerified(String command) {
    Cli done = Cli.line(command + " --arrays shared --pes 1 --workers 3 --time virtual --json");
    assertThat(done.exitCode()).as(done.err()).isZero();
    assertThat(done.json()).containsEntry("verified", true);
  }

  @Test
  void shouldBeSharedByTasksThatAreStolen() {
    Map<String, Object> done =
        Cli.line(
                "sort --generate 300000 --cutoff 5000 --arrays shared --pes 1 --workers 4"
                    + " --time virtual --cost model --json")
            .json();
    assertThat(done).containsEntry("verified", true);
    assertThat((int) done.get("steals")).isPositive();
  }

  @Test
  void shouldNeitherLocalizeNorCommit() {
    Map<String, Object> shared = counts("shared");
    assertThat((int) shared.get("localizeHits") + (int) shared.get("localizeMisses")).isZero();
    assertThat(shared).containsEntry("bytesCommitted", 0);
    assertThat((int) counts("global").get("localizeHits")).isPositive();
  }

  private static Map<String, Object> counts(String arrays) {
    return Cli.line(
            "matmul --generate 200 --cutoff 50 --pes 1 --workers 2 --json --arrays " + arrays)
        .json();
  }

  @ParameterizedTest
  @ValueSource(strings = {"sort --generate 100", "matmul --generate 10"})
  void shouldRefuseSeveralPes(String command) {
    Cli done = Cli.line(command + " --arrays shared --pes 2");
    assertThat(done.exitCode()).isEqualTo(2);
    assertThat(done.err())
        .isEqualTo(
            "temoto: --arrays shared is for one PE, whose workers share its memory: this job has 2,"
                + " choose --pes 1"
                + System.lineSeparator());
  }

  @Test
  void shouldRefuseOtherArrays() {
    Cli done = Cli.line("sort --generate 100 --arrays own");
    assertThat(done.exitCode()).isEqualTo(2);
    assertThat(done.err()).contains("'own' must be one of global, shared");
  }
}
