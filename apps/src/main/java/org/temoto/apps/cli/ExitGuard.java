package org.temoto.apps.cli;

import java.util.Optional;
import java.util.Set;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;

/**
 * Guard by which a JVM that the program ends by {@link System#exit} before its report was written
 * says so, and does not end with code 0. The JVM logs each exit before its hooks run: they cannot
 * see the code, nor change it without cutting off each other.
 */
final class ExitGuard implements AutoCloseable {
  /** Temoto's classes that end the JVM during a program, and have said why. */
  static final Set<String> OWN =
      Set.of(
          "org.temoto.apps.cli.ExitGuard$Exits",
          "org.temoto.apps.cli.LastResort",
          "org.temoto.gas.shmem.ProcessEnd");

  private static final Logger EXITS = Logger.getLogger("java.lang.Runtime");

  private final Handler handler = new Exits();
  private final Level before = EXITS.getLevel();

  private ExitGuard() {}

  /** A guard from now on until {@link #close}. */
  static ExitGuard begin() {
    ExitGuard guard = new ExitGuard();
    EXITS.addHandler(guard.handler);
    EXITS.setLevel(Level.FINE);
    return guard;
  }

  @Override
  public void close() {
    EXITS.removeHandler(handler);
    EXITS.setLevel(before);
  }

  /** Receiver of what the JVM logs. */
  private static final class Exits extends Handler {
    private boolean hasTold;

    @Override
    public void publish(LogRecord exit) {
      if (exit.getThrown() == null || isOfSignal(exit.getThrown())) {
        return;
      }
      Optional<StackTraceElement> caller = caller(exit.getThrown());
      if (caller.map(StackTraceElement::getClassName).filter(OWN::contains).isPresent()) {
        return;
      }
      tell(caller);
      if (exit.getMessage().endsWith(": 0")) {
        System.exit(ExitCode.FAILED); // the exit that is logged does not come to pass
      }
    }

    /** Tells of the first exit; that of another thread waits for it. */
    private synchronized void tell(Optional<StackTraceElement> caller) {
      if (hasTold) {
        return;
      }
      hasTold = true;
      System.err.printf(
          "temoto: the program ended the JVM by System.exit%s before its report was written%n",
          caller
              .map(frame -> " (%s:%s)".formatted(frame.getFileName(), frame.getLineNumber()))
              .orElse(""));
    }

    private static Optional<StackTraceElement> caller(Throwable exit) {
      return Stream.of(exit.getStackTrace())
          .filter(frame -> !frame.getClassName().startsWith("java.lang."))
          .findFirst();
    }

    private static boolean isOfSignal(Throwable exit) {
      return Stream.of(exit.getStackTrace())
          .anyMatch(frame -> frame.getClassName().startsWith("java.lang.Terminator"));
    }

    @Override
    public void flush() {
      System.err.flush();
    }

    @Override
    public void close() {
      flush();
    }
  }
}
