package org.temoto.apps.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.gas.GasException;
import org.temoto.gas.simulated.CheckFailedException;
import org.temoto.gas.simulated.CheckFailedException.Finding;

/** Tests of {@code temoto check}: every application keeps its promises. */
class CheckTest {
  private static final Finding FINDING =
      new Finding(
          Finding.Kind.RACE,
          "a",
          8,
          16,
          4,
          new Finding.Place("READ view", "A.b(A.java:1)", List.of("Child", "Root"), 0),
          Optional.of(new Finding.Place("WRITE view", "A.b(A.java:2)", List.of("Root"), 1)));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sort --generate 60000 --pes 3 --workers 2 --page-size 4KiB",
        "sort --generate 60000 --pes 2 --ownership last-writer --steal request --type float64",
        "sort --generate 60000 --coherence automatic --schedule seeded --seed 5",
        "matmul --generate 100 --pes 3 --workers 2 --page-size 16KiB",
        "matmul --generate 100 --pes 2 --page-size 4KiB",
        "matmul --generate 100 --time virtual --cost model --coherence automatic",
        "lu --n 200 --cutoff 32 --pes 3 --workers 2",
        "lu --n 200 --cutoff 32 --pes 3 --coherence automatic --ownership adaptive",
        "compare --n 2000 --pes 3",
        "jacobi --n 200 --steps 3 --pes 3",
        "jacobi --n 200 --steps 3 --style tasks --pes 3 --workers 2",
        "spmv --generate 500 --per-row 5 --iterations 3 --pes 3",
        "fib --n 18 --pes 2",
        "nqueens --n 7 --pes 2",
        "pentomino --board 5x4 --pes 2",
        "gravity --n 6 --pes 2",
        "uts --pes 2",
        "knapsack --n 18 --pes 2"
      })
  void shouldFindNothingInAnApplication(String words) {
    Cli cli = Cli.line("check " + words);
    assertThat(cli.err()).contains(": nothing found");
    assertThat(cli.exitCode()).isZero();
  }

  @Test
  void shouldPrintOneObject() {
    Map<String, Object> json = Cli.line("check --json sort --generate 5000 --pes 2").json();
    assertThat(json)
        .containsEntry("command", "check")
        .containsEntry("name", "sort")
        .containsEntry("findings", List.of())
        .containsEntry("failed", null);
    assertThat((Map<?, ?>) json.get("job")).isNotEmpty();
  }

  @Test
  void shouldRefuseWhatIsNoJob() {
    assertThat(Cli.line("check frobnicate").exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(Cli.line("check").err()).contains("check needs a NAME");
    assertThat(Cli.line("check sort --frobnicate").exitCode()).isEqualTo(ExitCode.BAD_INPUT);
  }

  @Test
  void shouldTellWhatIsFound() {
    List<CheckFailedException> received = new ArrayList<>();
    TemotoCommand command = new TemotoCommand(false, Optional.empty(), Optional.of(received::add));
    CheckFailedException found = new CheckFailedException(List.of(FINDING));
    assertThat(command.receives(found)).isTrue();
    assertThat(command.receives(new IllegalStateException())).isFalse();
    assertThat(received).containsExactly(found);
    assertThat(CheckCommand.fields(FINDING))
        .containsEntry("kind", "race")
        .containsEntry("elements", List.of(2L, 4L));
    assertThat(FINDING.toString())
        .isEqualTo(
            """
            data race: memory "a", bytes [8, 16), elements [2, 4)
              READ view at A.b(A.java:1)
                in Child < Root on PE 0
              WRITE view at A.b(A.java:2)
                in Root on PE 1\
            """);
  }

  @Test
  void shouldEndAnyCheckedJobWithACodeOfItsOwn() {
    StringWriter err = new StringWriter();
    CheckFailedException found = new CheckFailedException(List.of(FINDING));
    assertThat(Main.report(new PrintWriter(err), found, false)).isEqualTo(ExitCode.FOUND);
    assertThat(err.toString()).contains("data race").contains("A.java:2");
    assertThat(Failure.besides(found)).isEmpty();
  }

  @Test
  void shouldTellWhyACheckedJobFailedBesides() {
    StringWriter err = new StringWriter();
    CheckFailedException found = new CheckFailedException(List.of(FINDING));
    found.addSuppressed(new GasException("the heap is full"));
    assertThat(Failure.besides(found)).containsExactly("the heap is full");
    assertThat(Main.report(new PrintWriter(err), found, false)).isEqualTo(ExitCode.FOUND);
    assertThat(err.toString()).contains("A.java:2").contains("failed, too: the heap is full");
  }
}
