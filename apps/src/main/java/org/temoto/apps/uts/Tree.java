package org.temoto.apps.uts;

/**
 * Function that gives how many children a node has, by its depth and random number.
 *
 * @param shape how
 * @param branching children: of a geometric tree's inner node on average; of a binomial one's root
 * @param depth of a geometric tree, below which nodes have no children
 * @param probability of a binomial tree's node other than the root to have children
 * @param children then
 * @param seed of the root
 */
public record Tree(
    Shape shape, int branching, int depth, double probability, int children, int seed) {
  /** Law by which the numbers of children are drawn. */
  public enum Shape {
    /** The same geometric distribution at every node down to a depth. */
    GEOMETRIC,
    /** None or a fixed number of children, the root apart. */
    BINOMIAL
  }

  /** Limit of the published trees; a geometric node's draw is cut there. */
  private static final int MAX_CHILDREN = 100;

  private static final int MAX_ROOT = 1 << 16;

  public Tree {
    if (branching < 0 || branching > MAX_ROOT || depth < 0) {
      throw new IllegalArgumentException(
          "branching=" + branching + " and depth=" + depth + " must be from 0, to " + MAX_ROOT);
    }
    if (children < 0
        || children > MAX_CHILDREN
        || !(probability >= 0 && probability * children < 1)) {
      throw new IllegalArgumentException(
          "probability="
              + probability
              + " times children="
              + children
              + " must be below 1, else the tree has no end");
    }
  }

  public static Tree geometric(int branching, int depth, int seed) {
    return new Tree(Shape.GEOMETRIC, branching, depth, 0, 0, seed);
  }

  public static Tree binomial(int branching, double probability, int children, int seed) {
    return new Tree(Shape.BINOMIAL, branching, 0, probability, children, seed);
  }

  /**
   * The number of children of a node.
   *
   * @param at its depth, 0 for the root
   * @param random uniform in [0, 1)
   */
  int children(int at, double random) {
    return switch (shape) {
      case GEOMETRIC -> at < depth ? geometric(random) : 0;
      case BINOMIAL -> at == 0 ? branching : random < probability ? children : 0;
    };
  }

  private int geometric(double random) {
    double p = 1.0 / (1.0 + branching);
    return Math.min(MAX_CHILDREN, (int) Math.floor(Math.log(1 - random) / Math.log(1 - p)));
  }
}
