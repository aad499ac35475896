package org.temoto.apps.uts;

import org.temoto.task.Forked;
import org.temoto.task.LongTask;
import org.temoto.task.TaskContext;

/**
 * Task that counts the nodes below and including one; the result is an {@link Extent}.
 *
 * @param depth of the node, 0 for the root
 * @param cutoff nodes at this depth and below are counted by plain calls
 */
record Subtree(Tree tree, Node node, int depth, int cutoff) implements LongTask {
  /** Cost of a node's digest and the rest of its work, for modelled costs. */
  private static final long NODE_NANOS = 70;

  @Override
  public long compute(TaskContext context) {
    if (depth >= cutoff) {
      long extent = count(tree, node, depth);
      context.charge(NODE_NANOS * Extent.nodes(extent));
      return extent;
    }
    context.charge(NODE_NANOS);
    int last = tree.children(depth, node.random()) - 1;
    if (last < 0) { // as most are
      return Extent.node(depth);
    }
    Forked.OfLong[] forked = new Forked.OfLong[last];
    for (int i = 0; i < last; i++) {
      forked[i] = context.fork(child(i));
    }
    long extent = Extent.join(Extent.node(depth), child(last).compute(context));
    for (int i = last - 1; i >= 0; i--) {
      extent = Extent.join(extent, context.join(forked[i]));
    }
    return extent;
  }

  private Subtree child(int number) {
    return new Subtree(tree, node.child(number), depth + 1, cutoff);
  }

  /** The same by plain calls. */
  static long count(Tree tree, Node node, int depth) {
    long extent = Extent.node(depth);
    int children = tree.children(depth, node.random());
    for (int i = 0; i < children; i++) {
      extent = Extent.join(extent, count(tree, node.child(i), depth + 1));
    }
    return extent;
  }
}
