package org.temoto.apps.uts;

/**
 * The size and depth of a tree in one word, which a task returns without an object.
 *
 * <pre>
 *   63        44 43                  0
 *  ┌────────────┬─────────────────────┐
 *  │   depth    │        nodes        │
 *  └────────────┴─────────────────────┘
 * </pre>
 */
final class Extent {
  static final int NODE_BITS = 44;
  static final int DEPTH_BITS = Long.SIZE - NODE_BITS;
  private static final long NODES = (1L << NODE_BITS) - 1;

  private Extent() {}

  /** One node at {@code depth}. */
  static long node(int depth) {
    return (long) depth << NODE_BITS | 1;
  }

  /** Both trees: nodes add up, the deeper one decides the depth. */
  static long join(long one, long other) {
    long nodes = (one & NODES) + (other & NODES);
    return Math.max(one, other) & ~NODES | nodes;
  }

  static long nodes(long extent) {
    return extent & NODES;
  }

  static long depth(long extent) {
    return extent >>> NODE_BITS;
  }
}
