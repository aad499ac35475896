package org.temoto.gas.simulated.check;

import java.lang.StackWalker.StackFrame;
import java.util.Optional;
import org.temoto.gas.spi.ProgramLines;

/** Which line of the program calls, or has failed: the nearest that is not the library's. */
final class SourceLines {
  private SourceLines() {}

  /** A line whose text is made when it is wanted: most are not. */
  record Line(Optional<StackFrame> frame) {
    String text() {
      return frame
          .map(StackFrame::toStackTraceElement)
          .map(ProgramLines::text)
          .orElse(ProgramLines.UNKNOWN);
    }
  }

  /** The line that calls. */
  static Line ofCaller() {
    return new Line(ProgramLines.caller());
  }

  /** The line that {@code thrown} comes from. */
  static String of(Throwable thrown) {
    return ProgramLines.of(thrown.getStackTrace());
  }
}
