package org.temoto.apps.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Tests of commands by their names, all or the one that is meant. */
class OwnCommandsTest {
  @Test
  void shouldKnowEachCommandByTheNameThatItHas() {
    for (CommandLine command : OwnCommands.all()) {
      assertThat(command.getCommandName()).isEqualTo(command.getCommandSpec().name());
      command
          .getSubcommands()
          .forEach((name, below) -> assertThat(below.getCommandName()).isEqualTo(name));
    }
    CommandLine run = OwnCommands.all().getFirst();
    for (String name : run.getSubcommands().keySet()) {
      CommandLine alone = OwnCommands.of("run", name).orElseThrow();
      assertThat(alone.getSubcommands()).containsOnlyKeys(name);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"sort", "matmul", "trace", "doctor"})
  void shouldMakeOneCommandAlone(String name) {
    assertThat(OwnCommands.of(name, "--help").orElseThrow().getCommandName()).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "--help",
        "help sort",
        "--stacktrace sort",
        "run",
        "run --list",
        "run aggregation",
        "run no-such",
        "simulate fib",
        "check fib",
        "evaluate",
        "fuzz",
        "no-such"
      })
  void shouldMakeAllWhereOthersMayBeMeant(String line) {
    assertThat(OwnCommands.of(line.split(" ", -1))).isEmpty();
  }

  @Test
  void shouldKeepTheOptionsThatAreTyped() {
    String[] words = {"run", "fib", "--n=5", "--json", "--pes", "2"};
    CommandLine run = OwnCommands.of(words).orElseThrow();
    assertThat(OwnCommands.keepTyped(run, words)).contains("--n", "--seed", "--help");
    assertThat(run.getSubcommands().get("fib").getCommandSpec().optionsMap())
        .containsOnlyKeys("--n", "--json", "--pes");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "-V", "--no-such", "-x", "--n -5"})
  void shouldKeepAllOptionsForWhoMustTellOfThem(String options) {
    String[] words = ("run fib --n 5 " + options).split(" ", -1);
    CommandLine run = OwnCommands.of(words).orElseThrow();
    assertThat(run.getSubcommands().get("fib").getCommandSpec().optionsMap())
        .containsOnlyKeys(OwnCommands.keepTyped(run, words))
        .hasSizeGreaterThan(30);
  }

  /** Else a distribution would have no quick starts, and nobody would know why. */
  @ParameterizedTest
  @FieldSource("org.temoto.apps.cli.QuickStart#COMMANDS")
  void shouldRunTheCommandsOfQuickStarts(String line) {
    Cli run = Cli.line(line);
    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
  }

  @Test
  void shouldRunTheSourceOfQuickStarts() throws IOException {
    assertThat(QuickStart.runSource()).isEqualTo(ExitCode.OK);
  }
}
