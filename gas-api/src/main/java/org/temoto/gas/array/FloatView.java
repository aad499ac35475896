package org.temoto.gas.array;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import org.temoto.gas.LocalView;

/** A global array of {@code float} at hand. */
public final class FloatView extends ArrayView {
  FloatView(LocalView view) {
    super(view, Float.BYTES);
  }

  public float get(long index) {
    return elements().getAtIndex(JAVA_FLOAT, index);
  }

  public void set(long index, float value) {
    elements().setAtIndex(JAVA_FLOAT, index, value);
  }
}
