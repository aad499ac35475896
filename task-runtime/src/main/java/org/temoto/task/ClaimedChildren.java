package org.temoto.task;

import java.util.Arrays;

/**
 * A worker's children that thieves have claimed and that are not yet joined, in no order. Used by
 * its present strand.
 */
final class ClaimedChildren {
  private Child<?>[] children = new Child<?>[16];
  private int size;

  void add(Child<?> child) {
    if (size == children.length) {
      children = Arrays.copyOf(children, 2 * size);
    }
    child.claimedIndex = size;
    children[size++] = child;
  }

  void remove(Child<?> child) {
    Child<?> last = children[--size];
    children[child.claimedIndex] = last;
    last.claimedIndex = child.claimedIndex;
    children[size] = null;
  }

  int size() {
    return size;
  }

  Child<?> get(int index) {
    return children[index];
  }

  /** One of the children of {@code parent}, or null. */
  Child<?> childOf(Child<?> parent) {
    for (int i = size - 1; i >= 0; i--) {
      if (children[i].parent == parent) {
        return children[i];
      }
    }
    return null;
  }
}
