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
  private final MemorySegment inside;
  private final int elementBytes;
  private final long length;

  ArrayView(LocalView view, int elementBytes) {
    this.view = view;
    this.elementBytes = elementBytes;
    this.length = view.length() / elementBytes;
    watched(view).holds(elementBytes);
    this.inside = watched(view).inside();
  }

  /** The local memory, from the first element. */
  public final MemorySegment segment() {
    return view.segment();
  }

  /**
   * The same for loads and stores of single elements. No use that a checker reports is missed: it
   * reports those of closed and of frozen views, which are not usable, so that the view is asked.
   */
  final MemorySegment elements() {
    return watched(view).isUsable() ? inside : view.segment();
  }

  /** What the engine's views all are. */
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

  /** Publishes the elements [{@code from}, {@code to}). */
  public final void commit(long from, long to) {
    view.commit(from * elementBytes, (to - from) * elementBytes);
  }

  @Override
  public final void close() {
    view.close();
  }
}
