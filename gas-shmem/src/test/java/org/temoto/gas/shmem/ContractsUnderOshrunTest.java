package org.temoto.gas.shmem;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.temoto.gas.shmem.PeRun.Result;
import org.temoto.gas.shmem.PeRun.Result.Status;

/**
 * Tests of the contracts of every backend on OpenSHMEM, at all thread levels, with loads and stores
 * and through the library: one job each, whose PEs all run the same tests in the same order; a test
 * has passed if it has on each of them.
 */
class ContractsUnderOshrunTest {
  /** Hang guard of one job. */
  private static final long SECONDS = 200;

  private static final long SEED = Long.getLong("temoto.seed", System.nanoTime() & 0xffff_ffffL);

  @TempDir Path folder;

  /**
   * A job.
   *
   * @param flags of each PE's JVM
   */
  private record Job(int pes, List<String> flags) {
    static Job of(int pes, String... flags) {
      return new Job(pes, List.of(flags));
    }

    @Override
    public String toString() {
      return pes + " PEs " + String.join(" ", flags);
    }
  }

  /**
   * Flag for the first compiler only: the second one's work is half of what a short job computes.
   */
  private static final String QUICK = "-XX:TieredStopAtLevel=1";

  private static final String LIBRARY = "-Dtemoto.shmem.direct=off";
  private static final String SERIALIZED = "-Dtemoto.shmem.threads=serialized";
  private static final String FUNNELED = "-Dtemoto.shmem.threads=funneled";

  @TestFactory
  Stream<DynamicContainer> shouldKeepTheContracts() {
    Evidence.requireOpenShmem();
    return Stream.of(
            Job.of(1, QUICK),
            Job.of(2), // with the second compiler, whose code reorders more
            Job.of(4, QUICK),
            Job.of(2, QUICK, LIBRARY),
            Job.of(3, QUICK, LIBRARY, SERIALIZED),
            Job.of(3, QUICK, LIBRARY, FUNNELED))
        .map(job -> DynamicContainer.dynamicContainer(job.toString(), tests(job)));
  }

  private Stream<DynamicTest> tests(Job job) {
    Map<String, List<Result>> byTest = new TreeMap<>();
    String output = run(job, byTest);
    byTest.values().removeIf(test -> test.stream().allMatch(Result::isSkipped));
    assertThat(byTest.keySet())
        .as("tests on %s; output:%n%s", job, output)
        .hasSizeGreaterThan(20)
        .contains(
            "CollectivesContract CollectivesContractTest#shouldGiveWhatALoopOverThePesGives #"
                + job.pes(),
            "CollectivesContract CollectivesContractTest#shouldHaveManyUnderWay #" + job.pes(),
            "PatternContract PatternContractTest#shouldScanAsSequentialLoopsDo",
            "PatternContract PatternContractTest#shouldSortAsArraysDo");
    return byTest.entrySet().stream()
        .map(test ->
            DynamicTest.dynamicTest(
                test.getKey(), () -> assertPassed(job.pes(), test.getValue(), output)));
  }

  private static void assertPassed(int pes, List<Result> results, String output) {
    assertThat(results).as("one result per PE; output:%n%s", output).hasSize(pes);
    for (int pe = 0; pe < pes; pe++) {
      Result result = results.get(pe);
      assertThat(result.status()).as("on PE %d: %s", pe, result.why()).isEqualTo(Status.PASSED);
    }
  }

  /** Runs a job and collects the results of all PEs by test. */
  private String run(Job job, Map<String, List<Result>> byTest) {
    Path file = folder.resolve("results-" + job.hashCode());
    Oshrun.Outcome outcome = start(job, file);
    assertThat(outcome.exitCode()).as("seed %d: %s", SEED, outcome.output()).isZero();
    for (int pe = 0; pe < job.pes(); pe++) {
      for (Result result : Result.read(Path.of(file + "." + pe))) {
        byTest.computeIfAbsent(result.test(), name -> new ArrayList<>()).add(result);
      }
    }
    return outcome.output();
  }

  private static Oshrun.Outcome start(Job job, Path file) {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    List<String> arguments = new ArrayList<>(List.of("java", "-cp", classPath, "-ea"));
    arguments.addAll(List.of("-Dtemoto.useAfterCloseChecks=true", "-Dtemoto.seed=" + SEED));
    arguments.addAll(job.flags());
    arguments.addAll(List.of(PeRun.class.getName(), file.toString()));
    try {
      return Oshrun.run(job.pes(), SECONDS, arguments);
    } catch (IOException e) {
      throw new AssertionError("oshrun cannot be started", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }
}
