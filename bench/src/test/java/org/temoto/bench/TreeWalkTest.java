package org.temoto.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;

/**
 * Tests of the measurement of tree walks: sums are compared in each round; the times of a short one
 * say nothing.
 */
@Timeout(60)
class TreeWalkTest {
  private static int execute(StringWriter out, String... arguments) {
    CommandLine command = TreeWalk.commandLine();
    command.setOut(new PrintWriter(out)).setErr(new PrintWriter(out));
    return command.execute(arguments);
  }

  @Test
  void shouldMeasureEachFaceWithTheCheckerAndWithout() {
    StringWriter out = new StringWriter();
    int exit = execute(out, "--nodes", "5001", "--rounds", "2", "--warm-up", "0");
    assertThat(exit).as("%s", out).isZero();
    assertThat(out.toString().lines())
        .hasSize(2)
        .allMatch(line -> line.matches(".* ms, checked .* ms .*, ratio \\d+\\.\\d\\d"));
  }

  @Test
  void shouldRefuseATreeWithoutNodes() {
    StringWriter out = new StringWriter();
    assertThat(execute(out, "--nodes", "0")).isEqualTo(2);
    assertThat(out.toString()).contains("--nodes=0").contains("at least 1");
  }
}
