package org.temoto.gas.engine.coherence;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.temoto.gas.engine.cache.Cache;
import org.temoto.gas.engine.cache.PageTable;
import org.temoto.gas.engine.cache.Pins;
import org.temoto.gas.engine.memory.Extent;
import org.temoto.gas.engine.transfer.StrandChannel;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.StrandMemory.Held;

/**
 * One strand's part of the coherence protocol: its epoch, its open views from task to task, and
 * what happens to them at forks and joins. Used by that strand only.
 */
public final class StrandCoherence {
  private final StrandChannel port;
  private final PeCoherence pe;
  private final ViewStack stack;
  private final Validator validator;
  private final Prefetcher prefetcher;
  private long epoch;

  /** Views of {@link #stack} that write; mostly there is none to compare another one with. */
  private int writers;

  /** Copies for requested views, which views that are opened meanwhile wait for and use, too. */
  private final List<Prefetch> travelling = new ArrayList<>();

  /** All that the tasks hold, the running task's last. */
  private final List<Held> held = new ArrayList<>();

  private int heldBase;
  private int[] heldBases = new int[8];

  /**
   * Index at which the views of the running task begin in the stack, and those of the tasks below
   * it.
   */
  private int base;

  private int[] bases = new int[8];
  private int depth;

  /** The views below this index are frozen or belong to tasks below. */
  private int frozen;

  StrandCoherence(StrandChannel port, PeCoherence pe, Cache cache, Pins pins) {
    this.port = port;
    this.pe = pe;
    this.stack = pe.views().newStack();
    this.validator = new Validator(port, pe, cache, pins);
    this.prefetcher = new Prefetcher(port, pe.epochs(), pe.carriers());
  }

  public StrandChannel port() {
    return port;
  }

  public long epoch() {
    return epoch;
  }

  /** From now on the strand communicates on another worker's channel. */
  public void use(Channel channel) {
    port.use(channel);
  }

  public void end() {
    pe.views().remove(stack);
  }

  // --- views

  /**
   * Opens a view: publishes it, then brings its pages. The caller has made it in state OPENING.
   *
   * @return whether there was communication
   */
  public boolean open(ManagedView view) {
    if (view.writes()) {
      requireNested(view);
    }
    return openNested(view);
  }

  private boolean openNested(ManagedView view) {
    boolean communicated = false;
    if (view.paged().isAlone()) { // nothing is fetched, installed or evicted
      view.state(OpenView.State.ACTIVE);
      push(view);
      view.validated(epoch);
      return false;
    }
    if (!view.writes()) {
      view.state(OpenView.State.ACTIVE);
    }
    push(view);
    VarHandle.fullFence(); // the pin before the stamps: a later lock sees the view
    try {
      if (!isHit(view, epoch)) {
        view.state(OpenView.State.OPENING);
        communicated = validator.bring(view, epoch, travelling);
        activate(view);
      } else if (view.writes()) {
        activate(view);
      }
    } catch (Throwable failure) {
      close(view);
      throw failure;
    }
    if (view.storesOnly()) {
      // mutant: stored-untold
      pe.epochs().trust();
    }
    view.validated(epoch);
    return communicated;
  }

  /** Two views of a task may write the same bytes only where one is a part of the other. */
  private void requireNested(ManagedView view) {
    for (int i = stack.count() - 1; i >= base && writers > 0; i--) {
      OpenView other = stack.get(i);
      if (other != null
          && other.writes()
          && other.state() == OpenView.State.ACTIVE
          && other.paged() == view.paged()
          && !other.extent().nests(view.extent())) {
        throw new IllegalStateException(
            "localize of %s: the task writes a part of it through %s: a view must have all of these bytes, or none"
                .formatted(view, other));
      }
    }
  }

  /**
   * Sends for the pages of views of {@code memory} that are going to be opened by {@link #await},
   * or of which parts are going to be opened before. One wait, for directory words, if any page
   * falls short.
   */
  public void request(PagedMemory memory, List<? extends ManagedView> views) {
    if (pe.isCaching() && !memory.isIdentity() && memory.forwarding() == null && !views.isEmpty()) {
      List<List<Prefetch>> started = prefetcher.start(memory, views, epoch, travelling);
      for (int i = 0; i < started.size(); i++) {
        views.get(i).prefetches(started.get(i));
        travelling.addAll(started.get(i));
      }
    }
    for (ManagedView view : views) {
      view.state(OpenView.State.REQUESTED);
      push(view);
    }
  }

  /** Tells whether what is on its way for a requested view has arrived; lets others run if not. */
  public boolean hasArrived(ManagedView view) {
    for (Prefetch prefetch : travelling) {
      if (prefetch.concerns(view) && !prefetcher.hasArrived(prefetch)) {
        port.pause();
        return false;
      }
    }
    return true;
  }

  /**
   * Opens a requested view, as {@link #open}; whether there was communication since the request. It
   * comes on top of the stack: above what a fork since has frozen. If it is refused, the request is
   * what it was.
   */
  public boolean await(ManagedView view) {
    if (view.writes()) {
      requireNested(view);
    }
    boolean communicated = !view.prefetches().isEmpty();
    remove(view);
    if (view.writes()) {
      view.state(OpenView.State.OPENING);
    }
    try {
      return openNested(view) || communicated;
    } finally {
      endPrefetches(view);
    }
  }

  /** Ends what was on its way for the view. */
  private void endPrefetches(ManagedView view) {
    for (Prefetch prefetch : view.prefetches()) {
      prefetcher.arrive(prefetch);
      prefetcher.end(prefetch);
      travelling.remove(prefetch);
    }
    view.prefetches(List.of());
  }

  /**
   * Copies the bytes from {@code from} on, which are of one page, to {@code to} if the page is
   * away; else returns false.
   */
  public boolean readPart(PagedMemory memory, long from, MemorySegment to) {
    int page = (int) (from >>> memory.pageShift());
    return !memory.isIdentity()
        && isAway(memory, page)
        && AwayRead.ofOnePage(port, memory, page, from, to);
  }

  /**
   * Copies the bytes of {@code extent} that are away to {@code to}, where the parts stand one after
   * the other.
   */
  public AwayRead readAway(PagedMemory memory, Extent extent, MemorySegment to) {
    AwayRead read = new AwayRead(port, memory);
    read.read(extent, to, page -> isAway(memory, page));
    return read;
  }

  /** The running task has got {@code taken}. */
  public void holds(Held taken) {
    held.add(taken);
  }

  /** The program gives {@code given} back; false if it, or the end of its task, has done so. */
  public boolean gives(Held given) {
    int at = held.size() - 1;
    while (at >= 0 && held.get(at) != given) { // mostly the last
      at--;
    }
    if (at < 0) {
      return false;
    }
    held.remove(at);
    return true;
  }

  /** All that the tasks hold, the running task's last. */
  public List<Held> held() {
    return held;
  }

  /**
   * Tells whether the page is at its owner, and not to be localized: because it is here, or because
   * this PE may have written to it what the owner does not have.
   */
  private boolean isAway(PagedMemory memory, int page) {
    long stamp = memory.pages().stamp(page);
    return memory.forwarding() == null
        && stamp != PageTable.LOCKED
        && (stamp < memory.enough(epoch) || !pe.isCaching())
        && !isWrittenHere(memory, page);
  }

  /** Views before commits: one that closes after the look has registered its commits before. */
  private boolean isWrittenHere(PagedMemory memory, int page) {
    if (pe.views().isActive(memory, page)) {
      return true;
    }
    synchronized (memory.pages().monitor(page)) {
      return memory.pending(page) != null;
    }
  }

  /**
   * From now on the view's bytes are spared; an installation that has not seen that is waited for.
   */
  private void activate(ManagedView view) {
    view.state(OpenView.State.ACTIVE);
    // active before the look at the locks: a strand that locks a page later spares the view
    VarHandle.fullFence();
    validator.awaitUnlocked(view);
    keepTwins(view);
  }

  /** Before the task stores through the view, which is active, so that nothing overwrites twins. */
  private static void keepTwins(ManagedView view) {
    PagedMemory memory = view.paged();
    for (int i = 0; view.writes() && !view.storesOnly() && i < view.pageCount(); i++) {
      int page = view.page(i);
      if (memory.hasTwin(page)) {
        synchronized (memory.pages().monitor(page)) {
          // mutant: twin-not-kept
          memory.twins().keep(page, view.blocks(page));
        }
      }
    }
  }

  private boolean isHit(ManagedView view, long needed) {
    long least = view.needed(view.paged().enough(needed));
    if (!pe.isCaching() && least != PageTable.UNVALIDATED) {
      return view.pageCount() == 0;
    }
    PageTable pages = view.paged().pages();
    int tick = pe.tick();
    for (int i = 0, n = view.pageCount(); i < n; i++) {
      int page = view.page(i);
      if (pages.stamp(page) < least && !isPartHit(view, page, least)) {
        return false;
      }
      pages.use(page, tick);
    }
    return true;
  }

  /**
   * Tells whether all that the view touches of the page is valid, though not all of the page is.
   */
  private static boolean isPartHit(ManagedView view, int page, long least) {
    PageTable pages = view.paged().pages();
    return pages.stamp(page) >= PageTable.UNVALIDATED
        && pages.holds(page, view.blocks(page), least);
  }

  public void close(ManagedView view) {
    publish(view); // while it is active, so that a page is never neither written nor committed
    view.state(OpenView.State.CLOSED);
    remove(view);
    endPrefetches(view);
  }

  private void push(ManagedView view) {
    stack.push(view);
    if (view.writes()) {
      writers++;
    }
  }

  private void remove(ManagedView view) {
    stack.remove(view);
    if (view.writes()) {
      writers--;
    }
    if (frozen > stack.count()) {
      frozen = stack.count();
    }
  }

  /** Commits what an active view has written, where that is automatic. */
  private void publish(ManagedView view) {
    if (pe.isAutomatic() && view.writes() && view.state() == OpenView.State.ACTIVE) {
      commit(view, view.extent());
    }
  }

  /**
   * Registers bytes of an active view as committed, or those of them that have changed, where that
   * is known; they are visible to others after the next release.
   */
  public void commit(OpenView view, Extent extent) {
    PagedMemory memory = view.paged();
    if (memory.isAlone()) { // no PE is to be told
      return;
    }
    // mutant: unchanged-committed
    if (pe.isAutomatic() && !view.storesOnly()) {
      pe.commits().registerChanges(memory, extent);
    } else {
      pe.commits().register(memory, extent);
    }
  }

  // --- tasks

  public void begin(long inherited) {
    epoch = inherited;
    enter();
  }

  public void enter() {
    if (depth == bases.length) {
      bases = Arrays.copyOf(bases, 2 * depth);
      heldBases = Arrays.copyOf(heldBases, 2 * depth);
    }
    heldBases[depth] = heldBase;
    bases[depth++] = base;
    base = stack.count();
    heldBase = held.size();
    frozen = base;
  }

  /** The number of open views and held locks, or a little more; 0 if there is none. */
  public int viewCount() {
    return stack.count() + held.size();
  }

  public List<String> leave() {
    List<String> left = abandon();
    base = bases[--depth];
    heldBase = heldBases[depth];
    frozen = base; // views of the task below that were frozen are found again by their state
    return left;
  }

  /** Closes the views of the running task and gives back what it holds; texts of these. */
  public List<String> abandon() {
    if (held.size() == heldBase && stack.count() == base) {
      return List.of();
    }
    List<String> left = new ArrayList<>();
    while (held.size() > heldBase) {
      Held last = held.removeLast();
      left.add(last.toString());
      last.abandon();
    }
    for (int i = stack.count() - 1; i >= base; i--) {
      ManagedView view = (ManagedView) stack.get(i);
      if (view != null) {
        left.add(view.toString());
        view.abandon();
      }
    }
    return left;
  }

  /** Freezes the views that the running task has opened since its last fork. */
  public void forked() {
    int count = stack.count();
    if (frozen < count) {
      freeze(count);
    }
  }

  private void freeze(int count) {
    // Read while the views still pin: an eviction that ends after this is noticed at the sync.
    long evictions = pe.evictionsEnded();
    for (int i = frozen; i < count; i++) {
      ManagedView view = (ManagedView) stack.get(i);
      if (view != null && view.state() == OpenView.State.ACTIVE) {
        // mutant: dirty-forgotten-at-fork
        publish(view);
        view.frozenAt(evictions);
        view.state(OpenView.State.FROZEN);
      }
    }
    frozen = count;
  }

  public void joined(long childEpoch) {
    if (childEpoch > epoch) {
      epoch = childEpoch;
      refresh();
    }
  }

  /**
   * Validates active views of the running task in which others may have changed what happens before
   * what it does now. Stores of what is there would not be found where the copy is old.
   */
  private void refresh() {
    for (int i = frozen; pe.isAutomatic() && i < stack.count(); i++) {
      ManagedView view = (ManagedView) stack.get(i);
      if (view != null
          && view.writes()
          && !view.storesOnly()
          && view.state() == OpenView.State.ACTIVE
          && view.validEpoch() < epoch) {
        validator.bring(view, epoch, List.of());
        view.validated(epoch);
      }
    }
  }

  /**
   * All children have been joined: pins the task's frozen views again, validates all of its views,
   * and makes them active together. Nothing is validated that cannot have changed: same epoch, and
   * no eviction while it was frozen. If that is refused, for want of room, they stay frozen.
   */
  public void synced() {
    int count = stack.count();
    if (count != base) {
      thaw(count);
    }
    frozen = base;
  }

  private void thaw(int count) {
    try {
      validate(count);
    } catch (Throwable refusal) {
      freezeAgain(count);
      throw refusal;
    }
    for (int i = base; i < count; i++) {
      ManagedView view = (ManagedView) stack.get(i);
      if (view != null && view.state() == OpenView.State.THAWING) {
        view.state(OpenView.State.ACTIVE);
      }
    }
    VarHandle.fullFence(); // active before the look at the locks
    for (int i = base; i < count; i++) {
      ManagedView view = (ManagedView) stack.get(i);
      // mutant: torn-install/4
      if (view != null && view.state() == OpenView.State.ACTIVE) {
        validator.awaitUnlocked(view);
        keepTwins(view);
      }
    }
  }

  private void validate(int count) {
    for (int i = base; i < count; i++) {
      ManagedView view = (ManagedView) stack.get(i);
      if (view != null && view.state() == OpenView.State.FROZEN) {
        // mutant: unfreeze-one-by-one/1
        view.state(OpenView.State.THAWING);
      }
    }
    VarHandle.fullFence(); // pinned before the look at the eviction count and the stamps
    long evictions = pe.evictionsBegun();
    for (int i = base; i < count; i++) {
      ManagedView view = (ManagedView) stack.get(i);
      // mutant: unfreeze-one-by-one/2, sync-forgets-evicted
      if (view != null
          && view.state() != OpenView.State.REQUESTED
          && (view.validEpoch() < epoch
              || view.state() == OpenView.State.THAWING && view.frozenAt() != evictions)) {
        // mutant: no-view-refresh, unfreeze-one-by-one/3
        validator.bring(view, epoch, List.of());
        view.validated(epoch);
      }
    }
  }

  /** Else they would count as usable, though their bytes may be gone. */
  private void freezeAgain(int count) {
    for (int i = base; i < count; i++) {
      ManagedView view = (ManagedView) stack.get(i);
      if (view != null && view.state() == OpenView.State.THAWING) {
        view.state(OpenView.State.FROZEN);
      }
    }
  }

  // --- fences

  /**
   * Commits, where that is automatic, what the running task has open, and may write again after.
   */
  public void publish() {
    for (int i = frozen; pe.isAutomatic() && i < stack.count(); i++) {
      ManagedView view = (ManagedView) stack.get(i);
      if (view != null) {
        publish(view);
      }
    }
  }

  public void release() {
    pe.releaser().release(port);
  }

  /** Tells whether a release would wait for bytes of one that has been started, or might. */
  public boolean isReleaseTravelling() {
    return pe.releaser().isTravelling();
  }

  /** Starts a release that goes on when this returns; its number. */
  public long startRelease() {
    return pe.releaser().start(port);
  }

  /** Tells whether the release of that number is known to be complete. */
  public boolean hasReleased(long number) {
    return pe.releaser().hasReleased(number);
  }

  /** Returns when the release of that number is complete, whichever strand started it. */
  public void awaitRelease(long number) {
    pe.releaser().await(port, number);
  }

  public void acquire() {
    epoch = pe.epochs().acquire();
    port.counters().acquires++;
    refresh();
  }
}
