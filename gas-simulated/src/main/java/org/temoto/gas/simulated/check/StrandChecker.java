package org.temoto.gas.simulated.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.simulated.CheckFailedException.Finding.Kind;
import org.temoto.gas.spi.StrandWatch;
import org.temoto.gas.spi.WatchedView;

/** Checker of one strand. Used by that strand. */
final class StrandChecker implements StrandWatch {
  private static final String READ = "read";

  /** Names of views in findings, by their access. */
  private static final List<String> VIEWS =
      Arrays.stream(Access.values()).map(access -> access + " view").toList();

  /** And those of collectives. */
  private static final List<String> COLLECTIVES =
      VIEWS.stream().map(view -> "collective, " + view).toList();

  private final Checker checker;
  private final Checker.PeWatch pe;
  private final Supplier<String> program;
  private final List<Open> open = new ArrayList<>();
  private final Loans loans = new Loans(open);
  private final Misuses misuses;
  private final CopyPool buffers = new CopyPool();
  private final Differences differences = new Differences();
  private final CallSites sites;
  private final Map<Integer, MemoryWatch> memories = new HashMap<>();

  /** Watch of the memory that was used last, which mostly is used next. */
  private MemoryWatch last;

  private CheckedTask task;

  /** Number of {@link #open} that are frozen. */
  private int frozen;

  /** The task that has failed last. */
  private CheckedTask failed;

  /** State that the strand has of one memory. */
  private final class MemoryWatch {
    private final GlobalMemory memory;
    private final History history;
    private final ReadLog reads;
    private final History.Conflict race;
    private final History.Conflict old;
    private final History.Conflict freed;

    MemoryWatch(GlobalMemory memory) {
      this.memory = memory;
      this.race = this::race;
      this.old = conflict(Kind.NOT_COMMITTED);
      this.freed = conflict(Kind.USED_AFTER_FREE);
      this.history = checker.history(memory.id());
      this.reads = new ReadLog(history, race, ReadLog.AT_ONCE);
    }

    private History.Conflict conflict(Kind kind) {
      return (earlier, later, from, to) ->
          checker.found.add(kind, memory.name(), earlier, later, from, to);
    }

    private void race(CheckedAccess earlier, CheckedAccess later, long from, long to) {
      boolean sameMemory = earlier.pe == later.pe || checker.hasIdentityBuffers();
      if (sameMemory && earlier.writes() && later.writes()) {
        earlier.contest(later, from, to);
        later.contest(earlier, from, to);
      }
      checker.found.add(Kind.RACE, memory.name(), earlier, later, from, to);
    }

    void use(CheckedAccess access, long from, long to) {
      if (access.writes()) {
        history.use(access, from, to, race);
      } else {
        reads.read(access, from, to);
      }
    }

    /** {@code access} uses bytes that a free may have taken. */
    void lookForFreed(CheckedAccess access, long from, long to) {
      history.lookForFreed(access, from, to, freed);
    }

    /** {@code access} relies on what others have written. */
    void rely(CheckedAccess access, long from, long to) {
      history.rely(access, from, to, old);
    }
  }

  private MemoryWatch of(GlobalMemory memory) {
    if (last == null || last.memory != memory) {
      last = memories.get(memory.id());
      if (last == null) {
        memories.values().removeIf(each -> each.history.isForgotten());
        last = new MemoryWatch(memory);
        memories.put(memory.id(), last);
      }
    }
    return last;
  }

  StrandChecker(Checker.PeWatch pe) {
    this.checker = pe.checker;
    this.sites = new CallSites(checker.sites);
    this.pe = pe;
    this.program = () -> "program of PE " + pe.rank;
    this.misuses = new Misuses(checker.found, pe.rank);
  }

  // --- tasks

  @Override
  public void program() {
    task = CheckedTask.root(program, StrandChecker.class, pe.phase.get());
  }

  @Override
  public void barrier() {
    pe.completeStarted();
    pe.phase.incrementAndGet();
    program();
    for (Open each : open) {
      if (!each.frozen) { // else a collective has its bytes
        settle(each);
        if (each.contents != null) {
          each.contents.look();
        }
        again(each);
      }
    }
  }

  /** The view goes on as an access at the present step. */
  private void again(Open each) {
    if (each.contents != null) {
      each.contents.changes(each.access::changed);
      if (checker.isAutomatic && each.view.access().reads()) {
        each.contents.look(); // committed: they are no changes of what follows
      }
    }
    each.access.end(each.view.elementBytes());
    each.access = each.access.again(task);
    each.fence = checker.lastFence();
    use(each.access, each.view);
  }

  @Override
  public Object root(Supplier<String> name, Class<?> type) {
    return CheckedTask.root(name, type, pe.phase.get());
  }

  @Override
  public Object forked(Supplier<String> name, Class<?> type) {
    pe.completeStarted();
    return task.fork(name, type);
  }

  @Override
  public Object detached(Supplier<String> name, Class<?> type) {
    pe.completeStarted();
    return task.detach(name, type);
  }

  @Override
  public void running(Object next) {
    task = (CheckedTask) next;
  }

  @Override
  public void joined(Object child) {
    checker.joined((CheckedTask) child);
    thaw();
  }

  @Override
  public int number(Object travelling) {
    return checker.number((CheckedTask) travelling);
  }

  @Override
  public Object task(int number) {
    return checker.travelling(number);
  }

  @Override
  public void released() {
    if (task != null) { // else the run is not checked
      pe.completeStarted();
      task.release(checker.fence());
      goOn();
    }
  }

  @Override
  public Object releasing() {
    if (task == null) { // the run is not checked
      return null;
    }
    Object release = pe.start(task);
    goOn();
    return release;
  }

  @Override
  public void complete(Object started) {
    pe.complete((Checker.StartedRelease) started);
  }

  /** Views go on after a release: what is stored in them from now on is not of it. */
  private void goOn() {
    for (Open each : open) {
      if (!each.frozen && each.isOf(task)) {
        again(each);
      }
    }
  }

  @Override
  public void acquired() {
    if (task != null) { // else the run is not checked
      task.acquire(checker.lastFence());
    }
  }

  // --- views

  @Override
  public void opening(WatchedView view) {
    if (checker.isAutomatic) {
      pe.overlaps.bring(this, List.of(view));
    }
  }

  @Override
  public void validating() {
    if (checker.isAutomatic && !open.isEmpty()) {
      pe.overlaps.bring(
          this, open.stream().filter(each -> each.isOf(task)).map(each -> each.view).toList());
    }
  }

  @Override
  public void validated() {
    if (checker.isAutomatic) {
      pe.overlaps.done(this);
    }
  }

  @Override
  public void opened(WatchedView view) {
    validated();
    Access mode = view.access();
    boolean lent = view.isLent();
    String what = (lent ? COLLECTIVES : VIEWS).get(mode.ordinal());
    MemoryWatch memory = of(view.memory());
    CheckedAccess access = new CheckedAccess(task, pe.rank, mode, what, line(what, task, view));
    if (lent) {
      access.change();
    }
    use(access, view);
    loans.meet(view, (lender, from, to) -> memory.race.found(lender.access, access, from, to));
    Open.forEachPiece(
        view,
        (from, to) -> {
          memory.lookForFreed(access, from, to);
          if (mode.reads()) {
            memory.rely(access, from, to);
          } else {
            memory.history.settle(from, to);
          }
        });
    if (!lent) {
      view.expose();
    }
    boolean patterned = !mode.reads() && !isWithinAnother(view);
    Contents contents =
        mode.writes() && !lent ? new Contents(view, patterned, buffers, differences) : null;
    Open opened = new Open(view, access, contents);
    opened.fence = checker.lastFence();
    open.add(opened);
    begin(opened);
    if (lent) {
      loans.begin();
      lend();
    }
  }

  /** Views of the program that do not go with a collective wait for its end. */
  private void lend() {
    for (Open each : open) {
      if (!each.frozen && !each.view.isLent() && each.isOf(task)) {
        loans.of(each.view).ifPresent(_ -> freeze(each));
      }
    }
  }

  /** A collective has ended. */
  private void giveBack(Open collective) {
    for (Open each : open) {
      boolean waited = each.frozen && each.access.task.isSame(collective.access.task);
      if (waited && loans.of(each.view).isEmpty()) {
        unfreeze(each);
        again(each);
      }
    }
  }

  /** Tells whether another view that writes may commit what this one leaves. */
  private boolean isWithinAnother(WatchedView view) {
    return open.stream().anyMatch(other -> other.isWriting() && other.isAround(view));
  }

  private void use(CheckedAccess access, WatchedView view) {
    MemoryWatch memory = of(view.memory());
    Open.forEachPiece(view, (from, to) -> memory.use(access, from, to));
  }

  private SourceLines.Line line(String what, CheckedTask by, WatchedView view) {
    long bytes = Open.end(view) - Open.start(view);
    return sites.line(by.type, what, view.memory().id(), bytes);
  }

  @Override
  public void read(GlobalMemory memory, long from, long to) {
    SourceLines.Line line = sites.line(task.type, READ, memory.id(), to - from);
    CheckedAccess access = new CheckedAccess(task, pe.rank, Access.READ, READ, line);
    access.end(0);
    MemoryWatch watch = of(memory);
    loans.meet(
        memory,
        Access.READ,
        from,
        to,
        (lender, start, end) -> watch.race.found(lender.access, access, start, end));
    watch.use(access, from, to);
    watch.lookForFreed(access, from, to);
    watch.rely(access, from, to);
  }

  @Override
  public void committed(WatchedView view, long from, long to) {
    Open committed = find(view);
    if (committed == null) {
      throw new IllegalStateException(view + " was opened on another strand");
    }
    if (committed.frozen) {
      return; // told as a use
    }
    if (committed.contents != null) {
      committed.contents.commit(
          from,
          to,
          committed.access::changed,
          (start, end) ->
              checker.found.add(
                  Kind.NOT_STORED,
                  view.memory().name(),
                  committed.access,
                  new CheckedAccess(task, pe.rank, Access.READ, "commit", SourceLines.ofCaller()),
                  start,
                  end));
    }
    of(view.memory()).history.settle(from, to);
    for (Open other : open) { // views of one task may nest
      if (other != committed && other.isWriting() && other.view.memory() == view.memory()) {
        other.contents.look(from, to);
      }
    }
  }

  /** Null if the strand has not opened it. */
  private Open find(WatchedView view) {
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
        freeze(each);
      }
    }
  }

  private void begin(Open opened) {
    if (checker.isAutomatic) {
      pe.overlaps.begin(opened);
    }
  }

  private void freeze(Open each) {
    settle(each);
    pe.overlaps.end(each);
    each.view.freeze();
    each.frozen = true; // and looked at anew when it thaws
    frozen++;
  }

  private void unfreeze(Open each) {
    each.frozen = false;
    frozen--;
    begin(each);
    each.view.expose();
    if (each.contents != null) {
      each.contents.look();
    }
  }

  /** The view's bytes are about to be another task's. */
  private void settle(Open each) {
    if (each.contents == null) {
      return;
    }
    WatchedView view = each.view;
    if (checker.isAutomatic) {
      Open.forEachPiece(view, (from, to) -> committed(view, from, to));
    }
    each.contents.changes((from, to) -> {
      each.access.changed(from, to);
      of(view.memory()).history.left(each.access, from, to);
    });
    each.contents.restore();
  }

  @Override
  public void thawed() {
    if (task != null) { // else the run is not checked
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
      unfreeze(each);
    }
    if (each.fence != checker.lastFence()) { // a child may have released what came before it
      again(each);
    }
    if (each.view.access().reads()) {
      MemoryWatch memory = of(each.view.memory());
      Open.forEachPiece(each.view, (from, to) -> memory.rely(each.access, from, to));
    }
  }

  @Override
  public void renewed(GlobalMemory memory, long from, long to) {
    History history = of(memory).history;
    history.forget(from, to);
    history.allocate(blockAccess(memory, "allocate", from, to), from, to);
  }

  @Override
  public void discarded(GlobalMemory memory, long from, long to) {
    MemoryWatch watch = of(memory);
    CheckedAccess access = blockAccess(memory, "free", from, to);
    watch.lookForFreed(access, from, to); // another PE's block is not at once
    watch.use(access, from, to);
    watch.history.free(access, from, to);
    for (Open each : open) {
      if (each.view.memory() == memory) {
        Open.forEachPiece(
            each.view,
            (first, last) -> {
              long start = Math.max(from, first);
              long end = Math.min(to, last);
              if (start < end) {
                watch.freed.found(access, each.access, start, end);
              }
            });
      }
    }
  }

  /** Access to a whole block of a heap by its allocation, or by its end. */
  private CheckedAccess blockAccess(GlobalMemory memory, String what, long from, long to) {
    SourceLines.Line line = sites.line(task.type, what, memory.id(), to - from);
    CheckedAccess access = new CheckedAccess(task, pe.rank, Access.WRITE, what, line);
    access.end(0);
    return access;
  }

  @Override
  public void freed(GlobalMemory memory) {
    checker.forget(memory);
  }

  @Override
  public void closing(WatchedView view) {
    Open closing = find(view);
    if (closing != null) { // else requested, and never opened
      close(closing, "unlocalize");
    }
  }

  @Override
  public void abandoning(WatchedView view) {
    Open left = find(view);
    if (left != null) { // else requested, and never opened
      close(left, "end of the task that opened it");
      if (task != failed) { // a task that fails may leave views to the runtime
        leftOpen(Kind.LEFT_OPEN, left);
      }
    }
  }

  private void close(Open closing, String how) {
    WatchedView view = closing.view;
    if (closing.frozen) {
      frozen--;
    } else {
      settle(closing);
    }
    if (!closing.frozen && !view.isLent()) {
      view.conceal();
    }
    if (closing.contents != null) {
      closing.contents.close();
    }
    closing.access.end(view.elementBytes());
    open.remove(closing);
    pe.overlaps.end(closing);
    if (view.isLent()) {
      loans.end();
      giveBack(closing);
    } else {
      misuses.closed(
          new Misuses.Closed(
              view, closing.access, closing.frozen, how, line(how, closing.access.task, view)));
    }
  }

  private void leftOpen(Kind kind, Open left) {
    String memory = left.view.memory().name();
    checker.found.add(
        left.access.finding(kind, memory, left.start(), left.end(), Optional.empty()));
  }

  @Override
  public void ended() {
    for (Open each : open) {
      if (each.view.isLent()) {
        leftOpen(Kind.NOT_AWAITED, each);
      }
    }
  }

  // --- misuse

  @Override
  public void used(WatchedView view) {
    if (frozen == 0) {
      return;
    }
    Open used = find(view);
    if (used != null && used.frozen) {
      misuses.frozen(used, loans.of(view), task, SourceLines.ofCaller().text());
    }
  }

  @Override
  public void usedClosed(WatchedView view) {
    misuses.closed(view, task, SourceLines.ofCaller().text());
  }

  @Override
  public void failed(Throwable thrown) {
    if (task != null) { // else the run is not checked
      failed = task;
      task.fail();
      misuses.failed(thrown, task, open);
    }
  }
}
