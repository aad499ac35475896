package org.temoto.gas.simulated.check;

import java.lang.StackWalker.StackFrame;
import java.util.Arrays;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Which line of the program calls, or has failed: the nearest that is not the library's. */
final class SourceLines {
  private static final String UNKNOWN = "(unknown line)";
  private static final StackWalker WALKER = StackWalker.getInstance();

  private SourceLines() {}

  /** The line that calls. */
  static String ofCaller() {
    return WALKER.walk(frames ->
        frames
            .filter(frame -> isProgram(frame.getClassName()))
            .findFirst()
            .map(StackFrame::toStackTraceElement)
            .map(SourceLines::text)
            .orElse(UNKNOWN));
  }

  /** The line that {@code thrown} comes from. */
  static String of(Throwable thrown) {
    return program(thrown).map(SourceLines::text).findFirst().orElse(UNKNOWN);
  }

  private static Stream<StackTraceElement> program(Throwable thrown) {
    return Arrays.stream(thrown.getStackTrace()).filter(frame -> isProgram(frame.getClassName()));
  }

  private static boolean isProgram(String type) {
    Predicate<String> isIn = type::startsWith;
    return Stream.of("org.temoto.gas.", "org.temoto.task.", "java.", "jdk.").noneMatch(isIn);
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
