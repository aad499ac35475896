package org.temoto.apps.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of programs in virtual time, as a user runs them. */
class VirtualTimeTest {
  private static final String MODELLED =
      " --time virtual --cost model --latency 2us --bandwidth 9Gbps --json";

  private static Cli run(String line) {
    Cli cli = Cli.line(line);
    assertThat(cli.err()).isEmpty();
    assertThat(cli.exitCode()).isZero();
    assertThat(cli.json()).containsEntry("verified", true);
    return cli;
  }

  private static double seconds(String line) {
    return ((Number) run(line).json().get("seconds")).doubleValue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sort --generate 200000 --page-size 16KiB --pes 3 --workers 2",
        "matmul --generate 200 --page-size 4KiB --pes 4",
        "run fib --n 20 --pes 5 --workers 3",
        "run fib --n 20 --pes 3 --steal request",
        "run nqueens --n 9 --pes 4",
        "run pentomino --board 3x20 --pes 2 --workers 2",
        "run compare --n 2000 --pes 2",
        "run gravity --n 12 --pes 3",
        "run lu --n 256 --pes 4",
        "run jacobi --n 200 --steps 8 --pes 3",
        "run spmv --generate 3000 --iterations 5 --pes 3",
        "run jacobi --n 200 --steps 8 --pes 3 --style tasks",
        "run knapsack --n 30 --pes 3",
      })
  void shouldTellTheSameTwice(String line) {
    assertThat(run(line + MODELLED).out()).isEqualTo(run(line + MODELLED).out());
  }

  @Test
  void shouldTakeAnotherCourseWithAnotherSeed() {
    String line = "run fib --n 22 --pes 8" + MODELLED;
    assertThat(run(line + " --seed 2").out()).isNotEqualTo(run(line + " --seed 3").out());
  }

  @Test
  void shouldBeFasterWithMoreWorkersThanThisMachineHas() {
    String line = "run uts --tree T1" + MODELLED;
    double one = seconds(line + " --pes 1");
    double sixteen = seconds(line + " --pes 16");
    assertThat(one / sixteen).isBetween(10.0, 16.0);
  }

  @Test
  void shouldBeSlowerOnASlowerNetwork() {
    String line = "sort --generate 300000 --page-size 64KiB --pes 4 --time virtual --cost model";
    assertThat(seconds(line + " --latency 1800us --json"))
        .isGreaterThan(2 * seconds(line + " --latency 1.8us --json"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"9Gbps", "1Gbps"})
  void shouldBeFasterWithoutContention(String bandwidth) {
    String line =
        "sort --generate 300000 --page-size 64KiB --pes 8 --time virtual --cost model --json"
            + " --latency 1.8us --bandwidth "
            + bandwidth;
    for (int seed = 1; seed <= 5; seed++) {
      String seeded = line + " --seed " + seed + " --contention ";
      assertThat(seconds(seeded + "off")).as("seed %d", seed).isLessThan(seconds(seeded + "on"));
    }
  }

  /** Tasks that localize and commit all they use, compared with plain memory. */
  @Test
  void shouldSortByLocalizeAndCommitAlmostAsFastAsOnSharedArrays() {
    String line =
        "sort --method cilksort --generate 1048576 --page-size 64KiB --kernel plain --time virtual"
            + " --cost model --latency 1.8us --bandwidth 9Gbps --json";
    double separate = medianOfSeeds(line + " --pes 8");
    double shared = medianOfSeeds(line + " --pes 1 --workers 8 --arrays shared");
    assertThat(separate / shared).as("%s s, %s s", separate, shared).isLessThanOrEqualTo(1.15);
  }

  @Test
  void shouldMultiplyByLocalizeAndCommitAlmostAsFastAsOnSharedArrays() {
    String line =
        "matmul --method recursive --generate 512 --cutoff 64 --page-size 16KiB --kernel plain"
            + " --time virtual --cost model --latency 1.8us --bandwidth 9Gbps --json";
    double separate = medianOfSeeds(line + " --pes 4");
    double shared = medianOfSeeds(line + " --pes 1 --workers 4 --arrays shared");
    assertThat(separate / shared).as("%s s, %s s", separate, shared).isLessThanOrEqualTo(1.12);
  }

  private static double medianOfSeeds(String line) {
    return IntStream.rangeClosed(1, 5)
        .mapToDouble(seed -> seconds(line + " --seed " + seed))
        .sorted()
        .skip(2)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void shouldTakeTheTimeOfTheTasksWithOneWorker() {
    Map<String, Object> json = run("run fib --n 20 --pes 1" + MODELLED).json();
    double forks = ((Number) json.get("forks")).doubleValue();
    assertThat(((Number) json.get("seconds")).doubleValue())
        .as("10 ns per fork, and what strands take to start, and the run to begin and end")
        .isBetween(forks * 10e-9, forks * 10e-9 + 110e-6);
  }

  @Test
  void shouldMeasureWhatIsComputedByDefault() {
    Map<String, Object> json =
        run("run fib --n 25 --pes 2 --workers 2 --time virtual --json").json();
    assertThat(((Number) json.get("seconds")).doubleValue()).isPositive();
    assertThat((List<?>) json.get("activityByWorker")).hasSize(4);
  }
}
