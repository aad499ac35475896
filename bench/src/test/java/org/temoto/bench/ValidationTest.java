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

/** That the comparison works; what it shows depends on the machine. */
@Timeout(60)
class ValidationTest {
  @Test
  void shouldCompareBothTimesOfACommand() throws IOException {
    StringWriter out = new StringWriter();
    int code =
        Validation.commandLine()
            .setOut(new PrintWriter(out))
            .execute("run fib --n 20", "--rounds=1", "--warm-up=0", "--json");
    assertThat(code).as(out.toString()).isZero();
    Map<String, Object> object = JSON.std.mapFrom(out.toString());
    Map<?, ?> row = (Map<?, ?>) ((List<?>) object.get("results")).getFirst();
    double wall = (Double) row.get("wallSeconds");
    double virtual = (Double) row.get("virtualSeconds");
    assertThat(wall).isPositive();
    assertThat((Double) row.get("error")).isEqualTo(virtual / wall - 1);
  }

  @Test
  void shouldRefuseNoRounds() {
    StringWriter err = new StringWriter();
    int code = Validation.commandLine().setErr(new PrintWriter(err)).execute("--rounds=0");
    assertThat(code).isEqualTo(2);
    assertThat(err.toString()).contains("--rounds=0 must be at least 1");
  }
}
