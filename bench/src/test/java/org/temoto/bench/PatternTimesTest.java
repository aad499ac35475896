package org.temoto.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;

/**
 * Tests of the measurement of patterns beside the JDK: results are compared in each round; the
 * times of a short one say nothing.
 */
@Timeout(60)
class PatternTimesTest {
  private static int execute(StringWriter out, String... arguments) {
    CommandLine command = PatternTimes.commandLine();
    command.setOut(new PrintWriter(out)).setErr(new PrintWriter(out));
    return command.execute(arguments);
  }

  @Test
  void shouldMeasureEachPatternBesideTheJdk() {
    StringWriter out = new StringWriter();
    int exit = execute(out, "--elements", "100001", "--rounds", "2", "--warm-up", "1");
    assertThat(exit).as("%s", out).isZero();
    assertThat(out.toString().lines())
        .hasSize(3)
        .allMatch(line -> line.matches(".* ms .*, ratio \\d+\\.\\d\\d .*"));
  }

  @Test
  void shouldRefuseNoElements() {
    StringWriter out = new StringWriter();
    assertThat(execute(out, "--elements", "0")).isEqualTo(2);
    assertThat(out.toString()).contains("--elements 0").contains("at least 1");
  }
}
