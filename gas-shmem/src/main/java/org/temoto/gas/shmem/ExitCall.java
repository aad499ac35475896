package org.temoto.gas.shmem;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Search for the call that ends the JVM in the stacks of its threads while shutdown hooks run:
 * {@link System#exit} waits for them, and so does the thread of the JVM that has received a signal.
 */
final class ExitCall {
  private static final List<String> EXITS =
      List.of("java.lang.System", "java.lang.Runtime", "java.lang.Shutdown");

  private ExitCall() {}

  /** Call by which a program ends the JVM now; empty if it was a signal that ends it. */
  static Optional<String> find() {
    return find(Thread.getAllStackTraces().values());
  }

  static Optional<String> find(Collection<StackTraceElement[]> stacks) {
    if (stacks.stream().flatMap(Stream::of).anyMatch(ExitCall::isSignal)) {
      return Optional.empty();
    }
    return Optional.of(
        stacks.stream()
            .flatMap(stack -> caller(stack).stream())
            .map(ExitCall::text)
            .findFirst()
            .orElse("its program ended"));
  }

  private static String text(StackTraceElement caller) {
    return "System.exit was called by %s.%s (%s:%s) in a launch, which fails then, whatever the code"
        .formatted(
            caller.getClassName(),
            caller.getMethodName(),
            caller.getFileName(),
            caller.getLineNumber());
  }

  private static boolean isSignal(StackTraceElement frame) {
    return frame.getClassName().startsWith("java.lang.Terminator");
  }

  private static Optional<StackTraceElement> caller(StackTraceElement[] stack) {
    for (int i = stack.length - 2; i >= 0; i--) {
      if (stack[i].getMethodName().equals("exit") && EXITS.contains(stack[i].getClassName())) {
        return Optional.of(stack[i + 1]);
      }
    }
    return Optional.empty();
  }
}
