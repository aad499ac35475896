package org.temoto.gas.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.temoto.gas.GasException;
import org.temoto.gas.GasOptions;
import org.temoto.gas.RefusedException;
import org.temoto.gas.Temoto;
import org.temoto.gas.spi.JobAbortedException;

class AgreedStepsTest {
  private static final int PES = 3;

  private static final GasOptions OPTIONS =
      GasOptions.DEFAULT.withBackend("simulated").withPes(PES).withHeapBytes(16 << 20);

  static Stream<Arguments> failures() {
    return Stream.of(
        Arguments.of(new RefusedException("é"), RefusedException.class, "é"),
        Arguments.of(
            new UncheckedIOException(new IOException("full")), UncheckedIOException.class, "full"),
        Arguments.of(
            new DirectoryIteratorException(new IOException("gone")),
            GasException.class,
            "java.nio.file.DirectoryIteratorException: java.io.IOException: gone"),
        Arguments.of(
            new IllegalStateException(), GasException.class, "java.lang.IllegalStateException"));
  }

  /** After any failure of one PE no PE goes on without the others. */
  @ParameterizedTest
  @MethodSource("failures")
  void shouldFailOnAllPes(RuntimeException failure, Class<?> kind, String message) {
    Temoto.launch(
        OPTIONS,
        space -> {
          AgreedSteps agreement = new AgreedSteps((Space) space);
          assertThatThrownBy(() ->
                  agreement.onAll(() -> {
                    if (space.pe() == 1) {
                      throw failure;
                    }
                  }))
              .isExactlyInstanceOf(kind)
              .hasMessageContaining(message);
          int pe = agreement.get(space::pe);
          assertThat(pe).as("afterwards").isEqualTo(space.pe());
        });
  }

  @Test
  void shouldNotHoldUpTheEndOfAJob() {
    RuntimeException cause = new RuntimeException("the other PE's");
    assertThatThrownBy(() ->
            Temoto.launch(
                OPTIONS,
                space -> {
                  new AgreedSteps((Space) space)
                      .onAll(() -> {
                        if (space.pe() == 1) {
                          throw new JobAbortedException(cause);
                        }
                      });
                }))
        .hasRootCause(cause);
  }
}
