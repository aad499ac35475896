package org.temoto.task.pattern;

/**
 * What parts come to, as the recursion has cut them.
 *
 * @param left of a half, null for a leaf
 */
record Totals<R>(R total, Totals<R> left, Totals<R> right) {}
