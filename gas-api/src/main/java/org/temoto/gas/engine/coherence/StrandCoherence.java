package org.temoto.gas.engine.coherence;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.temoto.gas.engine.cache.Cache;
import org.temoto.gas.engine.cache.PageTable;
import org.temoto.gas.engine.cache.Pins;
import org.temoto.gas.engine.memory.Extent;
import org.temoto.gas.engine.transfer.Port;

/**
 * One strand's part of the coherence protocol: its epoch, its open views from task to task, and
 * what happens to them at forks and joins. Used by that strand only.
 */
public final class StrandCoherence {
  private final Port port;
  private final PeCoherence pe;
  private final ViewStack stack;
  private final Validator validator;
  private long epoch;

  /**
   * Where the views of the running task begin in the stack, and where those of the tasks below it
   * do.
   */
  private int base;

  private int[] bases = new int[64];
  private int depth;

  /** The views below this index are frozen or belong to tasks below. */
  private int frozen;

  StrandCoherence(Port port, PeCoherence pe, Cache cache, Pins pins) {
    this.port = port;
    this.pe = pe;
    this.stack = pe.views().newStack();
    this.validator = new Validator(port, pe.epochs(), cache, pins, pe.views(), pe.isCaching());
  }

  public Port port() {
    return port;
  }

  public long epoch() {
    return epoch;
  }

  /** The strand ends. */
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
    boolean communicated = false;
    if (view.writes()) {
      requireNested(view);
    } else {
      view.state(OpenView.State.ACTIVE);
    }
    stack.push(view);
    VarHandle
        .fullFence(); // the pin before the stamps: whoever locks a page from now on sees the view
    try {
      if (!isHit(view, epoch)) {
        view.state(OpenView.State.OPENING);
        communicated = validator.bring(view, epoch, false);
        activate(view);
      } else if (view.writes()) {
        activate(view);
      }
    } catch (Throwable failure) {
      close(view);
      throw failure;
    }
    view.validated(epoch);
    return communicated;
  }

  /** Two views of a task may write the same bytes only where one is a part of the other. */
  private void requireNested(ManagedView view) {
    for (int i = stack.count() - 1; i >= base; i--) {
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
   * Copies bytes of one page from {@code from} on into {@code to}, of its owner's, without bringing
   * it; false if the page is to be localized: because it is here, or because this PE may have
   * written to it what the owner does not have.
   */
  public boolean readAway(PagedMemory memory, long from, MemorySegment to) {
    int page = (int) (from >>> memory.pageShift());
    long stamp = memory.pages().stamp(page);
    if (stamp == PageTable.LOCKED
        || stamp >= epoch && pe.isCaching()
        || isWrittenHere(memory, page)) {
      return false;
    }
    return new PartRead(port, memory).read(page, from, to);
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
    VarHandle
        .fullFence(); // active before the look at the locks: whoever locks a page later spares the
    // view
    validator.awaitUnlocked(view);
  }

  private boolean isHit(ManagedView view, long needed) {
    PageTable pages = view.paged().pages();
    int tick = pe.tick();
    for (int i = 0, n = view.pageCount(); i < n; i++) {
      int page = view.page(i);
      long least = view.needed(page, needed);
      if (pages.stamp(page) < least || !pe.isCaching() && least != PageTable.UNVALIDATED) {
        return false;
      }
      pages.use(page, tick);
    }
    return true;
  }

  public void close(ManagedView view) {
    publish(view); // while it is active, so that a page is never neither written nor committed
    view.state(OpenView.State.CLOSED);
    stack.remove(view);
    if (frozen > stack.count()) {
      frozen = stack.count();
    }
  }

  /** Commits all that an active view may have written, where that is automatic. */
  private void publish(ManagedView view) {
    if (pe.isAutomatic() && view.writes() && view.state() == OpenView.State.ACTIVE) {
      commit(view.paged(), view.extent());
    }
  }

  /**
   * Registers bytes of an active view as committed; they are visible to others after the next
   * release.
   */
  public void commit(PagedMemory memory, Extent extent) {
    pe.commits().register(memory, extent);
  }

  // --- tasks

  public void begin(long inherited) {
    epoch = inherited;
    enter();
  }

  public void enter() {
    if (depth == bases.length) {
      bases = Arrays.copyOf(bases, 2 * depth);
    }
    bases[depth++] = base;
    base = stack.count();
    frozen = base;
  }

  /** How many views are open, or a little more; 0 if none is. */
  public int viewCount() {
    return stack.count();
  }

  public int leave() {
    int left = abandon();
    base = bases[--depth];
    frozen = base; // views of the task below that were frozen are found again by their state
    return left;
  }

  /** Closes the views of the running task. */
  public int abandon() {
    int left = 0;
    for (int i = stack.count() - 1; i >= base; i--) {
      ManagedView view = (ManagedView) stack.get(i);
      if (view != null) {
        view.abandon();
        left++;
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
        publish(view);
        view.frozenAt(evictions);
        view.state(OpenView.State.FROZEN);
      }
    }
    frozen = count;
  }

  public void joined(long childEpoch) {
    epoch = Math.max(epoch, childEpoch);
  }

  /**
   * All children have been joined: pins the task's frozen views again, validates all of its views,
   * and makes them active together. Nothing is validated that cannot have changed: same epoch, and
   * no eviction while it was frozen.
   */
  public void synced() {
    int count = stack.count();
    if (count != base) {
      thaw(count);
    }
    frozen = base;
  }

  private void thaw(int count) {
    for (int i = base; i < count; i++) {
      ManagedView view = (ManagedView) stack.get(i);
      if (view != null && view.state() == OpenView.State.FROZEN) {
        view.state(OpenView.State.THAWING);
      }
    }
    VarHandle.fullFence(); // pinned before the look at the eviction count and the stamps
    long evictions = pe.evictionsBegun();
    for (int i = base; i < count; i++) {
      ManagedView view = (ManagedView) stack.get(i);
      if (view != null
          && (view.validEpoch() < epoch
              || view.state() == OpenView.State.THAWING && view.frozenAt() != evictions)) {
        validator.bring(view, epoch, true);
        view.validated(epoch);
      }
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
      if (view != null) {
        validator.awaitUnlocked(view);
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

  public void acquire() {
    epoch = pe.epochs().acquire();
    port.counters().acquires++;
  }
}
