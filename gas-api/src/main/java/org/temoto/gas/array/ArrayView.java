package org.temoto.gas.array;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.temoto.gas.LocalView;
import org.temoto.gas.spi.WatchedView;

/**
 * A global array at hand; the rules are those of {@link LocalView}. Indices count from the view's
 * first element; one that is out of range is refused by an {@link IndexOutOfBoundsException}, a
 * store through a view for {@link org.temoto.gas.Access#READ} by an {@link IllegalStateException},
 * as is a load or a store by another thread than the task's.
 */
public abstract sealed class ArrayView implements AutoCloseable
    permits IntView, LongView, FloatView, DoubleView, RecordView {
  /** More than any address: by this mask the compiler knows what addresses can be added to. */
  private static final long MOST = (1L << 56) - 1;

  private final LocalView view;
  private final long address;
  private final long length;
  private final int elementBytes;
  private final boolean stores;

  /** The strand's: the only one that may use the view. */
  private final Thread owner = Thread.currentThread();

  /** Null where the view has none that would be asked. */
  private final MemorySegment inside;

  ArrayView(LocalView view, int elementBytes) {
    this(view, elementBytes, elementBytes);
  }

  /**
   * @param storeBytes bytes of an element that are stored at once, at least
   */
  ArrayView(LocalView view, int elementBytes, int storeBytes) {
    this.view = view;
    this.elementBytes = elementBytes;
    this.length = view.length() / elementBytes;
    this.stores = view.access().writes();
    WatchedView watched = watched(view);
    watched.holds(elementBytes, storeBytes);
    this.address = watched.place();
    this.inside = watched.isDirect() ? null : watched.inside();
  }

  /** The local memory, from the first element; see {@link LocalView#segment}. */
  public final MemorySegment segment() {
    return view.segment();
  }

  /**
   * Tells whether the elements stand at {@link #base} and no checker has to look at their loads.
   */
  final boolean loadsDirectly() {
    return watched(view).isDirect() && isOwn();
  }

  /** The same of their stores. */
  final boolean storesDirectly() {
    return stores && watched(view).isDirect() && isOwn();
  }

  /**
   * Tells whether the calling thread is the strand's, which a compiler asks once for a whole loop.
   */
  private boolean isOwn() {
    return Thread.currentThread() == owner;
  }

  /** The address of the first element. */
  final long base() {
    return address & MOST;
  }

  /** {@code index}, which has to be of an element: what it is multiplied by may overflow else. */
  final long inside(long index) {
    try {
      return Objects.checkIndex(index, length);
    } catch (IndexOutOfBoundsException e) {
      throw new IndexOutOfBoundsException("index " + index + " is out of range of " + this);
    }
  }

  /**
   * The memory for loads where they are looked at. No use that a checker reports is missed: it
   * reports those of closed and of frozen views, which are not usable, so that the view is asked,
   * which refuses other threads, too.
   */
  final MemorySegment loads() {
    return isOwn() && watched(view).isUsable() ? inside : view.segment();
  }

  /** The same for the store of element {@code index}, which a view for reading refuses. */
  final MemorySegment stores(long index) {
    if (!stores) {
      throw new IllegalStateException(
          "store of element " + index + " through " + this + ": localize with READ_WRITE to store");
    }
    return loads();
  }

  /** Returns {@code view} as what the engine's views all are. */
  static WatchedView watched(LocalView view) {
    return (WatchedView) view;
  }

  /** The number of elements. */
  public final long length() {
    return length;
  }

  /** The untyped view. */
  public final LocalView view() {
    return view;
  }

  /** Publishes all elements. */
  public final void commit() {
    view.commit();
  }

  /**
   * Publishes the elements [{@code from}, {@code to}).
   *
   * @throws IndexOutOfBoundsException if they are not all of this view
   */
  public final void commit(long from, long to) {
    if (from < 0 || to < from || to > length) {
      throw new IndexOutOfBoundsException(
          "commit of elements [" + from + ", " + to + ") is out of range of " + this);
    }
    view.commit(from * elementBytes, (to - from) * elementBytes);
  }

  /** Another name for {@link #close}. */
  public final void unlocalize() {
    close();
  }

  @Override
  public final void close() {
    view.close();
  }

  /** The access, the array, and where in its memory the elements are. */
  @Override
  public final String toString() {
    long from = view.offset() / elementBytes;
    return view.access()
        + " view of "
        + length
        + " elements ["
        + from
        + ", "
        + (from + length)
        + ") of array \""
        + view.memory().name()
        + '"';
  }
}
