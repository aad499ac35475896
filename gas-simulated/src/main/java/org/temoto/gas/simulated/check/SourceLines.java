package org.temoto.gas.simulated.check;

import java.lang.StackWalker.StackFrame;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Which line of the program calls, or has failed: the nearest that is not the library's. */
final class SourceLines {
  private static final String UNKNOWN = "(unknown line)";

  /** Temoto, and what it hands to programs. */
  private static final List<String> LIBRARIES =
      List.of("org.temoto.gas.", "org.temoto.task.", "java.", "jdk.", "sun.", "net.openhft.");

  private static final StackWalker WALKER = StackWalker.getInstance();

  private SourceLines() {}

  /** A line whose text is made when it is wanted: most are not. */
  record Line(Optional<StackFrame> frame) {
    String text() {
      return frame.map(StackFrame::toStackTraceElement).map(SourceLines::text).orElse(UNKNOWN);
    }
  }

  /** The line that calls. */
  static Line ofCaller() {
    return new Line(
        WALKER.walk(frames -> frames.filter(frame -> isProgram(frame.getClassName())).findFirst()));
  }

  /** The line that {@code thrown} comes from. */
  static String of(Throwable thrown) {
    return program(thrown).map(SourceLines::text).findFirst().orElse(UNKNOWN);
  }

  private static Stream<StackTraceElement> program(Throwable thrown) {
    return Arrays.stream(thrown.getStackTrace()).filter(frame -> isProgram(frame.getClassName()));
  }

  private static boolean isProgram(String type) {
    for (String library : LIBRARIES) {
      if (type.startsWith(library)) {
        return false;
      }
    }
    return true;
  }

  private static String text(StackTraceElement frame) {
    return "%s.%s(%s:%d)"
        .formatted(
            frame.getClassName(),
            frame.getMethodName(),
            frame.getFileName(),
            frame.getLineNumber());
  }
}
