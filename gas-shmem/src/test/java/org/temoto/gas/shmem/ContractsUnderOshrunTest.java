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
 * The contracts of every backend on OpenSHMEM: one job per number of PEs, whose PEs all run the
 * same tests in the same order; a test has passed if it has on each of them.
 */
class ContractsUnderOshrunTest {
  /** Hang guard of one job. */
  private static final long SECONDS = 100;

  private static final long SEED = Long.getLong("temoto.seed", System.nanoTime() & 0xffff_ffffL);

  @TempDir Path folder;

  @TestFactory
  Stream<DynamicContainer> shouldKeepTheContracts() {
    Oshrun.require();
    return Stream.of(1, 2, 3, 4)
        .map(pes -> DynamicContainer.dynamicContainer(pes + " PEs", tests(pes)));
  }

  private Stream<DynamicTest> tests(int pes) {
    Map<String, List<Result>> byTest = new TreeMap<>();
    String output = run(pes, byTest);
    assertThat(byTest).as("tests on %d PEs; output:%n%s", pes, output).hasSizeGreaterThan(20);
    return byTest.entrySet().stream()
        .filter(test -> test.getValue().stream().anyMatch(one -> one.status() != Status.SKIPPED))
        .map(test ->
            DynamicTest.dynamicTest(
                test.getKey(), () -> assertPassed(pes, test.getValue(), output)));
  }

  private static void assertPassed(int pes, List<Result> results, String output) {
    assertThat(results).as("one result per PE; output:%n%s", output).hasSize(pes);
    for (int pe = 0; pe < pes; pe++) {
      Result result = results.get(pe);
      assertThat(result.status()).as("on PE %d: %s", pe, result.why()).isEqualTo(Status.PASSED);
    }
  }

  /** Runs a job and collects the results of all PEs by test. */
  private String run(int pes, Map<String, List<Result>> byTest) {
    Path file = folder.resolve("results-" + pes);
    Oshrun.Outcome outcome = start(pes, file);
    assertThat(outcome.exitCode()).as("seed %d: %s", SEED, outcome.output()).isZero();
    for (int pe = 0; pe < pes; pe++) {
      for (Result result : Result.read(Path.of(file + "." + pe))) {
        byTest.computeIfAbsent(result.test(), name -> new ArrayList<>()).add(result);
      }
    }
    return outcome.output();
  }

  private static Oshrun.Outcome start(int pes, Path file) {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    List<String> arguments =
        List.of(
            "java",
            "-cp",
            classPath,
            "-Dtemoto.checks=true",
            "-Dtemoto.seed=" + SEED,
            PeRun.class.getName(),
            file.toString());
    try {
      return Oshrun.run(pes, SECONDS, arguments);
    } catch (IOException e) {
      throw new AssertionError("oshrun cannot be started", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }
}
