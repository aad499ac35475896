package org.temoto.apps.cli;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;

/** Test of whether the standard error is a terminal. */
final class Terminal {
  private static final int STANDARD_ERROR = 2;

  /** Property of the launcher, which tells sooner. */
  private static final String PROPERTY = "temoto.terminal";

  private Terminal() {}

  /**
   * Tells whether the standard error is a terminal. The JDK's console tells that of the standard
   * output only, which may be a file while people watch the other. No where the JVM may not ask:
   * the command that needs native access says so better.
   */
  static boolean isError() {
    String told = System.getProperty(PROPERTY);
    if (told != null) {
      return Boolean.parseBoolean(told);
    }
    if (!Terminal.class.getModule().isNativeAccessEnabled()) {
      return false;
    }
    Linker linker = Linker.nativeLinker();
    MethodHandle isatty =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow("isatty"),
            FunctionDescriptor.of(JAVA_INT, JAVA_INT));
    try {
      return (int) isatty.invokeExact(STANDARD_ERROR) == 1;
    } catch (Throwable e) {
      throw new AssertionError("isatty cannot be called", e);
    }
  }
}
