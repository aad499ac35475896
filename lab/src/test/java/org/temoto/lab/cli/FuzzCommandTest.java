package org.temoto.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.temoto.apps.cli.Cli;
import org.temoto.apps.cli.ExitCode;

@Timeout(120)
class FuzzCommandTest {
  @Test
  void shouldTellHowManyProgramsItHasRun() {
    Cli cli = Cli.line("fuzz --seeds 30 --seed 1000");
    assertThat(cli.err()).startsWith("fuzz: 30 programs in ").contains("none differs");
    assertThat(cli.out()).isEmpty();
    assertThat(cli.exitCode()).isZero();
  }

  @Test
  void shouldPrintOneObject() {
    Cli cli = Cli.line("fuzz --seeds 10 --shrink off --json");
    assertThat(cli.exitCode()).isZero();
    assertThat(cli.err()).isEmpty();
    Map<String, Object> json = cli.json();
    assertThat(json)
        .containsEntry("command", "fuzz")
        .containsEntry("programs", 10)
        .containsEntry("verified", true)
        .containsEntry("failure", null)
        .containsEntry("shrunk", null);
    assertThat((Integer) json.get("remoteSteals")).isPositive();
  }

  @Test
  void shouldRefuseWhatCannotBe() {
    assertThat(Cli.line("fuzz --seeds 0").exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(Cli.line("fuzz --seeds 0").err()).contains("seeds", "0", "at least 1");
    assertThat(Cli.line("fuzz --seed " + Long.MAX_VALUE).err()).contains("2^63");
    assertThat(Cli.line("fuzz --shrink maybe").exitCode()).isEqualTo(ExitCode.BAD_INPUT);
  }
}
