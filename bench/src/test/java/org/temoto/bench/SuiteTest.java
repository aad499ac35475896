package org.temoto.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that the measurement works, on problems too small to measure anything. */
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
    assertThat(results.stream().<Object>map(result -> ((Map<?, ?>) result).get("on")))
        .containsExactly(
            "plain Java",
            "1 PE x 1",
            "1 PE x 2",
            "2 PE x 1",
            "2 at once",
            "plain Java",
            "1 PE x 1",
            "2 PE x 1",
            "4 PE x 1",
            "2 at once",
            "4 at once");
    for (Object result : results) {
      assertThat((Map<?, ?>) result).extracting("rounds").isEqualTo(2);
      assertThat((Double) ((Map<?, ?>) result).get("medianSeconds")).isPositive();
    }
  }

  @Test
  void shouldCompareSpeedUpsWithWhatIndependentRunsAchieve() throws IOException {
    String line = run("--small", "--only=nqueens", "--rounds=1", "--warm-up=0", "--json");
    Map<String, Object> object = JSON.std.mapFrom(line);
    Map<String, Map<?, ?>> byName = new HashMap<>();
    for (Object result : (List<?>) object.get("results")) {
      Map<?, ?> row = (Map<?, ?>) result;
      byName.put((String) row.get("on"), row);
    }
    double one = (Double) byName.get("1 PE x 1").get("medianSeconds");
    double capacity = 2 * one / (Double) byName.get("2 at once").get("medianSeconds");
    Map<?, ?> two = byName.get("1 PE x 2");
    assertThat((Double) two.get("capacity")).isCloseTo(capacity, within(1e-9));
    double speedUp = one / (Double) two.get("medianSeconds");
    assertThat((Double) two.get("speedUpOfCapacity"))
        .isCloseTo(speedUp / capacity, withinPercentage(1e-6));
    assertThat((Double) byName.get("2 at once").get("speedUp")).isEqualTo(two.get("capacity"));
    assertThat(byName.get("1 PE x 1").get("capacity")).isNull();
  }

  @Test
  void shouldPrintATable() {
    assertThat(run("--small", "--only=knapsack", "--rounds=1", "--warm-up=0").lines())
        .hasSize(6)
        .first()
        .asString()
        .contains("knapsack", "capacity", "of plain");
  }
}
