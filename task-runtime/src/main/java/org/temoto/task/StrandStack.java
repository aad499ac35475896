package org.temoto.task;

import org.temoto.gas.spi.StrandMemory;
import org.temoto.gas.spi.StrandWatch;

/**
 * Stack of frames with its strand's part in coherence: what thieves are given of both. Tells a
 * checker of its tasks, if one follows the run.
 */
abstract class StrandStack extends FrameStack {
  /** The strand's part in coherence. */
  StrandMemory memory;

  /** Null mostly. With it each fork and join looks further. */
  StrandWatch watch;

  final Object watchRoot(Frame root) {
    Task<?> task = root.task;
    return watch == null ? null : watch.root(() -> TaskPath.text(task), task.getClass());
  }

  final void watchFork(Frame child) {
    if (watch != null) {
      Task<?> task = child.task;
      child.watched = watch.forked(() -> TaskPath.text(task), task.getClass());
    }
  }

  final void watchRunning(Frame frame) {
    if (watch != null) {
      watch.running(frame.watched);
    }
  }

  final void watchFailure(Frame frame, Throwable thrown) {
    if (watch != null) {
      watch.running(frame.watched);
      watch.failed(thrown);
    }
  }

  /** A task has ended, and {@code parent}, or no task, goes on. */
  final void watchResumed(Frame parent) {
    if (watch != null) {
      watch.running(parent == null ? null : parent.watched);
    }
  }

  final void watchJoin(Frame child) {
    if (watch != null) {
      DeferredGroup group = child.group();
      if (group == null) {
        watch.joined(child.watched);
      } else {
        group.watched.forEach(watch::joined);
        group.watched.clear();
      }
    }
  }

  /** The running task comes after all that others have released. */
  final void watchAcquired() {
    if (watch != null) {
      watch.acquired();
    }
  }

  /** Orders the running task before those that wait for it. */
  final void watchReleased() {
    if (watch != null) {
      watch.released();
    }
  }

  /** Number that stands for {@code child} on its way to another PE. */
  final int watchNumber(Frame child) {
    return watch == null ? 0 : watch.number(child.watched);
  }
}
