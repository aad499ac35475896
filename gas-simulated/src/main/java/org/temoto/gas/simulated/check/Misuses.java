package org.temoto.gas.simulated.check;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.temoto.gas.simulated.CheckFailedException.Finding;
import org.temoto.gas.simulated.CheckFailedException.Finding.Kind;
import org.temoto.gas.simulated.CheckFailedException.Finding.Place;
import org.temoto.gas.spi.WatchedView;

/**
 * Check for uses of views that are closed or frozen, or of none, on one strand. Used by that
 * strand.
 */
final class Misuses {
  /** So many views are remembered after they were closed. */
  private static final int MOST_CLOSED = 16;

  private final Findings found;
  private final int rank;
  private final Deque<Closed> closed = new ArrayDeque<>();

  /** The line of the last use that was reported with its view. */
  private String lastLine = "";

  /**
   * A view that is not open any more.
   *
   * @param frozen whether it was frozen when it was closed
   * @param how what closed it, for people
   */
  record Closed(
      WatchedView view, CheckedAccess access, boolean frozen, String how, SourceLines.Line line) {
    Place place() {
      return new Place(how, line.text(), access.task.path(), access.pe);
    }

    boolean isAbove(CheckedTask present) {
      return present.isBelow(access.task) || present.isSame(access.task);
    }
  }

  Misuses(Findings found, int rank) {
    this.found = found;
    this.rank = rank;
  }

  void closed(Closed view) {
    if (closed.size() == MOST_CLOSED) {
      closed.removeFirst();
    }
    closed.addLast(view);
  }

  /** {@code task} uses a closed view. */
  void closed(WatchedView view, CheckedTask task, String line) {
    Place end =
        closed.stream()
            .filter(each -> each.view() == view)
            .findFirst()
            .map(Closed::place)
            .orElseGet(() -> new Place("unlocalize", "a line long ago", task.path(), rank));
    add(Kind.USED_AFTER_CLOSE, view, end, task, line);
  }

  /**
   * {@code task} uses a frozen view.
   *
   * @param collective for whose end it waits, if it does not for that of tasks
   */
  void frozen(Open view, Optional<Open> collective, CheckedTask task, String line) {
    Kind kind = collective.isPresent() ? Kind.RACE : Kind.USED_WHILE_FROZEN;
    add(kind, view.view, collective.orElse(view).access.place(), task, line);
  }

  private void add(Kind kind, WatchedView view, Place other, CheckedTask task, String line) {
    lastLine = line;
    found.add(
        new Finding(
            kind,
            view.memory().name(),
            Open.start(view),
            Open.end(view),
            view.elementBytes(),
            other,
            Optional.of(use(task, line))));
  }

  private Place use(CheckedTask task, String line) {
    return new Place("use", line, task.path(), rank);
  }

  /** Looks whether {@code task}, which has {@code open}, has failed because of a misuse. */
  void failed(Throwable thrown, CheckedTask task, List<Open> open) {
    if (isOfSegment(thrown)) {
      closedSegment(task, SourceLines.of(thrown));
    } else if (isForbidden(thrown)) {
      outside(task, open, SourceLines.of(thrown));
    }
  }

  /** Tells whether the segment of a closed view threw {@code thrown}. */
  private static boolean isOfSegment(Throwable thrown) {
    return thrown instanceof IllegalStateException
        && thrown.getStackTrace().length > 0
        && thrown.getStackTrace()[0].getClassName().startsWith("jdk.internal.foreign.");
  }

  /** Tells whether Java threw {@code thrown} because memory cannot be touched. */
  private static boolean isForbidden(Throwable thrown) {
    return thrown instanceof InternalError
        && thrown.getMessage() != null
        && thrown.getMessage().contains("unsafe memory access");
  }

  /** Java does not say whose segment it is: one of a view that the task, or one above, closed. */
  private void closedSegment(CheckedTask task, String line) {
    List<Closed> candidates = closed.stream().filter(each -> each.isAbove(task)).toList();
    if (candidates.size() == 1) {
      closed(candidates.getFirst().view(), task, line);
    } else if (!candidates.isEmpty()) {
      List<String> memories =
          candidates.stream().map(each -> each.view().memory().name()).distinct().toList();
      Place last = candidates.getLast().place();
      String what = "unlocalize of one of %s views, the last".formatted(candidates.size());
      found.add(
          new Finding(
              Kind.USED_AFTER_CLOSE,
              memories.size() == 1 ? memories.getFirst() : "",
              0,
              0,
              0,
              new Place(what, last.line(), last.task(), last.pe()),
              Optional.of(use(task, line))));
    }
  }

  private void outside(CheckedTask task, List<Open> open, String line) {
    if (!line.equals(lastLine)) { // else the same use, reported with its view
      Optional<Place> frozen = lastFrozen(task, open);
      found.add(new Finding(Kind.OUTSIDE_VIEWS, "", 0, 0, 0, use(task, line), frozen));
    }
  }

  /** The task's last view that is frozen, or was when it was closed because of a failure. */
  private Optional<Place> lastFrozen(CheckedTask task, List<Open> open) {
    Stream<CheckedAccess> frozen =
        Stream.concat(
            open.reversed().stream().filter(each -> each.frozen).map(each -> each.access),
            closed.reversed().stream().filter(Closed::frozen).map(Closed::access));
    return frozen.filter(each -> each.task.isSame(task)).findFirst().map(CheckedAccess::place);
  }
}
