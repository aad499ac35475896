package org.temoto.apps.uts;

import java.util.LinkedHashMap;
import java.util.Map;
import org.temoto.apps.suite.Search;
import org.temoto.gas.InvalidOptionException;
import org.temoto.task.Task;

/**
 * Application that counts the nodes of a published tree (Olivier et al., 2006): work that cannot be
 * divided beforehand.
 *
 * @param tree which
 * @param cutoff nodes at this depth and below are counted by plain calls
 */
public record TreeProblem(Published tree, int cutoff) implements Search<Long> {
  /** The trees whose sizes are known. */
  public enum Published {
    T1(Tree.geometric(4, 10, 19), 4_130_071, 10),
    T1L(Tree.geometric(4, 13, 29), 102_181_082, 13),
    T1XL(Tree.geometric(4, 15, 29), 1_635_119_272, 15),
    T1XXL(Tree.geometric(4, 15, 19), 4_230_646_601L, 15),
    T3(Tree.binomial(2000, 0.124875, 8, 42), 4_112_897, 1572);

    private final Tree tree;
    private final long nodes;
    private final int depth;

    Published(Tree tree, long nodes, int depth) {
      this.tree = tree;
      this.nodes = nodes;
      this.depth = depth;
    }
  }

  /** No node is as deep. */
  public static final int NO_CUTOFF = Integer.MAX_VALUE;

  public TreeProblem {
    if (cutoff < 0) {
      throw new InvalidOptionException("cutoff", cutoff, "0 or more");
    }
  }

  @Override
  public String name() {
    return "uts";
  }

  @Override
  public Map<String, Object> parameters() {
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("tree", tree.name());
    parameters.put("cutoff", cutoff == NO_CUTOFF ? null : cutoff);
    return parameters;
  }

  @Override
  public Task<Long> root() {
    return new Subtree(tree.tree, Node.root(tree.tree.seed()), 0, cutoff);
  }

  @Override
  public Long sequential() {
    return Subtree.count(tree.tree, Node.root(tree.tree.seed()), 0);
  }

  @Override
  public boolean isRight(Long extent) {
    return Extent.nodes(extent) == tree.nodes && Extent.depth(extent) == tree.depth;
  }

  @Override
  public Map<String, Object> fields(Long extent) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("result", Extent.nodes(extent));
    fields.put("treeDepth", Extent.depth(extent));
    return fields;
  }
}
