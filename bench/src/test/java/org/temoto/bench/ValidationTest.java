package org.temoto.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that the comparison works; what it shows depends on the machine. */
@Timeout(100)
class ValidationTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    return Validation.commandLine()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments);
  }

  private static double number(Map<?, ?> row, String name) {
    return (Double) row.get(name);
  }

  @Test
  void shouldCompareBothTimesOfACommand() throws IOException {
    int code = run("run fib --n 20", "--rounds=1", "--warm-up=0", "--json");
    assertThat(code).as(err.toString()).isZero();
    Map<String, Object> object = JSON.std.mapFrom(out.toString());
    assertThat(object).containsEntry("transport", "simulated").containsEntry("network", null);
    Map<?, ?> row = (Map<?, ?>) ((List<?>) object.get("results")).getFirst();
    double real = number(row, "realSeconds");
    double virtual = number(row, "virtualSeconds");
    double contention = number(row, "atOnceSeconds") / number(row, "aloneSeconds");
    assertThat(real).isPositive();
    assertThat(row.get("copies")).isEqualTo(2);
    assertThat(number(row, "overlap")).isBetween(0.0, 1.0);
    assertThat(number(row, "compilingSeconds")).isNotNegative();
    assertThat(number(row, "contention")).isEqualTo(contention);
    assertThat(number(row, "errorWithoutContention")).isEqualTo(virtual / real - 1);
    assertThat(number(row, "error")).isCloseTo(virtual * contention / real - 1, within(1e-9));
  }

  @Test
  void shouldRunAsManyCopiesAsThereAreWorkersAtOnce() {
    int code = run("sort --generate 30000", "--pes=2", "--workers=2", "--rounds=2", "--warm-up=0");
    assertThat(code).as(err.toString()).isZero();
    assertThat(out.toString().lines()).hasSize(8).first().isEqualTo("sort --generate 30000");
    assertThat(out.toString())
        .contains("  4 at once  ", "  contention ", "  predicted  ", "  compilers  ");
  }

  @Test
  void shouldRefuseNoRounds() {
    assertThat(run("--rounds=0")).isEqualTo(2);
    assertThat(err.toString()).contains("--rounds=0 must be at least 1");
  }

  @Test
  void shouldRefuseAJobOfOneProcess() {
    assertThat(run("--transport=tcp", "--pes=1")).isEqualTo(2);
    assertThat(err.toString()).contains("--pes=1 must be at least 2 for --transport=tcp");
  }

  @Test
  void shouldTellWhatACommandFailedOf() {
    assertThat(run("run fib --m 20")).isEqualTo(1);
    assertThat(err.toString().lines())
        .singleElement()
        .asString()
        .contains("'run fib --m 20", "--m");
  }
}
