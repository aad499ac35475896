package org.temoto.task.collective;

/**
 * Choice of the strands that move collectives on while they are in flight. Whatever is chosen, a
 * strand that is in {@link CollectiveRequest#await} or {@link Collectives#progress} does. A worker
 * that computes never does.
 */
public enum CollectiveProgress {
  /**
   * Workers that have nothing to do, during runs and between them; where all compute, now and then
   * the program, which waits for the run's end.
   */
  IDLE_WORKERS,
  /** A strand of its own, for all collectives of the PE. */
  THREAD,
  /** No other strand. */
  EXPLICIT,
  /** A strand of its own for each collective, made at its start. */
  THREAD_PER_COLLECTIVE
}
