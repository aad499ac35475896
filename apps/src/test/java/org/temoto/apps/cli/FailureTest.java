package org.temoto.apps.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;
import org.temoto.apps.BadInputException;
import org.temoto.gas.GasException;
import org.temoto.gas.JobAbortedException;
import org.temoto.gas.PeFailedException;
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
    assertThat(Failure.of(new GasException("g")).exitCode()).isEqualTo(2);
    assertThat(Failure.of(new IllegalArgumentException("i")).exitCode()).isEqualTo(2);
    assertThat(Failure.of(new UncheckedIOException(new IOException("disk full"))))
        .isEqualTo(new Failure(1, "disk full", false));
    assertThat(Failure.of(new IllegalStateException("s"))).matches(Failure::internal);
    assertThat(Failure.of(new OutOfMemoryError("heap")).line()).contains("TEMOTO_JAVA_OPTS");
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
    assertThat(Failure.isReportedElsewhere(thrown)).isTrue();
  }

  @Test
  void shouldPrintOneLineWhateverTheMessage() {
    assertThat(new Failure(2, "a\nb\r\n\tc\n", false).text()).isEqualTo("temoto: a b c");
  }
}
