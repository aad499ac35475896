package org.temoto.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.temoto.gas.simulated.CheckFailedException;
import org.temoto.gas.simulated.CheckFailedException.Finding;

/**
 * Tests of random programs with collectives on global memory beside tasks, followed by a checker.
 */
class CheckedCollectivesTest {
  private static final int CASES = Integer.getInteger("temoto.cases", 30);

  /** A phase in which a collective that is under way beside the run fills {@code at}. */
  private record Filled(FuzzCase of, int phase, Pieces at) {
    /** The root task looks at the bytes first, or stores to them. */
    FuzzCase used(Step use) {
      List<Phase> phases = new ArrayList<>(of.program().phases());
      List<Step> steps = new ArrayList<>(phases.get(phase).root().steps());
      steps.addFirst(use);
      phases.set(phase, phases.get(phase).with(new Block(steps)));
      return of.with(new Program(of.program().memories(), of.program().words(), phases));
    }
  }

  private static Stream<Filled> cases() {
    return LongStream.iterate(1, seed -> seed + 1)
        .mapToObj(FuzzCase::of)
        .flatMap(of -> filled(of).stream())
        .limit(CASES);
  }

  private static Optional<Filled> filled(FuzzCase of) {
    return IntStream.range(0, of.program().phases().size())
        .boxed()
        .flatMap(phase ->
            of.program().phases().get(phase).collectives().stream()
                .filter(Collective::isBeside)
                .flatMap(each -> places(each, of))
                .map(place -> new Filled(of, phase, place.to())))
        .findFirst();
  }

  private static Stream<Collective.Place> places(Collective collective, FuzzCase of) {
    int pes = of.cluster().pes();
    Layout layout = new Layout(of.program(), List.of());
    return IntStream.range(0, pes)
        .filter(pe -> collective.filled(pe, pes) > 0)
        .mapToObj(pe -> collective.place(pe, pes, layout))
        .filter(place -> !place.isLocal());
  }

  @Test
  void shouldFindNothing() {
    cases().forEach(each -> new CaseRun(each.of.schedule(), each.of).runChecked());
  }

  @Test
  void shouldFindTasksThatUseTheBytes() {
    cases()
        .forEach(each -> {
          for (Step.Way way : Step.Way.values()) {
            assertFound(each.used(new Step.Read(each.at, way)));
          }
          assertFound(each.used(new Step.Write(each.at, each.at, 1, true, false, false)));
        });
  }

  private static void assertFound(FuzzCase wrong) {
    assertThatThrownBy(() -> new CaseRun(wrong.schedule(), wrong).runChecked())
        .as(() -> CaseText.of(wrong))
        .isInstanceOfSatisfying(
            CheckFailedException.class,
            failure ->
                assertThat(failure.findings())
                    .as("%s", failure.findings())
                    .anyMatch(CheckedCollectivesTest::isOfACollective));
  }

  private static boolean isOfACollective(Finding finding) {
    return finding.kind() == Finding.Kind.RACE
        && Stream.of(finding.first(), finding.second().orElseThrow())
            .filter(place -> place.what().startsWith("collective, "))
            .anyMatch(place -> place.line().contains("RunCollectives"));
  }
}
