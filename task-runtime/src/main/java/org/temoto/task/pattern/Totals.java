package org.temoto.task.pattern;

/**
 * Tree of the results of parts, as the recursion has cut them.
 *
 * @param left of a half, null for a leaf
 */
record Totals<R>(R total, Totals<R> left, Totals<R> right) {}
