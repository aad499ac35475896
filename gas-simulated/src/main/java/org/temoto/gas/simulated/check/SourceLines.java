package org.temoto.gas.simulated.check;

import java.lang.StackWalker.StackFrame;
import java.util.Optional;
import org.temoto.gas.spi.ProgramLines;

/**
 * Search for the line of the program that calls, or has failed: the nearest that is not the
 * library's.
 */
final class SourceLines {
  private SourceLines() {}

  /** A line of the program, or one of several. Its text is made when it is wanted. */
  sealed interface Line permits Found, CallSites.Site {
    String text();

    /** Object that tells it from others, equal for the same line. */
    Object identity();
  }

  /** A line that was looked for, and found if there is one. */
  record Found(Optional<StackFrame> frame) implements Line {
    @Override
    public String text() {
      return frame
          .map(StackFrame::toStackTraceElement)
          .map(ProgramLines::text)
          .orElse(ProgramLines.UNKNOWN);
    }

    @Override
    public Object identity() {
      return text();
    }

    /** Tells whether it is the same call; cheaper than a comparison of texts. */
    boolean isSame(Found other) {
      if (frame.isEmpty() || other.frame.isEmpty()) {
        return frame.isEmpty() && other.frame.isEmpty();
      }
      StackFrame one = frame.get();
      StackFrame two = other.frame.get();
      return one.getByteCodeIndex() == two.getByteCodeIndex()
          && one.getMethodName().equals(two.getMethodName())
          && one.getClassName().equals(two.getClassName());
    }
  }

  /** The line that calls. */
  static Found ofCaller() {
    return new Found(ProgramLines.caller());
  }

  /** The line that {@code thrown} comes from. */
  static String of(Throwable thrown) {
    return ProgramLines.of(thrown.getStackTrace());
  }
}
