package org.temoto.gas.array;

import java.lang.foreign.MemorySegment;
import org.temoto.gas.LocalView;
import org.temoto.gas.spi.WatchedView;

/**
 * A global array at hand; the rules are those of {@link LocalView}. Indices count from the view's
 * first element.
 */
public abstract sealed class ArrayView implements AutoCloseable
    permits IntView, LongView, FloatView, DoubleView {
  private final LocalView view;
  private final WatchedView watched;
  private final MemorySegment inside;
  private final int elementBytes;

  ArrayView(LocalView view, int elementBytes) {
    this.view = view;
    this.watched = (WatchedView) view; // as the engine's all are
    this.elementBytes = elementBytes;
    watched.holds(elementBytes);
    this.inside = watched.inside();
  }

  /** The local memory, from the first element. */
  public final MemorySegment segment() {
    return view.segment();
  }

  /**
   * The same memory for the loads and stores of single elements. A view that is closed or frozen,
   * so that a checker has something to tell, is not usable, and its own segment tells.
   */
  final MemorySegment elements() {
    return watched.isUsable() ? inside : view.segment();
  }

  /** Tells a checker, if there is one, what the bytes of {@code view} are. */
  static void tellElements(LocalView view, int elementBytes) {
    if (view instanceof WatchedView watched) {
      watched.holds(elementBytes);
    }
  }

  /** The number of elements. */
  public final long length() {
    return view.length() / elementBytes;
  }

  /** The untyped view. */
  public final LocalView view() {
    return view;
  }

  /** Publishes all elements. */
  public final void commit() {
    view.commit();
  }

  /** Publishes the elements [{@code from}, {@code to}). */
  public final void commit(long from, long to) {
    view.commit(from * elementBytes, (to - from) * elementBytes);
  }

  @Override
  public final void close() {
    view.close();
  }
}
