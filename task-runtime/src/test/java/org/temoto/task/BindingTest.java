package org.temoto.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.gas.EngineOptions;

/** Tests of the binding of workers to cores, as the kernel tells of their threads. */
@Timeout(120)
class BindingTest {
  private static final int CORES = Runtime.getRuntime().availableProcessors();
  private static final String ALLOWED = "Cpus_allowed_list:\t";

  /** The cores of each worker's strands. */
  private static final Map<Integer, Set<String>> SEEN = new ConcurrentHashMap<>();

  /** Strands are suspended and woken, for all joins wait for thieves. */
  record Tree(int depth) implements Action {
    @Override
    public void compute(TaskContext context) {
      SEEN.computeIfAbsent(
              context.pe() * CORES + context.worker(), _ -> ConcurrentHashMap.newKeySet())
          .add(allowed());
      if (depth > 0) {
        context.forkJoin(new Tree(depth - 1), new Tree(depth - 1));
      }
      SEEN.get(context.pe() * CORES + context.worker()).add(allowed());
    }
  }

  private static String allowed() {
    try {
      return Files.readAllLines(Path.of("/proc/thread-self/status")).stream()
          .filter(line -> line.startsWith(ALLOWED))
          .map(line -> line.substring(ALLOWED.length()))
          .findFirst()
          .orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Number of cores that this thread may use; the kernel's list is as 0-3,8. */
  private static int allowedCores() {
    return Stream.of(allowed().split(","))
        .map(range -> range.split("-"))
        .mapToInt(
            range -> Integer.parseInt(range[range.length - 1]) - Integer.parseInt(range[0]) + 1)
        .sum();
  }

  private static Map<Integer, Set<String>> cores(int pes, int workers, boolean binding) {
    SEEN.clear();
    Jobs.eachPe(
        Jobs.options(pes, workers, 1)
            .with(
                EngineOptions.DEFAULT,
                engine ->
                    binding
                        ? engine.with(EngineOptions.Feature.BINDING)
                        : engine.without(EngineOptions.Feature.BINDING)),
        Jobs.EAGER,
        (_, runtime) -> {
          do { // a busy machine may have had no time for a thief
            runtime.run(new Tree(8));
          } while (runtime.totalStatistics().suspensions() == 0);
        });
    return SEEN;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldKeepWorkersToACoreEachIfTheyAreAsMany(boolean manyPes) {
    Assumptions.assumeTrue(CORES > 1 && allowedCores() == CORES, "a quota of time is no core");
    Map<Integer, Set<String>> cores = cores(manyPes ? CORES : 1, manyPes ? 1 : CORES, true);
    assertThat(cores).hasSizeGreaterThan(1);
    assertThat(cores.values()).allSatisfy(own -> assertThat(own).hasSize(1));
    assertThat(cores.values().stream().flatMap(Set::stream))
        .doesNotHaveDuplicates()
        .allSatisfy(core -> assertThat(core).containsOnlyDigits());
  }

  @Test
  void shouldLeaveWorkersToTheKernelIfAsked() {
    Assumptions.assumeTrue(CORES > 1);
    assertThat(cores(1, CORES, false).values())
        .allSatisfy(own -> assertThat(own).containsExactly(allowed()));
  }

  @Test
  void shouldLeaveWorkersToTheKernelIfTheyAreMoreThanCores() {
    assertThat(cores(1, allowedCores() + 1, true).values())
        .allSatisfy(own -> assertThat(own).containsExactly(allowed()));
  }
}
