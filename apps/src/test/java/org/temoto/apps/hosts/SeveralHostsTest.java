package org.temoto.apps.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of jobs whose PEs are on two hosts and talk over TCP, at the kernel's speed and with
 * latency.
 */
class SeveralHostsTest {
  private static final List<String> FAST = List.of();
  private static final List<String> SLOW = List.of("--delay", "500us");

  @TempDir Path folder;

  @BeforeAll
  static void requireHosts() throws IOException, InterruptedException {
    Hosts.require();
  }

  @Test
  void shouldSort() throws Exception {
    assertVerified(Hosts.json(folder, FAST, "sort --generate 400000 --cutoff 4000"));
  }

  @Test
  void shouldCountFibonacci() throws Exception {
    assertStolen(Hosts.json(folder, FAST, "run fib --n 35"));
  }

  @Test
  void shouldSortOverASlowNetwork() throws Exception {
    assertVerified(Hosts.json(folder, SLOW, "sort --generate 400000 --cutoff 4000"));
  }

  @Test
  void shouldCountFibonacciOverASlowNetwork() throws Exception {
    assertStolen(Hosts.json(folder, SLOW, "run fib --n 37"));
  }

  @Test
  void shouldStealThereAndBack() throws Exception {
    assertStolenBothWays(FAST);
  }

  @Test
  void shouldStealThereAndBackOverASlowNetwork() throws Exception {
    assertStolenBothWays(SLOW);
  }

  private void assertStolenBothWays(List<String> options) throws Exception {
    String classes = Path.of("target", "test-classes").toAbsolutePath().toString();
    String line = "java -cp " + classes + " " + BothWays.class.getName();
    assertThat(Hosts.json(folder, options, line)).isEqualTo(Map.of("there", 1, "back", 0));
  }

  @Test
  void shouldHaveSeveralPesPerHost() throws Exception {
    Map<String, Object> found = Hosts.json(folder, List.of("--pes", "2"), "run fib --n 30");
    assertThat(found).containsEntry("verified", true).containsEntry("pes", 4);
  }

  @Test
  void shouldTellFromItsDoctorWhatTheNetworkIs() throws Exception {
    List<String> options = List.of("--pes", "2", "--delay", "500us");
    List<?> checks = (List<?>) Hosts.json(folder, options, "doctor").get("checks");
    Map<String, String> details = new HashMap<>();
    for (Object check : checks) {
      Map<?, ?> fields = (Map<?, ?>) check;
      details.put((String) fields.get("name"), (String) fields.get("detail"));
    }
    assertThat(details).containsKeys("same host", "computing PE", "thread level");
    assertThat(details.get("one-sided")).startsWith("no");
    assertThat(details.get("progress thread")).isEqualTo("every 20.0 us");
    Matcher get = Pattern.compile("8-byte get ([0-9.]+) us").matcher(details.get("other host"));
    assertThat(get.find()).as(details.toString()).isTrue();
    assertThat(Double.parseDouble(get.group(1))).as("there and back").isGreaterThan(1000);
  }

  @Test
  @Timeout(60)
  void shouldLeaveNothingWhenKilled() throws Exception {
    File output = folder.resolve("output").toFile();
    Process process = Hosts.start(output, output, List.of("sh", "-c", "echo up; sleep 600"));
    List<ProcessHandle> job = List.of();
    try {
      while (!Files.readString(output.toPath()).contains("up")) {
        boolean ended = process.waitFor(20, TimeUnit.MILLISECONDS);
        assertThat(ended).as(Files.readString(output.toPath())).isFalse();
      }
      job = process.descendants().toList();
    } finally {
      process.destroyForcibly();
    }
    assertThat(job).hasSizeGreaterThan(2);
    job.forEach(member -> member.onExit().join());
    Hosts.clean();
    assertThat(Hosts.namespaces(process.pid())).isEmpty();
  }

  private static void assertVerified(Map<String, Object> found) {
    assertThat(found).containsEntry("verified", true).containsEntry("pes", 2);
  }

  /**
   * Asserts steals in a program that runs for a second or longer: who steals how much is left to
   * chance.
   */
  private static void assertStolen(Map<String, Object> found) {
    assertVerified(found);
    assertThat(((Number) found.get("remoteSteals")).longValue()).as("%s", found).isPositive();
    assertThat(((Number) found.get("progressCalls")).longValue()).isPositive();
  }
}
