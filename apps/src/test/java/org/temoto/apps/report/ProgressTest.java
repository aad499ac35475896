package org.temoto.apps.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.temoto.apps.Spmd;

@Timeout(60)
class ProgressTest {
  private static final String ERASE = "\r\033[K";
  private final StringWriter terminal = new StringWriter();

  @Test
  void shouldShowWhatPeZeroDoesUntilTheJobEnds() {
    try (Progress progress = Progress.on(new PrintWriter(terminal), 1_000_000)) {
      Spmd.run(
          2,
          space -> {
            progress.begin(space, "PE " + space.pe() + " sorting");
            while (!terminal.toString().contains("PE 0 sorting ...")) {
              Thread.onSpinWait();
            }
          });
    }
    assertThat(terminal.toString()).startsWith(ERASE + "PE 0").endsWith(ERASE);
    assertThat(terminal.toString()).doesNotContain("PE 1");
  }

  @Test
  void shouldShowNothingOfWhatIsSoonDone() {
    try (Progress progress = Progress.on(new PrintWriter(terminal), Long.MAX_VALUE)) {
      Spmd.run(1, space -> progress.begin(space, "sorting"));
    }
    assertThat(terminal.toString()).isEmpty();
  }
}
