package org.temoto.task;

import java.util.ArrayList;
import java.util.List;

/**
 * The children that a task has forked with dependencies, since it last joined all its children. They
 * end together: to their forker they are one child, claimed from its fork on, which has one frame
 * and one join cell. Used by the strand of the forker.
 */
final class DeferredGroup {
  /** The task of the frame, which never runs. */
  record Deferred() implements Action {
    @Override
    public void execute(TaskContext context) {
      throw new IllegalStateException("stands for others");
    }
  }

  final Frame frame;
  final int cell;
  final long generation;

  /** The use of the forker's frame. */
  private final long forker;

  /** How many there are. */
  int size;

  /** True when there will be no more. */
  boolean sealed;

  /** Those that a checker follows. */
  final List<Object> watched = new ArrayList<>();

  DeferredGroup(Frame forker, Frame frame, long generation) {
    this.forker = forker.stamp;
    this.frame = frame;
    this.cell = frame.cell();
    this.generation = generation;
  }

  /** Tells whether the task in {@code frame} may fork more for the group. */
  boolean isOpenFor(Frame frame) {
    return !sealed && frame.isSameGeneration(forker);
  }
}
