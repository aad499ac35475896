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
  private final int elementBytes;

  ArrayView(LocalView view, int elementBytes) {
    this.view = view;
    this.elementBytes = elementBytes;
    tellElements(view, elementBytes);
  }

  /** The local memory, from the first element. */
  public final MemorySegment segment() {
    return view.segment();
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
