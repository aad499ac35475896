package org.temoto.fuzz;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;
import org.temoto.gas.spi.JobAbortedException;
import org.temoto.task.TaskCancelledException;
import org.temoto.task.TaskException;

/** Exception that ends a task that fails because the program says so. */
final class Planned extends RuntimeException {
  private static final long serialVersionUID = 1L;

  Planned() {
    super("planned by the random program");
  }

  /**
   * Tells whether {@code failure} is of planned failures, and of cancellations that they brought.
   */
  static boolean isAllOf(TaskException failure) {
    Set<Throwable> parts = parts(failure);
    return parts.stream().anyMatch(part -> part instanceof Planned || isOfAwaited(part))
        && parts.stream().allMatch(Planned::isPlanned);
  }

  /** A part of {@code failure} that is not planned, if there is one. */
  static Optional<Throwable> besides(Throwable failure) {
    return parts(failure).stream().filter(part -> !isPlanned(part)).findFirst();
  }

  private static boolean isPlanned(Throwable part) {
    return part instanceof Planned || part instanceof TaskCancelledException || isOfAwaited(part);
  }

  /** Tells whether it only says that something which was waited for has failed. */
  private static boolean isOfAwaited(Throwable part) {
    return part instanceof TaskException
        && part.getMessage().contains(" has failed or was cancelled");
  }

  /** Parts of {@code failure}: itself, its causes and suppressed ones, without what only wraps. */
  private static Set<Throwable> parts(Throwable failure) {
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Set<Throwable> parts = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Throwable> rest = new ArrayDeque<>();
    rest.add(failure);
    while (!rest.isEmpty()) {
      Throwable part = rest.removeFirst();
      if (seen.add(part)) {
        boolean wraps = part instanceof TaskException || part instanceof JobAbortedException;
        if (!wraps || part.getCause() == null) {
          parts.add(part);
        }
        Optional.ofNullable(part.getCause()).ifPresent(rest::addFirst);
        rest.addAll(Arrays.asList(part.getSuppressed()));
      }
    }
    return parts;
  }
}
