package org.temoto.task;

import org.temoto.task.steal.TakenTask;

/** A worker's way to the tasks of other PEs, by one {@link RuntimeOptions.StealPolicy}. */
interface RemoteThief {
  /** A task of another PE, or null if there is none yet. Does not wait for anybody. */
  TakenTask take();

  /** The index on its PE of the worker whose task was taken last. */
  int giver();

  /** The worker goes to a strand that has other things to do: nobody shall keep a task for it. */
  void leave();

  /** Whether an answer may come that only looking shows. */
  boolean isAwaiting();
}
