package org.temoto.bench.shmem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.jr.ob.JSON;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.temoto.gas.shmem.Evidence;

/**
 * Tests of commands in a job of processes, and of predictions of what they take; how good, no test
 * can say.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CommandJobTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"shm", "tcp"})
  void shouldPredictRunsOfProcesses(String transport) throws Exception {
    Evidence.requireOpenShmem();
    BenchCommand.Result result =
        BenchCommand.run(
            folder,
            "validate",
            "run fib --n 20",
            "sort --generate 100000",
            "--transport=" + transport,
            "--rounds=2",
            "--warm-up=0",
            "--json");
    assertThat(result.code()).as(result.errors()).isZero();
    Map<String, Object> object = JSON.std.mapFrom(result.output());
    assertThat(object).containsEntry("transport", transport);
    assertThat((String) object.get("network")).matches("--latency \\S+ --bandwidth \\S+");
    List<?> results = (List<?>) object.get("results");
    assertThat(results.stream().<Object>map(row -> ((Map<?, ?>) row).get("line")))
        .containsExactly("run fib --n 20", "sort --generate 100000");
    assertThat(results)
        .allSatisfy(row -> assertThat((Double) ((Map<?, ?>) row).get("realSeconds")).isPositive());
  }

  @Test
  void shouldEndWithTheReasonOfTheJob() throws Exception {
    Evidence.requireOpenShmem();
    BenchCommand.Result result =
        BenchCommand.run(
            folder, "validate", "run fib --n 20 --heap 900GiB", "--transport=shm", "--rounds=1");
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.errors())
        .contains("heap", "temoto: bench validate: the job of 2 PEs ended")
        .doesNotContain("did not end well");
  }

  @Test
  void shouldSayOnceWhatIsWrongWithACommand() throws Exception {
    Evidence.requireOpenShmem();
    BenchCommand.Result result =
        BenchCommand.run(folder, "validate", "run fib --nn 20", "--transport=shm", "--rounds=1");
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.errors()).containsOnlyOnce("unknown option '--nn'");
  }

  @Test
  void shouldFindTheNetworkThatTheDoctorMeasures() throws Exception {
    Map<String, Object> doctor =
        JSON.std.mapFrom(
            """
            {"checks":[{"detail":"2 PEs"},
            {"detail":"as a simulated network: --latency 45.2us --bandwidth 5.65Gbps"}]}
            """);
    assertThat(CommandJob.networkOf(doctor)).isEqualTo("--latency 45.2us --bandwidth 5.65Gbps");
    Map<String, Object> none = JSON.std.mapFrom("{\"checks\":[{\"detail\":\"1 PE\"}]}");
    assertThatThrownBy(() -> CommandJob.networkOf(none)).isInstanceOf(BenchException.class);
  }
}
