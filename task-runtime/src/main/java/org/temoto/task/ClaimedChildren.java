package org.temoto.task;

import java.util.Arrays;

/**
 * A worker's children that thieves have claimed and that are not yet joined, in no order. Used by
 * its present strand.
 */
final class ClaimedChildren {
  private Frame[] children = new Frame[16];
  private int size;

  void add(Frame child) {
    if (size == children.length) {
      children = Arrays.copyOf(children, 2 * size);
    }
    child.claimedIndex = size;
    children[size++] = child;
  }

  void remove(Frame child) {
    Frame last = children[--size];
    children[child.claimedIndex] = last;
    last.claimedIndex = child.claimedIndex;
    children[size] = null;
  }

  int size() {
    return size;
  }

  Frame get(int index) {
    return children[index];
  }
}
