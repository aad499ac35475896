package org.temoto.apps.lu;

/** A rectangle of tiles: rows from {@code top} to before {@code bottom}, columns likewise. */
record Block(int top, int bottom, int left, int right) {
  int height() {
    return bottom - top;
  }

  int width() {
    return right - left;
  }

  Block upper() {
    return new Block(top, middle(top, bottom), left, right);
  }

  Block lower() {
    return new Block(middle(top, bottom), bottom, left, right);
  }

  Block leftHalf() {
    return new Block(top, bottom, left, middle(left, right));
  }

  Block rightHalf() {
    return new Block(top, bottom, middle(left, right), right);
  }

  private static int middle(int from, int to) {
    return from + (to - from + 1) / 2;
  }
}
