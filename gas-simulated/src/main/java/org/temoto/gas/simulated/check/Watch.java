package org.temoto.gas.simulated.check;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.temoto.gas.Finding;
import org.temoto.gas.Finding.Kind;
import org.temoto.gas.Finding.Place;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.spi.StrandWatch;
import org.temoto.gas.spi.WatchedView;

/** The checker's eyes on one strand. Used by that strand. */
final class Watch implements StrandWatch {
  /** So many views are remembered after they were closed. */
  private static final int MOST_CLOSED = 16;

  private final Checker checker;
  private final Checker.PeWatch pe;
  private final Supplier<String> program;
  private final List<Open> open = new ArrayList<>();
  private final Deque<Closed> closed = new ArrayDeque<>();
  private final Buffers buffers = new Buffers();
  private final Differences differences = new Differences();
  private Task task;

  /** How many of {@link #open} are frozen. */
  private int frozen;

  /** The task that has failed last. */
  private Task failed;

  /** The line of the last use that was reported with its view. */
  private String lastMisuse = "";

  Watch(Checker.PeWatch pe) {
    this.checker = pe.checker;
    this.pe = pe;
    this.program = () -> "program of PE " + pe.rank;
  }

  /** A view of a task of this strand. */
  private static final class Open {
    private final WatchedView view;
    private Access access;

    /** Null if it only reads. */
    private final Contents contents;

    private boolean frozen;

    /** The job's last fence when it became this access. */
    private long fence;

    Open(WatchedView view, Access access, Contents contents) {
      this.view = view;
      this.access = access;
      this.contents = contents;
    }

    private boolean isOf(Task owner) {
      return access.task == owner;
    }

    private boolean isWriting() {
      return contents != null && !frozen;
    }
  }

  /** A view that is not open any more. */
  private record Closed(
      WatchedView view, Access access, boolean frozen, boolean abandoned, SourceLines.Line line) {
    Place place() {
      String what = abandoned ? "end of the task that opened it" : "unlocalize";
      return new Place(what, line.text(), access.task.path(), access.pe);
    }

    boolean isAbove(Task present) {
      return present.isBelow(access.task) || present.isSame(access.task);
    }
  }

  // --- tasks

  @Override
  public void program() {
    task = Task.root(program, pe.phase.get());
  }

  @Override
  public void barrier() {
    pe.phase.incrementAndGet();
    program();
    for (Open each : open) {
      settle(each);
      if (each.contents != null) {
        each.contents.look();
      }
      again(each);
    }
  }

  /** The view goes on as an access at the present step. */
  private void again(Open each) {
    if (each.contents != null) {
      each.contents.changes(each.access::changed);
    }
    each.access.end(each.view.elementBytes());
    each.access = each.access.again(task);
    each.fence = checker.lastFence();
    use(each.access, each.view);
  }

  @Override
  public Object root(Supplier<String> name) {
    return Task.root(name, pe.phase.get());
  }

  @Override
  public Object forked(Supplier<String> name) {
    return task.fork(name);
  }

  @Override
  public void running(Object next) {
    task = (Task) next;
  }

  @Override
  public void joined(Object child) {
    checker.joined((Task) child);
    thaw();
  }

  @Override
  public int number(Object travelling) {
    return checker.number((Task) travelling);
  }

  @Override
  public Object task(int number) {
    return checker.travelling(number);
  }

  @Override
  public void released() {
    if (task != null) { // else nobody follows the run
      task.release(checker.fence());
      for (Open each : open) {
        if (!each.frozen && each.isOf(task)) {
          again(each); // what is stored from now on is not released
        }
      }
    }
  }

  @Override
  public void acquired() {
    if (task != null) { // else nobody follows the run
      task.acquire(checker.lastFence());
    }
  }

  // --- views

  @Override
  public void opened(WatchedView view) {
    boolean writes = view.access().writes();
    Access access =
        new Access(task, pe.rank, writes, view.access() + " view", SourceLines.ofCaller());
    use(access, view);
    History history = history(view);
    for (int i = 0; i < view.pieces(); i++) {
      if (view.access().reads()) {
        rely(access, view, i);
      } else {
        history.settle(view.pieceStart(i), view.pieceEnd(i));
      }
    }
    view.expose(true);
    boolean patterned = !view.access().reads() && !isWithinAnother(view);
    Contents contents = writes ? new Contents(view, patterned, buffers, differences) : null;
    Open opened = new Open(view, access, contents);
    opened.fence = checker.lastFence();
    open.add(opened);
  }

  /** Whether another view that writes may commit what this one leaves. */
  private boolean isWithinAnother(WatchedView view) {
    return open.stream()
        .anyMatch(other ->
            other.isWriting()
                && other.view.memory() == view.memory()
                && start(other.view) < end(view)
                && start(view) < end(other.view));
  }

  private void use(Access access, WatchedView view) {
    String memory = view.memory().name();
    for (int i = 0; i < view.pieces(); i++) {
      history(view)
          .use(
              access,
              view.pieceStart(i),
              view.pieceEnd(i),
              (earlier, later, from, to) ->
                  checker.found().add(Kind.RACE, memory, earlier, later, from, to));
    }
  }

  private void rely(Access access, WatchedView view, int piece) {
    rely(access, view.memory(), view.pieceStart(piece), view.pieceEnd(piece));
  }

  private void rely(Access access, GlobalMemory memory, long start, long end) {
    checker
        .history(memory.id())
        .rely(
            access,
            start,
            end,
            (writer, reader, from, to) ->
                checker.found().add(Kind.NOT_COMMITTED, memory.name(), writer, reader, from, to));
  }

  private History history(WatchedView view) {
    return checker.history(view.memory().id());
  }

  @Override
  public void read(GlobalMemory memory, long from, long to) {
    Access access = new Access(task, pe.rank, false, "read", SourceLines.ofCaller());
    checker
        .history(memory.id())
        .use(
            access,
            from,
            to,
            (earlier, later, start, end) ->
                checker.found().add(Kind.RACE, memory.name(), earlier, later, start, end));
    rely(access, memory, from, to);
  }

  @Override
  public void committed(WatchedView view, long from, long to) {
    Open committed = find(view);
    if (committed.frozen) {
      return; // told as a use
    }
    committed.contents.commit(
        from,
        to,
        committed.access::changed,
        (start, end) ->
            checker
                .found()
                .add(
                    Kind.NOT_STORED,
                    view.memory().name(),
                    committed.access,
                    new Access(task, pe.rank, false, "commit", SourceLines.ofCaller()),
                    start,
                    end));
    history(view).settle(from, to);
    for (Open other : open) { // views of one task may nest
      if (other != committed && other.isWriting() && other.view.memory() == view.memory()) {
        other.contents.look(from, to);
      }
    }
  }

  private Open find(WatchedView view) {
    Open found = findOrNull(view);
    if (found == null) {
      throw new IllegalStateException(view + " was opened on another strand");
    }
    return found;
  }

  private Open findOrNull(WatchedView view) {
    for (int i = open.size() - 1; i >= 0; i--) {
      if (open.get(i).view == view) {
        return open.get(i);
      }
    }
    return null;
  }

  @Override
  public void freezing() {
    for (Open each : open) {
      if (!each.frozen && each.isOf(task)) {
        settle(each);
        each.view.expose(false);
        each.frozen = true; // and looked at anew when it thaws
        frozen++;
      }
    }
  }

  /** The view's bytes are about to be somebody else's. */
  private void settle(Open each) {
    if (each.contents == null) {
      return;
    }
    WatchedView view = each.view;
    if (checker.isAutomatic()) {
      for (int i = 0; i < view.pieces(); i++) {
        committed(view, view.pieceStart(i), view.pieceEnd(i));
      }
    }
    each.contents.changes((from, to) -> {
      each.access.changed(from, to);
      history(view).left(each.access, from, to);
    });
    each.contents.restore();
  }

  @Override
  public void thawed() {
    if (task != null) { // else nobody follows the run
      task.thaw();
      thaw();
    }
  }

  /**
   * The views are active once all children have been joined: that they have ended before is luck.
   */
  private void thaw() {
    if (!task.hasThawed()) {
      return;
    }
    for (Open each : open) {
      if (each.isOf(task)) {
        thaw(each);
      }
    }
  }

  private void thaw(Open each) {
    each.access.keep();
    if (each.frozen) {
      each.frozen = false;
      frozen--;
      each.view.expose(true);
      if (each.contents != null) {
        each.contents.look();
      }
    }
    if (each.fence != checker.lastFence()) { // a child may have released what came before it
      again(each);
    }
    for (int i = 0; each.view.access().reads() && i < each.view.pieces(); i++) {
      rely(each.access, each.view, i);
    }
  }

  @Override
  public void freed(GlobalMemory memory) {
    checker.forget(memory.id());
  }

  @Override
  public void closing(WatchedView view, boolean abandoned) {
    Open closing = findOrNull(view);
    if (closing == null) {
      return; // requested, and never opened
    }
    if (closing.frozen) {
      frozen--;
    } else {
      settle(closing);
      view.expose(false);
    }
    if (closing.contents != null) {
      closing.contents.close();
    }
    closing.access.end(view.elementBytes());
    open.remove(closing);
    if (abandoned && task != failed) { // who fails may leave views to the runtime
      checker
          .found()
          .add(
              closing.access.finding(
                  Kind.LEFT_OPEN, view.memory().name(), start(view), end(view), Optional.empty()));
    }
    if (closed.size() == MOST_CLOSED) {
      closed.removeFirst();
    }
    closed.addLast(
        new Closed(view, closing.access, closing.frozen, abandoned, SourceLines.ofCaller()));
  }

  private static long start(WatchedView view) {
    return view.pieces() == 0 ? 0 : view.pieceStart(0);
  }

  private static long end(WatchedView view) {
    return view.pieces() == 0 ? 0 : view.pieceEnd(view.pieces() - 1);
  }

  // --- misuse

  @Override
  public void used(WatchedView view) {
    if (frozen > 0 && open.stream().anyMatch(each -> each.view == view && each.frozen)) {
      misused(view, false, SourceLines.ofCaller().text());
    }
  }

  @Override
  public void usedClosed(WatchedView view) {
    misused(view, true, SourceLines.ofCaller().text());
  }

  private void misused(WatchedView view, boolean isClosed, String line) {
    lastMisuse = line;
    Place use = new Place("use", line, task.path(), pe.rank);
    Place other =
        isClosed
            ? closed.stream()
                .filter(each -> each.view == view)
                .findFirst()
                .map(Closed::place)
                .orElse(new Place("unlocalize", "a line long ago", task.path(), pe.rank))
            : find(view).access.place();
    checker
        .found()
        .add(
            new Finding(
                isClosed ? Kind.USED_AFTER_CLOSE : Kind.USED_WHILE_FROZEN,
                view.memory().name(),
                start(view),
                end(view),
                view.elementBytes(),
                other,
                Optional.of(use)));
  }

  /** What the segments of closed views throw. */
  @Override
  public void failed(Throwable thrown) {
    if (task == null) {
      return; // nobody follows the run
    }
    failed = task;
    task.fail();
    boolean isSegment =
        thrown instanceof IllegalStateException
            && thrown.getStackTrace().length > 0
            && thrown.getStackTrace()[0].getClassName().startsWith("jdk.internal.foreign.");
    if (isSegment) {
      closedSegment(SourceLines.of(thrown));
    } else if (isForbidden(thrown)) {
      outside(SourceLines.of(thrown));
    }
  }

  /** Java does not say whose segment it is: one of a view that the task, or one above, closed. */
  private void closedSegment(String line) {
    List<Closed> candidates = closed.stream().filter(each -> each.isAbove(task)).toList();
    if (candidates.size() == 1) {
      misused(candidates.getFirst().view, true, line);
    } else if (!candidates.isEmpty()) {
      List<String> memories =
          candidates.stream().map(each -> each.view.memory().name()).distinct().toList();
      Place last = candidates.getLast().place();
      String what = "unlocalize of one of %d views, the last".formatted(candidates.size());
      checker
          .found()
          .add(
              new Finding(
                  Kind.USED_AFTER_CLOSE,
                  memories.size() == 1 ? memories.getFirst() : "",
                  0,
                  0,
                  0,
                  new Place(what, last.line(), last.task(), last.pe()),
                  Optional.of(new Place("use", line, task.path(), pe.rank))));
    }
  }

  private void outside(String line) {
    if (line.equals(lastMisuse)) {
      return; // the same use, reported with its view
    }
    Place use = new Place("use", line, task.path(), pe.rank);
    checker.found().add(new Finding(Kind.OUTSIDE_VIEWS, "", 0, 0, 0, use, lastFrozen()));
  }

  /** The task's last view that is frozen, or was when it was closed because of a failure. */
  private Optional<Place> lastFrozen() {
    Stream<Access> frozen =
        Stream.concat(
            open.reversed().stream().filter(each -> each.frozen).map(each -> each.access),
            closed.reversed().stream().filter(Closed::frozen).map(Closed::access));
    return frozen.filter(each -> each.task == task).findFirst().map(Access::place);
  }

  /** What Java throws where memory cannot be touched. */
  private static boolean isForbidden(Throwable thrown) {
    return thrown instanceof InternalError
        && thrown.getMessage() != null
        && thrown.getMessage().contains("unsafe memory access");
  }
}
