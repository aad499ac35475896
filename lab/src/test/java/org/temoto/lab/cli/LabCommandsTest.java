package org.temoto.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.temoto.apps.cli.Cli;

/** Tests of the commands of the laboratory among those of {@code temoto}. */
@Timeout(120)
class LabCommandsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "frobnicate|unknown command 'frobnicate'; known are sort, matmul, run, simulate, check,"
            + " evaluate, fuzz, trace, doctor, help, test, install, deploy, dist, java, exec, bench",
        "simulate sort --generate 10 --method cilksort,multiway --ways 2|--ways 2 must be from 3",
        "run aggregation --way all|'all' must be one of element, packed, leaf, ancestor",
        "run aggregation --program lu|'lu' must be one of sort, matmul, stencil, gather",
        "run aggregation --n 100|--n 100 must be at least 128 for 7 levels",
        "run aggregation --levels 17|--levels 17 must be from 1 to 16",
        "run aggregation --outer 8|--outer 8 must be from 1 to the levels, 7",
        "simulate fib --n 5 --schedule seeded|virtual time has a schedule of its own: leave out",
        "simulate fib --n 5 --trace t.json|--trace names a file, and every point would write it",
        "simulate jacobi --checkpoint c|--checkpoint names a directory, and every point would"
            + " write",
        "simulate spmv --matrix no/such.mtx|no/such.mtx: no such file"
      })
  void shouldAnswerBadOptionsWithOneLine(String line, String reason) {
    assertRefused(Cli.line(line), reason);
  }

  private static void assertRefused(Cli cli, String... reasons) {
    assertThat(cli.err()).hasLineCount(1).startsWith("temoto: ").contains(reasons);
    assertThat(cli.out()).isEmpty();
    assertThat(cli.exitCode()).isEqualTo(2);
  }

  @Test
  void shouldRefuseADirectoryWithoutAName() {
    assertRefused(Cli.run("simulate", "fib", "--out", ""), "option '--out': the name is empty");
  }

  @Test
  void shouldKeepMessagesShortWhateverIsQuoted() {
    Cli cli = Cli.run("simulate", "fib", "--n", "9".repeat(2_000_000));
    assertRefused(cli, "temoto: ");
    assertThat(cli.err()).hasSizeLessThan(10_100);
  }

  @Test
  void shouldShowTheSameByHelpAsByTheOption() {
    Cli help = Cli.line("help simulate");
    assertThat(help.exitCode()).isZero();
    assertThat(help.out())
        .contains("Usage: temoto simulate")
        .isEqualTo(Cli.line("simulate --help").out());
  }

  @Test
  void shouldListItsProgramLast() {
    assertThat(Cli.line("run --list").out().lines().filter(line -> !line.startsWith(" ")))
        .last()
        .asString()
        .startsWith("aggregation ");
  }
}
