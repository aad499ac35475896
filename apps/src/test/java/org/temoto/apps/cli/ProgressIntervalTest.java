package org.temoto.apps.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.temoto.gas.cluster.ClusterOptions.ProgressThread;
import picocli.CommandLine.ParseResult;

class ProgressIntervalTest {
  @ParameterizedTest
  @CsvSource({"auto, NEEDED, 20000", "off, NEVER, 20000", "1.5us, ALWAYS, 1500", "0, ALWAYS, 0"})
  void shouldBeRead(String text, ProgressThread.When when, int nanos) {
    ParseResult parsed =
        Cli.commandLine(false).parseArgs("run", "fib", "--progress-interval", text);
    ParseResult run = parsed.subcommand().subcommand();
    assertThat(run.matchedOptionValue("--progress-interval", ProgressThread.WHERE_NEEDED))
        .isEqualTo(new ProgressThread(when, nanos));
  }

  @Test
  void shouldBeReported() {
    Cli run = run("--json", "--progress-interval", "auto", "--threads", "best", "--direct", "on");
    assertThat(run.exitCode()).as(run.err()).isZero();
    Map<String, Object> found = run.json();
    Map<?, ?> options = (Map<?, ?>) found.get("options");
    assertThat(options.get("progressThread")).isEqualTo("needed");
    assertThat(options.get("progressIntervalNanos")).isEqualTo(20_000);
    assertThat(found.get("progressCalls")).as("a simulated job has no library").isEqualTo(0);
  }

  @ParameterizedTest
  @CsvSource({"never, auto", "20, off", "2s, from 0 to 1 s"})
  void shouldRefuseWhatIsNone(String text, String rule) {
    Cli run = run("--progress-interval", text);
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err())
        .contains("--progress-interval", text.replace("2s", "2000000000 ns"), rule);
    assertThat(run.out()).isEmpty();
  }

  @Test
  void shouldCountRemoteStealsByPe() {
    Map<String, Object> found = Cli.line("run fib --n 24 --pes 3 --json").json();
    assertThat((Iterable<?>) found.get("remoteStealsByPe")).hasSize(3);
    long sum = 0;
    for (Object steals : (Iterable<?>) found.get("remoteStealsByPe")) {
      sum += ((Number) steals).longValue();
    }
    assertThat(sum).isEqualTo(((Number) found.get("remoteSteals")).longValue());
  }

  private static Cli run(String... options) {
    String[] arguments = new String[options.length + 6];
    String[] first = {"run", "fib", "--n", "5", "--pes", "2"};
    System.arraycopy(first, 0, arguments, 0, first.length);
    System.arraycopy(options, 0, arguments, first.length, options.length);
    return Cli.run(arguments);
  }
}
