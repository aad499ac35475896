package org.temoto.gas.spi;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Lines of the program, as its stacks show them: the nearest that are not the library's. */
public final class ProgramLines {
  /** Text for a stack with nothing of the program on it. */
  public static final String UNKNOWN = "(unknown line)";

  /** Temoto, and what it hands to programs. */
  private static final List<String> LIBRARIES =
      List.of("org.temoto.gas.", "org.temoto.task.", "java.", "jdk.", "sun.", "net.openhft.");

  private static final StackWalker WALKER = StackWalker.getInstance();

  private ProgramLines() {}

  /** The frame that calls: its text is made when it is wanted. */
  public static Optional<StackWalker.StackFrame> caller() {
    return WALKER.walk(
        frames -> frames.filter(frame -> isProgram(frame.getClassName())).findFirst());
  }

  /** The line that calls. */
  public static String ofCaller() {
    return caller()
        .map(StackWalker.StackFrame::toStackTraceElement)
        .map(ProgramLines::text)
        .orElse(UNKNOWN);
  }

  /** The line that {@code thread} is at. */
  public static String of(Thread thread) {
    return of(thread.getStackTrace());
  }

  /** The line that {@code stack} comes from. */
  public static String of(StackTraceElement[] stack) {
    return Arrays.stream(stack)
        .filter(frame -> isProgram(frame.getClassName()))
        .map(ProgramLines::text)
        .findFirst()
        .orElse(UNKNOWN);
  }

  private static boolean isProgram(String type) {
    for (String library : LIBRARIES) {
      if (type.startsWith(library)) {
        return false;
      }
    }
    return true;
  }

  /** As people and tools read it. */
  public static String text(StackTraceElement frame) {
    String method = frame.getClassName() + "." + frame.getMethodName();
    return method + "(" + frame.getFileName() + ":" + frame.getLineNumber() + ")";
  }
}
