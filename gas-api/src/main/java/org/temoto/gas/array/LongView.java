package org.temoto.gas.array;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.temoto.gas.LocalView;

/** A global array of {@code long} at hand. */
public final class LongView extends ArrayView {
  LongView(LocalView view) {
    super(view, Long.BYTES);
  }

  public long get(long index) {
    return elements().getAtIndex(JAVA_LONG, index);
  }

  public void set(long index, long value) {
    elements().setAtIndex(JAVA_LONG, index, value);
  }
}
