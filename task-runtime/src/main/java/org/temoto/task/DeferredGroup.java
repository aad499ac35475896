package org.temoto.task;

import java.util.ArrayList;
import java.util.List;

/**
 * The children that a task has forked with dependencies, since it last joined all its children.
 * They end together: to their forker they are one child, claimed from its fork on, which has one
 * frame, whose task this is, and one join cell. Or all that is detached in a run, after the root
 * task. Used by the strand of the forker.
 */
final class DeferredGroup implements Action {
  /** The use of the forker's frame. */
  private final long forker;

  /** The join cell and its generation, once the frame has one. */
  int cell;

  long generation;

  /** Number of its tasks. */
  long size;

  /** True when there will be no more. */
  boolean sealed;

  /** Tasks that a checker follows. */
  final List<Object> watched = new ArrayList<>();

  DeferredGroup(Frame forker) {
    this.forker = forker.stamp;
  }

  /** Tells whether the task in {@code frame} may fork more for the group. */
  boolean isOpenFor(Frame frame) {
    return !sealed && frame.isSameGeneration(forker);
  }

  @Override
  public void compute(TaskContext context) {
    throw new IllegalStateException("stands for others, which run");
  }
}
