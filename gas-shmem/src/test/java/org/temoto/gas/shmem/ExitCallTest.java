package org.temoto.gas.shmem;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ExitCallTest {
  private static final StackTraceElement[] OTHER = {frame("java.lang.Object", "wait0")};

  private static StackTraceElement frame(String type, String method) {
    return new StackTraceElement(type, method, "File.java", 12);
  }

  @Test
  void shouldNameWhoCalledExit() {
    StackTraceElement[] exit = {
      frame("java.lang.Thread", "join"),
      frame("java.lang.Shutdown", "exit"),
      frame("java.lang.Runtime", "exit"),
      frame("java.lang.System", "exit"),
      frame("my.Program", "main")
    };
    assertThat(ExitCall.find(List.of(OTHER, exit)))
        .hasValue(
            "System.exit was called by my.Program.main (File.java:12) in a launch, which fails"
                + " then, whatever the code");
  }

  @Test
  void shouldKnowASignal() {
    StackTraceElement[] signal = {
      frame("java.lang.Shutdown", "exit"),
      frame("java.lang.Terminator$1", "handle"),
      frame("jdk.internal.misc.Signal$1", "run")
    };
    assertThat(ExitCall.find(List.of(OTHER, signal))).isEmpty();
  }

  @Test
  void shouldKnowAProgramThatEnded() {
    assertThat(ExitCall.find(List.<StackTraceElement[]>of(OTHER))).hasValue("its program ended");
  }
}
