package org.temoto.gas.engine.coherence;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.temoto.gas.engine.memory.ByteSet;
import org.temoto.gas.engine.memory.Extent;

/**
 * The open views of all strands of this PE. Pins live with the strands, not in a counter per page,
 * so that the hit path touches nothing shared; a strand that evicts or installs looks them up here,
 * after locking the page.
 */
public final class OpenViews {
  private final List<ViewStack> stacks = new CopyOnWriteArrayList<>();

  ViewStack newStack() {
    ViewStack stack = new ViewStack();
    stacks.add(stack);
    return stack;
  }

  void remove(ViewStack stack) {
    stacks.remove(stack);
  }

  /** Tells whether any view pins the page. */
  boolean isPinned(PagedMemory memory, int page) {
    return isAny(view -> view.state().pins() && touches(view, memory, page));
  }

  boolean isActive(PagedMemory memory, int page) {
    return isAny(view -> view.state() == OpenView.State.ACTIVE && touches(view, memory, page));
  }

  public boolean isOpen(PagedMemory memory) {
    return isAny(view -> view.paged() == memory);
  }

  private boolean isAny(Predicate<OpenView> wanted) {
    for (ViewStack stack : stacks) {
      for (int i = stack.visibleCount() - 1; i >= 0; i--) {
        OpenView view = stack.visible(i);
        if (view != null && wanted.test(view)) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Adds the bytes of the page that active views may be writing, but for those that are told from
   * others by the page's twin.
   */
  void addWritten(PagedMemory memory, int page, ByteSet set) {
    boolean isTold = memory.hasTwin(page);
    for (ViewStack stack : stacks) {
      for (int i = stack.visibleCount() - 1; i >= 0; i--) {
        OpenView view = stack.visible(i);
        if (view != null
            && (isTold ? view.storesOnly() : view.writes())
            && view.paged() == memory
            && view.state() == OpenView.State.ACTIVE) {
          view.extent().addTo(set, memory.pageStart(page), memory.pageEnd(page));
        }
      }
    }
  }

  /**
   * Bytes of the narrowest stores into the page that may not have been committed, in a page with a
   * twin: 1, 2, 4 or 8. Under the page's monitor, where views get their twins when they are active.
   */
  int narrowestStores(PagedMemory memory, int page) {
    int narrowest = Long.BYTES;
    for (ViewStack stack : stacks) {
      for (int i = stack.visibleCount() - 1; i >= 0; i--) {
        OpenView view = stack.visible(i);
        if (view != null
            && view.writes()
            && view.state() == OpenView.State.ACTIVE
            && touches(view, memory, page)) {
          int width = Math.max(1, Integer.lowestOneBit(view.storeBytes()));
          narrowest = Math.min(narrowest, width);
        }
      }
    }
    return narrowest;
  }

  private static boolean touches(OpenView view, PagedMemory memory, int page) {
    return view.paged() == memory
        && view.extent().touches(memory.pageStart(page), memory.pageEnd(page));
  }

  /** Bytes of the copies that views pin, each page counted once. */
  long pinnedBytes() {
    Map<PagedMemory, BitSet> pinned = new HashMap<>();
    for (OpenView view : pinning()) {
      BitSet pages = pinned.computeIfAbsent(view.paged(), memory -> new BitSet());
      for (int k = 0; k < view.pageCount(); k++) {
        if (!view.paged().pages().isMapped(view.page(k))) {
          pages.set(view.page(k));
        }
      }
    }
    long bytes = 0;
    for (Map.Entry<PagedMemory, BitSet> memory : pinned.entrySet()) {
      bytes += (long) memory.getValue().cardinality() * memory.getKey().pageSize();
    }
    return bytes;
  }

  private List<OpenView> pinning() {
    List<OpenView> all = new ArrayList<>();
    for (ViewStack stack : stacks) {
      for (int i = 0; i < stack.visibleCount(); i++) {
        OpenView view = stack.visible(i);
        if (view != null && view.state().pins()) {
          all.add(view);
        }
      }
    }
    return all;
  }

  /** The views that pin pages, for a message. */
  public String describe() {
    List<OpenView> all = pinning();
    long bytes = 0;
    List<String> first = new ArrayList<>();
    for (OpenView view : all) {
      bytes += (long) view.pageCount() * view.paged().pageSize();
      if (first.size() < 4) {
        Extent extent = view.extent();
        first.add("\"%s\" [%s, %s)".formatted(view.paged().name(), extent.start(), extent.end()));
      }
    }
    return "%s bytes in pages of %s views (%s%s)"
        .formatted(
            bytes, all.size(), String.join(", ", first), all.size() > first.size() ? ", ..." : "");
  }
}
