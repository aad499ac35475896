package org.temoto.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that the measurement works; what it shows depends on the machine. */
@Timeout(60)
class IdlePeTest {
  private static final String[] FEW = {"--children=20", "--warm-up=2", "--idle=50"};

  @Test
  void shouldMeasureWhatAnIdlePeCostsAndMisses() throws IOException {
    Map<String, Object> object = JSON.std.mapFrom(run("--json"));
    assertThat(object).containsEntry("command", "idle").containsEntry("children", 20);
    assertThat((Double) object.get("idleShareOfCore")).isBetween(0.0, 1.0);
    double median = (Double) object.get("noticedMedianSeconds");
    assertThat(median).isPositive();
    assertThat((Double) object.get("noticedMaximumSeconds")).isGreaterThanOrEqualTo(median);
  }

  @Test
  void shouldPrintTwoLines() {
    assertThat(run().lines()).hasSize(2).last().asString().contains("median", "longest");
  }

  private static String run(String... more) {
    StringWriter out = new StringWriter();
    int code = IdlePe.commandLine().setOut(new PrintWriter(out)).execute(concatenated(FEW, more));
    assertThat(code).as(out.toString()).isZero();
    return out.toString();
  }

  private static String[] concatenated(String[] first, String... second) {
    return Stream.of(first, second).flatMap(Arrays::stream).toArray(String[]::new);
  }
}
