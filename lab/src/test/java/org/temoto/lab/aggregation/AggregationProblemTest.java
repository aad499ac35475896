package org.temoto.lab.aggregation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.temoto.apps.Spmd;
import org.temoto.apps.report.Measurement;
import org.temoto.apps.suite.Outcome;
import org.temoto.apps.suite.Runs;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.array.GlobalDoubles;
import org.temoto.lab.aggregation.AggregationProblem.Program;
import org.temoto.task.RuntimeOptions;
import org.temoto.task.TaskRuntime;

/**
 * Tests of programs that bring data to hand in several ways: their results, and the bytes that
 * move.
 */
@Timeout(100)
class AggregationProblemTest {
  private static final int LEVELS = 5;
  private static final int SEED = 1;

  /** Two pages of each array on each of two PEs, and four of matrices. */
  private static int size(Program program) {
    return program == Program.MATMUL || program == Program.STENCIL ? 64 : 2048;
  }

  private static AggregationProblem problem(Program program, Aggregation way, int outer) {
    return new AggregationProblem(program, way, size(program), LEVELS, outer, SEED);
  }

  @ParameterizedTest
  @EnumSource
  void shouldComputeTheSameInEveryWay(Program program) {
    List<Long> read = new ArrayList<>();
    for (Aggregation way : Aggregation.values()) {
      for (int pes = 1; pes <= 3; pes++) {
        Outcome<Long> outcome = Runs.run(problem(program, way, 2), pes, 3 - pes % 2);
        assertThat(outcome.verified()).as("%s on %d PEs", way, pes).isTrue();
        read.add(outcome.measurement().result());
      }
    }
    assertThat(read).containsOnly(read.getFirst());
  }

  @ParameterizedTest
  @EnumSource
  void shouldTakeSizesThatCannotBeHalvedEvenly(Program program) {
    for (Aggregation way : Aggregation.values()) {
      AggregationProblem odd =
          new AggregationProblem(program, way, size(program) - 29, LEVELS, LEVELS, SEED);
      assertThat(Runs.run(odd, 3, 1).verified()).as("%s", way).isTrue();
    }
  }

  /** Measurement of a run in which one worker of PE 0 does everything. */
  private static Measurement<Long> alone(AggregationProblem problem) {
    AtomicReference<Outcome<Long>> result = new AtomicReference<>();
    RuntimeOptions unstolen = new RuntimeOptions(RuntimeOptions.Exposure.NEVER, 0);
    Spmd.run(
        2,
        space -> {
          try (TaskRuntime runtime = TaskRuntime.start(space, unstolen)) {
            Outcome<Long> outcome = problem.run(space, runtime);
            if (space.pe() == 0) {
              result.set(outcome);
            }
          }
        });
    assertThat(result.get().verified()).isTrue();
    return result.get().measurement();
  }

  /** The parts that the leaves of the first round read. */
  private static List<Part> leafParts(
      GlobalAddressSpace space, Program program, Algorithm algorithm) {
    List<GlobalDoubles> arrays =
        IntStream.range(0, algorithm.arrays())
            .mapToObj(array ->
                GlobalDoubles.allocate(space, "" + array, algorithm.elements(size(program))))
            .toList();
    List<Part> parts = new ArrayList<>();
    collect(algorithm.rounds(arrays, size(program), LEVELS, SEED).getFirst(), LEVELS, parts);
    return parts;
  }

  private static void collect(Work work, int levels, List<Part> parts) {
    if (levels == 0) {
      parts.addAll(work.reads());
      return;
    }
    for (Work half : work.halves(null, null)) { // only merges ask where to cut
      collect(half, levels - 1, parts);
    }
  }

  private static boolean isAway(Part part, int place) {
    return part.array().slice(part.index(place), part.array().length()).range().home() != 0;
  }

  /** Elements that leaves read from PE 1, and the parts that have some. */
  private record Away(long elements, long parts) {
    static Away of(Program program, Algorithm algorithm) {
      AtomicReference<Away> away = new AtomicReference<>();
      Spmd.run(
          2,
          space -> {
            List<Part> parts = leafParts(space, program, algorithm);
            Predicate<Part> any = part -> elements(part) > 0;
            if (space.pe() == 0) {
              away.set(
                  new Away(
                      parts.stream().mapToLong(Away::elements).sum(),
                      parts.stream().filter(any).count()));
            }
          });
      return away.get();
    }

    private static long elements(Part part) {
      return IntStream.range(0, part.count()).filter(place -> isAway(part, place)).count();
    }
  }

  private static Away away(Program program) {
    return Away.of(program, program == Program.MATMUL ? new MatrixProduct() : new Gather());
  }

  @ParameterizedTest
  @EnumSource(names = {"MATMUL", "GATHER"}) // nothing is read that has been written
  void shouldGetEachElementThatIsAway(Program program) {
    Measurement<Long> done = alone(problem(program, Aggregation.ELEMENT, 1));
    long elements = away(program).elements();
    assertThat(elements).isBetween(1000L, done.result() - 1000);
    assertThat(done.gas().localizeMisses()).isEqualTo(elements);
    assertThat(done.gas().bytesFetched()).isEqualTo(elements * Double.BYTES);
  }

  @ParameterizedTest
  @EnumSource(names = {"MATMUL", "GATHER"})
  void shouldGetTheElementsOfAPartTogether(Program program) {
    Measurement<Long> done = alone(problem(program, Aggregation.PACKED, 1));
    Away away = away(program);
    assertThat(done.gas().localizeMisses()).isEqualTo(away.parts());
    assertThat(done.gas().bytesFetched()).isEqualTo(away.elements() * Double.BYTES);
  }

  /** The root asks for everything: no leaf communicates, and no byte comes twice. */
  @ParameterizedTest
  @EnumSource(names = {"MATMUL", "GATHER"})
  void shouldFetchEachPageOnceForAnAncestor(Program program) {
    Measurement<Long> done = alone(problem(program, Aggregation.ANCESTOR, LEVELS));
    Algorithm algorithm = program == Program.MATMUL ? new MatrixProduct() : new Gather();
    long half = algorithm.elements(size(program)) / 2 * Double.BYTES;
    assertThat(done.gas().bytesFetched()).isEqualTo(algorithm.inputs() * half);
    assertThat(done.gas().bytesRefetched()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void shouldCommunicateLessByLocalizesThanByGets(Program program) {
    long packed = operations(alone(problem(program, Aggregation.PACKED, LEVELS)));
    assertThat(packed).isLessThan(operations(alone(problem(program, Aggregation.ELEMENT, LEVELS))));
    for (Aggregation way : List.of(Aggregation.LEAF, Aggregation.ANCESTOR)) {
      assertThat(operations(alone(problem(program, way, LEVELS)))).as("%s", way).isLessThan(packed);
    }
  }

  private static long operations(Measurement<Long> done) {
    return done.traffic().orElseThrow().operations().getFirst().get(1);
  }
}
