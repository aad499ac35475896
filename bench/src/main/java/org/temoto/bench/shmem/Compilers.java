package org.temoto.bench.shmem;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * The JVM's compilers, which take a core from a worker when they are at work while something is
 * timed: more from a run that has all cores at work than from one that leaves some free.
 * Thread-safe.
 */
public final class Compilers {
  /** The queues of those compilers that the JVM has, where nothing is compiled or waits for it. */
  private static final Pattern RESTING =
      Pattern.compile("Current compiles:(\\s+C[12] compile queue:\\s+Empty)*");

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final long PAUSE_MILLIS = 2;

  private Compilers() {}

  /** Time for which they have been at work so far, in seconds; 0 if there are none. */
  public static double seconds() {
    CompilationMXBean compilers = ManagementFactory.getCompilationMXBean();
    return compilers == null ? 0 : compilers.getTotalCompilationTime() / 1e3;
  }

  /**
   * Waits until they have nothing to do.
   *
   * @throws BenchException if that takes longer than half a minute
   */
  public static void awaitRest() {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!rest()) {
      if (System.nanoTime() - end > 0) {
        throw new BenchException(
            "the JVM's compilers have been at work for %d s".formatted(PATIENCE.toSeconds()));
      }
      pause();
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException("interrupted while compilers were at work", e);
    }
  }

  static boolean rest() {
    return isRest(queues());
  }

  static boolean isRest(String queues) {
    return RESTING.matcher(queues.strip()).matches();
  }

  /** Output of {@code jcmd Compiler.queue}. */
  static String queues() {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    try {
      ObjectName commands = new ObjectName("com.sun.management:type=DiagnosticCommand");
      return (String) server.invoke(commands, "compilerQueue", new Object[0], new String[0]);
    } catch (JMException e) {
      throw new BenchException("this JVM does not tell what it compiles: " + e.getMessage(), e);
    }
  }
}
