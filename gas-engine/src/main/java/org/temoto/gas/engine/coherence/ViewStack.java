package org.temoto.gas.engine.coherence;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * The open views of one strand, oldest first. Changed by that strand only; read by all strands of
 * the PE when they evict or install. Not ordered by itself: the strand issues a full fence between
 * {@link #push} and its look at the pages.
 */
final class ViewStack {
  private static final VarHandle VIEWS =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "views", VarHandle.class, ViewStack.class, OpenView[].class);
  private static final VarHandle COUNT =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "count", VarHandle.class, ViewStack.class, int.class);
  private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(OpenView[].class);

  private OpenView[] views = new OpenView[16];
  private int count;

  int count() {
    return count;
  }

  /** For the strand itself. */
  OpenView get(int index) {
    return views[index];
  }

  /** Release: a reader that finds the view sees its fields. */
  void push(OpenView view) {
    if (count == views.length) {
      VIEWS.setRelease(this, Arrays.copyOf(views, 2 * count));
    }
    ELEMENT.setRelease(views, count, view);
    COUNT.setRelease(this, count + 1);
  }

  /**
   * Takes out a view, mostly the newest; leaves a hole elsewhere, which goes when what is above it
   * goes.
   */
  void remove(OpenView view) {
    int index = count - 1;
    while (views[index] != view) {
      index--;
    }
    ELEMENT.setRelease(views, index, null);
    int top = count;
    while (top > 0 && views[top - 1] == null) {
      top--;
    }
    COUNT.setRelease(this, top);
  }

  /** For other strands: how many elements to look at. Acquire, with {@link #push}. */
  int visibleCount() {
    return (int) COUNT.getAcquire(this);
  }

  /** For other strands: an open view, or null. Acquire, with {@link #push}. */
  OpenView visible(int index) {
    OpenView[] all = (OpenView[]) VIEWS.getAcquire(this);
    return index < all.length ? (OpenView) ELEMENT.getAcquire(all, index) : null;
  }
}
