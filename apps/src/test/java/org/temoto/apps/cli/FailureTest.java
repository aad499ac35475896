package org.temoto.apps.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.temoto.apps.BadInputException;
import org.temoto.gas.GasException;
import org.temoto.gas.InvalidOptionException;
import org.temoto.gas.PeFailedException;
import org.temoto.gas.RefusedException;
import org.temoto.gas.spi.JobAbortedException;
import org.temoto.task.TaskException;

class FailureTest {
  @Test
  void shouldLookThroughTheWrappersOfTasksAndJobs() {
    Throwable cause = new BadInputException("x.npy: bad");
    Throwable thrown = new JobAbortedException(new TaskException("on PE 3", cause, 3));
    assertThat(Failure.of(thrown)).isEqualTo(new Failure(2, "x.npy: bad", false));
  }

  @Test
  void shouldTellBadInputFromFailures() {
    assertThat(Failure.of(new RefusedException("r"))).isEqualTo(new Failure(2, "r", false));
    assertThat(Failure.of(new GasException("g"))).isEqualTo(new Failure(1, "g", false));
    assertThat(Failure.of(new IllegalArgumentException("i"))).matches(Failure::internal);
    assertThat(Failure.of(new UncheckedIOException(new IOException("disk full"))))
        .isEqualTo(new Failure(1, "disk full", false));
    assertThat(Failure.of(new IllegalStateException("s"))).matches(Failure::internal);
    assertThat(Failure.of(new OutOfMemoryError("heap")).line()).contains("TEMOTO_JAVA_OPTS");
    assertThat(Failure.of(new OutOfMemoryError("unable to create native thread: possibly ...")))
        .matches(failure -> failure.exitCode() == ExitCode.BAD_INPUT)
        .matches(failure -> failure.line().startsWith("a thread could not be started"))
        .matches(failure -> !failure.line().contains("-Xmx"));
  }

  @Test
  void shouldCallOptionsAsTheUserDoes() {
    Throwable invalid = new InvalidOptionException("pageSize", 5, "a power of two");
    assertThat(invalid).hasMessage("pageSize=5 must be a power of two");
    assertThat(Failure.of(invalid))
        .isEqualTo(new Failure(2, "--page-size 5 must be a power of two", false));
    Throwable refused = RefusedException.byOption("heapBytes", "no room");
    assertThat(refused).hasMessage("no room (option heapBytes)");
    assertThat(Failure.of(new TaskException("on PE 3", refused, 3)))
        .isEqualTo(new Failure(2, "no room (--heap)", false));
  }

  @Test
  void shouldShowWhereADefectIsButNotAllThatWaitedForIt() {
    Throwable failure = deep(20);
    for (int i = 0; i < 50; i++) {
      failure.addSuppressed(new GasException("sibling " + i));
    }
    Throwable thrown = new TaskException("on PE 3", failure, 3);
    assertThat(printed(thrown, false).lines())
        .hasSize(10)
        .startsWith("temoto: internal failure: java.lang.IllegalStateException: deep")
        .endsWith("  (--stacktrace shows all, with the tasks that waited)")
        .anyMatch(line -> line.startsWith("  at ") && line.contains("FailureTest.deep"));
    assertThat(printed(thrown, true)).contains("TaskException", "sibling 49", "Caused by");
  }

  @Test
  void shouldWantTheLineOfACallOfTheProgramToGlobalMemory() {
    assertThat(ofProgram("org.temoto.gas.heap.GlobalHeap", "my.Go")).matches(Failure::internal);
    assertThat(ofProgram("org.temoto.gas.heap.GlobalHeap", "my.Go").line()).isEqualTo("full");
    assertThat(ofProgram("org.temoto.task.Stall", "my.Go")).matches(each -> !each.internal());
    assertThat(ofProgram("org.temoto.gas.heap.GlobalHeap")).matches(each -> !each.internal());
  }

  @Test
  void shouldWantTheLineOfAProgramWhoseFileFailsOrWhoseStackEnds() {
    Throwable file = new UncheckedIOException(new IOException("gone"));
    assertThat(ofProgram(file, "org.temoto.gas.File", "my.Go"))
        .isEqualTo(new Failure(1, "gone", true));
    assertThat(ofProgram(file, "org.temoto.task.Trace", "my.Go")).matches(each -> !each.internal());
    assertThat(ofProgram(file, ProgramCommand.class.getName(), "picocli.CommandLine"))
        .matches(each -> !each.internal());
    Throwable deep = new StackOverflowError("deep");
    assertThat(ofProgram(deep, "org.temoto.task.Deque", "my.Go")).matches(Failure::internal);
    assertThat(ofProgram(deep, "org.temoto.task.Deque")).matches(each -> !each.internal());
  }

  @Test
  void shouldWantTheLineOfAnOptionOfTheProgram() {
    Throwable invalid = new InvalidOptionException("timeoutNanos", 0, "positive");
    assertThat(ofProgram(invalid, "org.temoto.gas.GasOptions", "my.Go")).matches(Failure::internal);
    assertThat(ofProgram(invalid, "org.temoto.task.RuntimeOptions", "my.Go"))
        .matches(each -> each.internal() && each.exitCode() == ExitCode.BAD_INPUT);
    assertThat(ofProgram(invalid, "org.temoto.gas.GasOptions", ProgramCommand.class.getName()))
        .matches(each -> !each.internal());
  }

  private static Failure ofProgram(String... classes) {
    return ofProgram(new GasException("full"), classes);
  }

  /** Failure that a program gets in a call whose classes are these, from above. */
  private static Failure ofProgram(Throwable thrown, String... classes) {
    thrown.setStackTrace(
        Arrays.stream(classes)
            .map(name -> new StackTraceElement(name, "run", name + ".java", 1))
            .toArray(StackTraceElement[]::new));
    return Failure.of(thrown).ofProgram(new TaskException("on PE 3", thrown, 3));
  }

  private static IllegalStateException deep(int depth) {
    return depth == 0 ? new IllegalStateException("deep") : deep(depth - 1);
  }

  @Test
  void shouldShowTheStackTraceOfARefusalOnlyWhenAsked() {
    assertThat(printed(new RefusedException("no room"), false))
        .isEqualToIgnoringNewLines("temoto: no room");
    assertThat(printed(new RefusedException("no room"), true)).contains("FailureTest");
  }

  private static String printed(Throwable thrown, boolean stackTrace) {
    StringWriter text = new StringWriter();
    Main.report(new PrintWriter(text), thrown, stackTrace);
    return text.toString();
  }

  @Test
  void shouldNameThePlaceInAJobOfManyProcesses() {
    Throwable thrown = new GasException("heap is full");
    thrown.addSuppressed(new PeFailedException(3, "node7", "whatever", true));
    assertThat(Failure.of(thrown).line()).isEqualTo("PE 3 on host node7: heap is full");
    assertThat(Failure.isReportedElsewhere(thrown)).isFalse();
    Throwable there = new PeFailedException(2, "node6", "heap is full", false);
    assertThat(Failure.isReportedElsewhere(there)).isTrue();
    thrown.addSuppressed(there);
    assertThat(Failure.isReportedElsewhere(thrown)).as("later").isFalse();
    Throwable after = new GasException("no room");
    after.addSuppressed(there);
    assertThat(Failure.isReportedElsewhere(after)).isTrue();
  }

  @Test
  void shouldTellWhatThisProcessThrewBeforeItHeardOfAnotherFailure() {
    Throwable own = new GasException("my own");
    Throwable there = new PeFailedException(2, "node6", "heap is full", false);
    there.addSuppressed(own);
    assertThat(printed(there, false)).isEmpty();
    own.addSuppressed(new PeFailedException(3, "node7", "", true));
    assertThat(printed(there, false))
        .isEqualToIgnoringNewLines("temoto: PE 3 on host node7: my own");
  }

  @Test
  void shouldTellTheReasonForWhichAStaticInitializerFails() {
    Throwable reason = new NumberFormatException("no number");
    Throwable first = new ExceptionInInitializerError(reason);
    assertThat(Failure.of(first).line()).endsWith("NumberFormatException: no number");
    Throwable later = new NoClassDefFoundError("Could not initialize class Table");
    later.initCause(new ExceptionInInitializerError("Exception NumberFormatException: no number"));
    assertThat(Failure.of(later).line()).endsWith("NumberFormatException: no number");
  }

  @Test
  void shouldPrintOneLineWhateverTheMessage() {
    assertThat(new Failure(2, "a\nb\r\n\tc\n", false).text()).isEqualTo("temoto: a b c");
  }
}
