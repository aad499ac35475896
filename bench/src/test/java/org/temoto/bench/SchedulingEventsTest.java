package org.temoto.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that the measurement works; what it shows depends on the machine. */
@Timeout(60)
class SchedulingEventsTest {
  @Test
  void shouldCountEventsPerSecond() throws IOException {
    StringWriter out = new StringWriter();
    int code =
        SchedulingEvents.commandLine()
            .setOut(new PrintWriter(out))
            .execute("--pes=5", "--events=2000", "--rounds=3", "--json");
    assertThat(code).as(out.toString()).isZero();
    Map<String, Object> object = JSON.std.mapFrom(out.toString());
    assertThat(object).containsEntry("command", "events").containsEntry("pes", 5);
    double median = (Double) object.get("medianPerSecond");
    assertThat(median)
        .isBetween(
            (Double) object.get("minimumPerSecond"), (Double) object.get("maximumPerSecond"));
  }

  @Test
  void shouldRefuseOnePe() {
    StringWriter err = new StringWriter();
    int code = SchedulingEvents.commandLine().setErr(new PrintWriter(err)).execute("--pes=1");
    assertThat(code).isEqualTo(2);
    assertThat(err.toString()).contains("--pes=1 must be at least 2");
  }
}
