package org.temoto.task.program;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePath;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A place that mutations change: a statement, member or case, before which a comment {@code
 * mutant:} has its name.
 */
final class Mark {
  private static final String NOT_IN_WORD = "(?<!\\w(?=\\w))";

  private final String name;
  private final TreePath path;
  private final SourcePositions positions;
  private final String source;

  Mark(String name, TreePath path, SourcePositions positions, String source) {
    this.name = name;
    this.path = path;
    this.positions = positions;
    this.source = source;
  }

  /** Span of all that is marked. */
  Span whole() {
    return span(path.getLeaf());
  }

  /** Its condition or value; see {@link Change#value}. */
  Span value() {
    return span(valueTree());
  }

  private ExpressionTree valueTree() {
    return switch (path.getLeaf()) {
      case IfTree choice -> ((ParenthesizedTree) choice.getCondition()).getExpression();
      case ReturnTree end when end.getExpression() != null -> conditionOf(end.getExpression());
      case VariableTree variable when variable.getInitializer() != null ->
          conditionOf(variable.getInitializer());
      case CaseTree rule when rule.getBody() instanceof ExpressionTree body -> conditionOf(body);
      default -> throw refused("no condition or value");
    };
  }

  private static ExpressionTree conditionOf(ExpressionTree value) {
    return value instanceof ConditionalExpressionTree choice ? choice.getCondition() : value;
  }

  /** The first operand of the disjunction or conjunction that it depends on. */
  Span firstOperand() {
    ExpressionTree all = valueTree();
    if (all.getKind() != Tree.Kind.CONDITIONAL_OR && all.getKind() != Tree.Kind.CONDITIONAL_AND) {
      throw refused("no disjunction or conjunction");
    }
    ExpressionTree first = all;
    while (first.getKind() == all.getKind()) {
      first = ((BinaryTree) first).getLeftOperand();
    }
    return span(first);
  }

  /** The statement after it. */
  Span following() {
    List<? extends StatementTree> block =
        path.getParentPath().getLeaf() instanceof BlockTree parent
            ? parent.getStatements()
            : List.of();
    int next = block.indexOf(path.getLeaf()) + 1;
    if (next >= block.size()) {
      throw refused("no statement after it");
    }
    return span(block.get(next));
  }

  /** The statement whose block it is in. */
  Span enclosing() {
    return span(path.getParentPath().getParentPath().getLeaf());
  }

  /** Span of {@code quote} in it, which it has once, white space and comments aside. */
  Span quoted(String quote) {
    StringBuilder pattern = new StringBuilder();
    for (String word : quote.strip().split("\\s+", -1)) {
      pattern.append(pattern.isEmpty() ? "" : "(?:\\s|//.*)*").append(Pattern.quote(word));
    }
    Span whole = whole();
    Matcher matcher =
        Pattern.compile(NOT_IN_WORD + pattern + NOT_IN_WORD)
            .matcher(source)
            .region(whole.start(), whole.end())
            .useTransparentBounds(true);
    if (!matcher.find()) {
      throw refused("no \"" + quote + '"');
    }
    Span found = span(matcher.start(), matcher.end());
    if (matcher.find()) {
      throw refused("more than one \"" + quote + '"');
    }
    return found;
  }

  private Span span(Tree tree) {
    CompilationUnitTree unit = path.getCompilationUnit();
    return span(positions.getStartPosition(unit, tree), positions.getEndPosition(unit, tree));
  }

  private Span span(long start, long end) {
    String file = path.getCompilationUnit().getSourceFile().getName();
    return new Span(file, source, (int) start, (int) end);
  }

  private IllegalStateException refused(String what) {
    return new IllegalStateException(
        "mutant " + name + ": " + what + " in what is marked: " + whole().text());
  }
}
