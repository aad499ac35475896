package org.temoto.task;

import java.util.ArrayList;
import java.util.List;
import org.temoto.gas.GasException;

/**
 * State that says which tasks of a strand are cancelled: none, or those from some frame on. Used by
 * the strand, and while it waits by the one that has the worker.
 *
 * <p>A failed or cancelled task tells the children that thieves have: those of this PE by a mark in
 * their frames, those of others by a mark beside their join cells; then it raises the {@link
 * Alarm}. A strand that hears it looks at the marks of what it runs, and tells on.
 */
final class Cancellation {
  private static final int NONE = Integer.MAX_VALUE;

  private final TaskExecution strand;

  /** The tasks in this frame and those above are cancelled. */
  private int from = NONE;

  /** The frame that the base task was forked in, if that is of this PE. */
  private Frame origin;

  /** PE that has the mark of the base task, if that was forked on another PE. */
  private int originPe;

  private long originMark;
  private long originGeneration;

  Cancellation(TaskExecution strand) {
    this.strand = strand;
  }

  // --- the base task

  /** The base task was forked on this PE, in {@code frame}. */
  void begin(Frame frame) {
    origin = frame;
  }

  /** The base task was forked on {@code pe}, or is the root; its mark is there at {@code mark}. */
  void begin(int pe, long mark, long generation) {
    originPe = pe;
    originMark = mark;
    originGeneration = generation;
  }

  Frame origin() {
    return origin;
  }

  void end() {
    origin = null;
    originGeneration = 0;
    from = NONE;
  }

  // --- what is cancelled

  boolean isPending() {
    return from != NONE;
  }

  /**
   * Exception that the task in {@code parent}, which runs, gets instead of a fork or join; null if
   * it may go on.
   */
  GasException stop(Frame parent) {
    strand.worker.listen();
    if (isCancelled(parent)) {
      return new TaskCancelledException(TaskPath.text(parent.task), strand.runtime.rank);
    }
    return null;
  }

  /** Tells whether the task in {@code frame}, which runs, is cancelled. */
  boolean isCancelled(Frame frame) {
    if (frame.index < from) {
      from = NONE; // those that were are over
    }
    return from != NONE;
  }

  /** Looks whether the base task is cancelled: one small get if another PE forked it. */
  void look(Worker worker) {
    if (from != 0 && isMarked(worker)) {
      cancel(0, worker);
    }
  }

  private boolean isMarked(Worker worker) {
    return origin != null && origin.isCancelled()
        || originGeneration != 0 && worker.markOf(originPe, originMark) == originGeneration;
  }

  /**
   * The tasks in frame {@code first} and above are cancelled, and their children that thieves have.
   * All thieves are told at once: if they were told in turn, the first child to end might have to
   * wait for a worker that runs another.
   *
   * @param worker the strand's
   */
  void cancel(int first, Worker worker) {
    from = Math.min(from, first);
    strand.attend();
    tellThieves(first, worker);
  }

  /**
   * Tells each thief that has claimed a child in a frame above {@code first}, unless its parent
   * goes on and wants it still.
   */
  void tellThieves(int first, Worker worker) {
    List<Frame> children = new ArrayList<>();
    for (int i = 0; i < worker.claimed.size(); i++) {
      Frame child = worker.claimed.get(i);
      boolean meant = child.stack == strand && child.index > first;
      if (meant && !strand.joins.isSpared(child, first, from)) {
        children.add(child);
      }
    }
    worker.cancel(children);
  }
}
