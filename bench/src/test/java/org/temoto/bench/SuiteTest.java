package org.temoto.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** That the measurement works, on problems too small to measure anything. */
@Timeout(100)
class SuiteTest {
  private static String run(String... arguments) {
    StringWriter out = new StringWriter();
    int code = Suite.commandLine().setOut(new PrintWriter(out)).execute(arguments);
    assertThat(code).as(out.toString()).isZero();
    return out.toString();
  }

  @Test
  void shouldMeasureEverySubject() throws IOException {
    Map<String, Object> object =
        JSON.std.mapFrom(
            run(
                "--small",
                "--only",
                "nqueens,lu_migrating",
                "--rounds=2",
                "--warm-up=0",
                "--json"));
    assertThat(object).containsEntry("command", "suite");
    List<?> results = (List<?>) object.get("results");
    assertThat(results).hasSize(8);
    for (Object result : results) {
      assertThat((Map<?, ?>) result).extracting("rounds").isEqualTo(2);
      assertThat((Double) ((Map<?, ?>) result).get("medianSeconds")).isPositive();
    }
  }

  @Test
  void shouldPrintATable() {
    assertThat(run("--small", "--only=knapsack", "--rounds=1", "--warm-up=0").lines())
        .hasSize(5)
        .first()
        .asString()
        .contains("knapsack", "of plain");
  }
}
