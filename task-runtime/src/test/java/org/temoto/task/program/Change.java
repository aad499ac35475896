package org.temoto.task.program;

import java.util.List;

/** A step of a mutation: what becomes of the statement, member or case at one of its marks. */
@FunctionalInterface
public interface Change {
  /**
   * Adds to {@code edits} what is to be done.
   *
   * @param all the marks of the mutation, in the order of their numbers
   */
  void make(Mark mark, List<Mark> all, Edits edits);

  /** It goes. */
  static Change drop() {
    return instead("");
  }

  /** Its condition is true; see {@link #value}. */
  static Change always() {
    return value("true");
  }

  /** Its condition is false; see {@link #value}. */
  static Change never() {
    return value("false");
  }

  /**
   * Its condition or value is {@code expression}: the condition of an if; the value that is
   * returned, the first value of a variable, or that of a case, and of these, if they are
   * conditional, the condition.
   */
  static Change value(String expression) {
    return (mark, _, edits) -> edits.replace(mark.value(), expression);
  }

  /** The first operand of its {@link #value}, which is a disjunction or conjunction, is all. */
  static Change firstOperand() {
    return (mark, _, edits) -> edits.replace(mark.value(), mark.firstOperand().text());
  }

  /** It comes after the statement that follows. */
  static Change swap() {
    return (mark, _, edits) -> edits.move(mark.whole(), mark.following());
  }

  /** It comes after the statement of the mutation's mark {@code number}. */
  static Change moveAfter(int number) {
    return (mark, all, edits) -> edits.move(mark.whole(), all.get(number - 1).whole());
  }

  /** It comes after the statement whose block it is in. */
  static Change moveOut() {
    return (mark, _, edits) -> edits.move(mark.whole(), mark.enclosing());
  }

  /** {@code text} comes before it. */
  static Change before(String text) {
    return around(text, "");
  }

  /** {@code text} comes after it. */
  static Change after(String text) {
    return around("", text);
  }

  /** {@code before} comes before it, and {@code after} after it. */
  static Change around(String before, String after) {
    return (mark, _, edits) -> {
      edits.replace(mark.whole().beginning(), before + " ");
      edits.replace(mark.whole().ending(), " " + after);
    };
  }

  /** {@code text} comes in its place. */
  static Change instead(String text) {
    return (mark, _, edits) -> edits.replace(mark.whole(), text);
  }

  /** In it, {@code text} comes in the place of {@code quote}, which it has once. */
  static Change replace(String quote, String text) {
    return (mark, _, edits) -> edits.replace(mark.quoted(quote), text);
  }
}
