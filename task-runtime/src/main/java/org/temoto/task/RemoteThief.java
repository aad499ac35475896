package org.temoto.task;

import java.util.function.Consumer;
import org.temoto.task.steal.TakenTask;

/** Thief that gets tasks from other PEs, by one {@link RuntimeOptions.StealPolicy}. */
interface RemoteThief {
  /** A task of another PE, or null if there is none yet. Does not wait for another PE. */
  TakenTask take();

  /** Hands out what has come with the task taken last, oldest first. */
  default void others(Consumer<TakenTask> receiver) {}

  /** The PE that the task taken last has come from, which need not be where it was forked. */
  int giverPe();

  /** The index there of the worker that had it. */
  int giver();

  /** The worker goes to a strand that has other things to do: no PE shall keep a task for it. */
  default void leave() {}

  /** Tells whether an answer may come that only looking shows. */
  default boolean isAwaiting() {
    return false;
  }
}
