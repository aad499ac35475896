package org.temoto.gas.engine.coherence;

import org.temoto.gas.engine.cache.PageTable;
import org.temoto.gas.engine.memory.Extent;

/** Open view as coherence sees it: which bytes, for what, and in which state. */
public interface OpenView {
  /**
   * State in the life of a view.
   *
   * <pre>
   * OPENING ──► ACTIVE ──► FROZEN ──► THAWING ──► ACTIVE ...        any ──► CLOSED
   *   ▲          fork ───────┘  sync ────┘  all views valid ─┘
   *   └── await ── REQUESTED      ▲ no room ┘
   * </pre>
   */
  enum State {
    /** Copies of its pages may be on their way to a buffer; has no claim on its pages. */
    REQUESTED(false),
    /**
     * Pins its pages, which are being validated; its bytes may be overwritten by what is fetched.
     */
    OPENING(true),
    /** Pins its pages; if it writes, nothing on this PE overwrites its bytes. */
    ACTIVE(true),
    /** Its task has forked: children may have its bytes; its pages may be evicted. */
    FROZEN(false),
    /** Its task's children have been joined: pins its pages again, which are being validated. */
    // mutant: thaw-unpinned
    THAWING(true),
    /** Gone. */
    CLOSED(false);

    private final boolean pins;

    State(boolean pins) {
      this.pins = pins;
    }

    public boolean pins() {
      return pins;
    }
  }

  PagedMemory paged();

  Extent extent();

  boolean writes();

  /** True if its pages need no contents when it is opened. */
  boolean storesOnly();

  /** Bytes that are stored through it at once, at least, and aligned; 0 if that is unknown. */
  int storeBytes();

  /** Acquire: a strand that sees a state sees the view's other fields. */
  State state();

  /** True while a view that has been active is validated again. */
  default boolean wasActive() {
    return state() == State.ACTIVE || state() == State.THAWING;
  }

  /**
   * Tells whether its pages need contents: also of a view that only stores, once its task's
   * children may have changed them.
   */
  default boolean needsContents() {
    return !storesOnly() || wasActive();
  }

  /** The number of pages that it touches. */
  int pageCount();

  /** The {@code i}th page that it touches, ascending. */
  int page(int i);

  /** The stamp that its pages need, where {@code enough} is what contents need. */
  default long needed(long enough) {
    return needsContents() ? enough : PageTable.UNVALIDATED;
  }

  /** The blocks of page {@code page} that it touches. */
  default long blocks(int page) {
    PagedMemory memory = paged();
    return extent().blocks(memory.pageStart(page), memory.pageEnd(page), memory.blockShift());
  }
}
