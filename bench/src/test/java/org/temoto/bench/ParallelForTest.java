package org.temoto.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;

/**
 * Tests of the measurement in the time of a seeded schedule, which is the same on every machine.
 */
@Timeout(60)
class ParallelForTest {
  private static final double AIM = 1.3;

  /** The bound is not the least possible time: that is the larger one of its two parts. */
  private static final double LEAST = 0.5;

  @Test
  void shouldStayNearTheBoundWhileJoinsWaitForOthers() {
    StringWriter out = new StringWriter();
    CommandLine command = ParallelFor.commandLine().setOut(new PrintWriter(out));
    int exit = command.execute("--pes", "2,4,8", "--rounds", "3", "--schedule", "seeded");
    System.out.print(out);
    assertThat(exit).isZero();
    Matcher ratio =
        Pattern.compile("ratio (\\d+\\.\\d+); (\\d+) steals, (\\d+)").matcher(out.toString());
    int rows = 0;
    while (ratio.find()) {
      assertThat(Double.parseDouble(ratio.group(1))).isBetween(LEAST, AIM);
      assertThat(Integer.parseInt(ratio.group(2))).as("steals").isPositive();
      assertThat(Integer.parseInt(ratio.group(3))).as("suspended joins").isPositive();
      rows++;
    }
    assertThat(rows).isEqualTo(3);
  }
}
