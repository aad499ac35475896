package org.temoto.gas.array;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.temoto.gas.LocalView;

/** A global array of {@code double} at hand. */
public final class DoubleView extends ArrayView {
  DoubleView(LocalView view) {
    super(view, Double.BYTES);
  }

  public double get(long index) {
    return elements().getAtIndex(JAVA_DOUBLE, index);
  }

  public void set(long index, double value) {
    elements().setAtIndex(JAVA_DOUBLE, index, value);
  }
}
