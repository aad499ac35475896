package org.temoto.task;

import java.util.Arrays;

/**
 * The frames of a strand's tasks and of the children that they have forked and not joined. A worker
 * has no other deque: what it can offer is what is PENDING here, on the strand that has it.
 *
 * <pre>
 *   the base task    its children                   children of the task in 3
 *   0                1         2          3         4         5                 top
 *   | RUNNING        | PENDING | RETURNED | RUNNING | PENDING | PENDING         |
 * </pre>
 *
 * <p>A task that is started on the stack runs in its frame; its children's frames are above all
 * that was there, and gone when it ends. So stamps increase from the bottom to the top. Used by its
 * strand only.
 */
abstract class FrameStack {
  /** Frames are allocated so many side by side; thousands of strands may wait with few in use. */
  private static final int BLOCK = 16;

  /** A larger stack is given up when it is empty. */
  private static final int MAX_EMPTY_CAPACITY = 1 << 10;

  /** Result of {@link #oldestHere} when there is nothing to offer. */
  static final int NONE = -1;

  /** No task runs. */
  private static final int NOBODY = -1;

  /** Null from the last frame ever used on, which is not the last of the array. */
  Frame[] frames = new Frame[BLOCK + 1];

  /** The first frame that is not in use. */
  int top;

  /** The frame of the task that runs. */
  int running = NOBODY;

  /** The stamp of the frame pushed last. */
  long stamps = Frame.PENDING;

  /** True if younger tasks may have been offered before one without room, since it was empty. */
  boolean passedOver;

  /** True if tasks that are here may be too large to be offered. */
  private boolean keeps;

  /** No frame below this one that is as old as {@link #searched} can be offered. */
  private int split;

  /** The stamp of the youngest frame at the last search for what can be offered. */
  private long searched;

  /** The last stamp whose forks have been counted. */
  private long counted = Frame.PENDING;

  // --- pushing and dropping

  /** Puts a frame for {@code task} on the stack, in {@code state}. */
  final Frame push(Task<?> task, int state) {
    Frame child = frames[top];
    if (child == null) {
      child = allocate();
    }
    stamps += Frame.GENERATION;
    child.fork(task, stamps - (Frame.PENDING - state));
    top++;
    return child;
  }

  private Frame allocate() {
    int at = top;
    if (at == frames.length - 1) {
      frames = Arrays.copyOf(frames, 2 * at + 1);
    }
    for (int i = at; i < Math.min(at + BLOCK, frames.length - 1); i++) {
      frames[i] = newFrame(i);
    }
    return frames[at];
  }

  abstract Frame newFrame(int index);

  /** Puts the base task on the empty stack. */
  final Frame pushBase(Task<?> task) {
    running = 0;
    counted += Frame.GENERATION; // not forked here
    return push(task, Frame.RUNNING);
  }

  final void dropBase() {
    top = 0;
    passedOver = false;
    running = NOBODY;
  }

  /** Takes off a child that was pushed last and is not forked after all. */
  final void dropRefused(Frame child) {
    top = child.index;
    counted += Frame.GENERATION;
  }

  /** Ends the use of the joined frames at the top. */
  final void dropJoined(Frame parent) {
    while (top > parent.base && frames[top - 1].state() == Frame.FREE) {
      top--;
      parent.ended--;
    }
  }

  /**
   * Sees to it that a joined frame is dropped with the one above it, whose join would not look
   * below otherwise.
   */
  final void demoteAbove(Frame joined) {
    int above = joined.index + 1;
    if (above < top && frames[above].state() == Frame.PENDING) {
      frames[above].demote();
    }
  }

  /** Ends the use of the frames of all children of {@code parent}, which have ended. */
  final void dropChildren(Frame parent) {
    for (int i = parent.base; i < top; i++) {
      frames[i].drop();
    }
    parent.dropChildren();
    top = parent.base;
  }

  /** As {@link #dropChildren}; but {@code parent} may still join those below {@code handles}. */
  final void keepChildren(Frame parent, int handles) {
    for (int i = parent.base; i < Math.min(handles, top); i++) {
      if (frames[i].state() != Frame.FREE) {
        keep(parent, frames[i]);
      }
    }
    dropChildren(parent);
  }

  /**
   * Takes the frame of an ended child of {@code parent}, which may still join it, off the stack.
   *
   * @return the frame that is there instead, joined
   */
  final Frame keep(Frame parent, Frame child) {
    Frame instead = newFrame(child.index);
    instead.fork(child.task, child.stamp);
    instead.watched = child.watched;
    instead.free();
    frames[child.index] = instead;
    child.keepFor(parent);
    return instead;
  }

  // --- what is there

  final boolean isOnStack(Frame frame) {
    return frame.index < top && frames[frame.index] == frame;
  }

  /** Tells whether all children of {@code parent}, which runs, have ended. */
  final boolean hasNoChildren(Frame parent) {
    return top - parent.base == parent.ended;
  }

  /**
   * The frame of the task that forked the one in {@code child}, which is on the stack and not its
   * base: the next below that runs, unless that is a sibling with its children above {@code child}.
   */
  final Frame parentOf(Frame child) {
    int at = child.index - 1;
    while (frames[at].state() != Frame.RUNNING || frames[at].base > child.index) {
      at--;
    }
    return frames[at];
  }

  /** The oldest frame whose task may be offered, or {@link #NONE}. */
  final int oldestHere() {
    int from = Math.min(split, top);
    while (from > 0 && frames[from - 1].stamp > searched) { // pushed after the last search
      from--;
    }
    searched = stamps;
    while (from < top && !frames[from].isOfferable()) {
      from++;
    }
    split = from;
    return from < top ? from : NONE;
  }

  /** The oldest frame whose task is here, and too large to be offered, or {@link #NONE}. */
  final int oldestKept() {
    for (int at = 0; keeps && at < top; at++) {
      if (frames[at].state() == Frame.KEPT) {
        return at;
      }
    }
    keeps = false;
    return NONE;
  }

  /** The task in a frame is too large to be offered. */
  final void keeps() {
    keeps = true;
  }

  /** The next frame above {@code index} whose task may be offered, or {@link #NONE}. */
  final int hereAbove(int index) {
    int at = index + 1;
    while (at < top && !frames[at].isOfferable()) {
      at++;
    }
    return at < top ? at : NONE;
  }

  /** The task in {@code frame} was on offer and is not any more. */
  final void isHereAgain(Frame frame) {
    split = Math.min(split, frame.index);
  }

  /** The running task, or null; a guess if another strand asks. */
  final Task<?> runningTask() {
    int at = running;
    Frame[] all = frames;
    return at < 0 || at >= all.length || all[at] == null ? null : all[at].task;
  }

  // --- between tasks

  /** The number of tasks that have been forked since the last call. */
  final long takeForks() {
    long forks = (stamps - counted) / Frame.GENERATION;
    counted = stamps;
    return forks;
  }

  /** Lets go of tasks that are over, when none is there. */
  final void clear() {
    if (frames.length > MAX_EMPTY_CAPACITY) {
      frames = new Frame[BLOCK + 1];
    }
    for (int i = 0; frames[i] != null && frames[i].task != null; i++) {
      frames[i].task = null;
      frames[i].outcome = null;
    }
  }
}
