package org.temoto.apps.uts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.temoto.apps.suite.Runs;
import org.temoto.apps.uts.TreeProblem.Published;

@Timeout(100)
class TreeTest {
  @Test
  void shouldHaveThePublishedSizes() {
    for (Published tree : new Published[] {Published.T1, Published.T3}) {
      TreeProblem problem = new TreeProblem(tree, TreeProblem.NO_CUTOFF);
      long extent = deep(problem);
      assertThat(problem.isRight(extent)).as("%s: %d", tree, Extent.nodes(extent)).isTrue();
    }
  }

  /** On a strand, whose stack is deep enough. */
  private static long deep(TreeProblem problem) {
    return Runs.run(context -> problem.sequential(), 1, 1);
  }

  @Test
  void shouldCountAPublishedTreeByTasks() {
    TreeProblem problem = new TreeProblem(Published.T3, TreeProblem.NO_CUTOFF);
    assertThat(Runs.run(problem, 2, 1).verified()).isTrue();
  }

  @Property(tries = 8)
  void shouldCountGeometricTreesTheSameByTasks(
      @ForAll @IntRange(max = 5) int branching,
      @ForAll @IntRange(max = 5) int depth,
      @ForAll int seed,
      @ForAll @IntRange(max = 6) int cutoff,
      @ForAll @IntRange(min = 1, max = 3) int pes,
      @ForAll @IntRange(min = 1, max = 2) int workers) {
    assertSame(Tree.geometric(branching, depth, seed), cutoff, pes, workers);
  }

  @Property(tries = 8)
  void shouldCountBinomialTreesTheSameByTasks(
      @ForAll @IntRange(max = 100) int branching,
      @ForAll @IntRange(min = 1, max = 8) int children,
      @ForAll @DoubleRange(max = 0.9) double expected,
      @ForAll int seed,
      @ForAll @IntRange(min = 1, max = 3) int pes,
      @ForAll @IntRange(min = 1, max = 2) int workers) {
    Tree tree = Tree.binomial(branching, expected / children, children, seed);
    assertSame(tree, TreeProblem.NO_CUTOFF, pes, workers);
  }

  private static void assertSame(Tree tree, int cutoff, int pes, int workers) {
    Node root = Node.root(tree.seed());
    assertThat(Runs.run(new Subtree(tree, root, 0, cutoff), pes, workers))
        .isEqualTo(Subtree.count(tree, root, 0));
  }

  /** Byte by byte as the benchmark defines it. */
  @Test
  void shouldHashTheParentsStateAndTheChildsNumber() throws NoSuchAlgorithmException {
    MessageDigest sha = MessageDigest.getInstance("SHA-1");
    byte[] root = sha.digest(ByteBuffer.allocate(20).putInt(16, 19).array());
    assertThat(bytes(Node.root(19))).isEqualTo(root);
    byte[] child = sha.digest(ByteBuffer.allocate(24).put(root).putInt(20, 3).array());
    assertThat(bytes(Node.root(19).child(3))).isEqualTo(child);
    int last = ByteBuffer.wrap(child).getInt(16);
    assertThat(Node.root(19).child(3).random()).isEqualTo((last & 0x7fff_ffff) / 2147483648.0);
  }

  private static byte[] bytes(Node node) {
    return ByteBuffer.allocate(20)
        .putLong(node.head())
        .putLong(node.middle())
        .putInt(node.tail())
        .array();
  }

  @Test
  void shouldPackSizeAndDepthIntoOneWord() {
    assertThat(Extent.NODE_BITS + Extent.DEPTH_BITS).isEqualTo(Long.SIZE);
    long one = Extent.node(1572);
    assertThat(Extent.nodes(one)).isEqualTo(1);
    assertThat(Extent.depth(one)).isEqualTo(1572);
    long both = Extent.join(Extent.join(one, Extent.node(3)), Extent.node(2));
    assertThat(Extent.nodes(both)).isEqualTo(3);
    assertThat(Extent.depth(both)).isEqualTo(1572);
    assertThat(Extent.join(Extent.node(3), one)).isEqualTo(Extent.join(one, Extent.node(3)));
  }

  @Test
  void shouldRefuseTreesWithoutEnd() {
    assertThatThrownBy(() -> Tree.binomial(2000, 0.125, 8, 42))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("probability=0.125 times children=8 must be below 1");
    assertThatThrownBy(() -> Tree.geometric(-1, 3, 0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new TreeProblem(Published.T1, -1))
        .hasMessage("cutoff=-1 must be 0 or more");
  }
}
