package org.temoto.task.collective.engine;

import it.unimi.dsi.fastutil.ints.IntArrayList;

/** Parents and children in trees of the numbers from 0 up, 0 on top. */
final class Trees {
  static final int NONE = -1;

  private Trees() {}

  /** A node's parent is its number without the lowest bit. */
  static int binomialParent(int node) {
    return node == 0 ? NONE : node & node - 1;
  }

  /** The children in ascending order: subtrees of 1, 2, 4... nodes, each behind the last one. */
  static int[] binomialChildren(int node, int count) {
    IntArrayList children = new IntArrayList();
    for (int bit = 1; node + bit < count && (node & bit) == 0; bit *= 2) {
      children.add(node + bit);
    }
    return children.toIntArray();
  }

  static int binaryParent(int node) {
    return node == 0 ? NONE : (node - 1) / 2;
  }

  static int[] binaryChildren(int node, int count) {
    int first = 2 * node + 1;
    return first >= count
        ? new int[0]
        : first + 1 == count ? new int[] {first} : new int[] {first, first + 1};
  }
}
