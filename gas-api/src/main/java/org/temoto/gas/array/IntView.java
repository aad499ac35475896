package org.temoto.gas.array;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import org.temoto.gas.LocalView;

/** A global array of {@code int} at hand. */
public final class IntView extends ArrayView {
  IntView(LocalView view) {
    super(view, Integer.BYTES);
  }

  public int get(long index) {
    return elements().getAtIndex(JAVA_INT, index);
  }

  public void set(long index, int value) {
    elements().setAtIndex(JAVA_INT, index, value);
  }
}
