package org.temoto.task.collective;

import java.util.Objects;
import org.temoto.gas.InvalidOptionException;

/**
 * Options of the collectives of a runtime; the same on every PE.
 *
 * @param progress the strands that move them on; default {@link Progress#IDLE_WORKERS}
 * @param arenaBytes the part of each PE's symmetric heap into which others send, in bytes; default
 *     {@link #BY_HEAP}: a 32nd part of the heap, 256 KiB to 32 MiB. For each KiB, from 4 to 128,
 *     one collective may be under way; fewer where PEs are so many that their words take 1 MiB
 */
public record CollectiveOptions(Progress progress, long arenaBytes) {
  /**
   * Choice of the strands that move collectives on while they are in flight. Whatever is chosen, a
   * strand that is in {@link CollectiveRequest#await} or {@link Collectives#progress} does. A
   * worker that computes never does.
   */
  public enum Progress {
    /**
     * Workers that have nothing to do, during runs and between them; where all compute, now and
     * then the program, which waits for the run's end.
     */
    IDLE_WORKERS,
    /** A strand of its own, for all collectives of the PE. */
    THREAD,
    /** No other strand. */
    EXPLICIT,
    /** A strand of its own for each collective, made at its start. */
    THREAD_PER_COLLECTIVE
  }

  /** The receive area has a size that follows the heap's. */
  public static final long BY_HEAP = 0;

  public static final CollectiveOptions DEFAULT =
      new CollectiveOptions(Progress.IDLE_WORKERS, BY_HEAP);

  private static final long LEAST_ARENA = 4 << 10;

  public CollectiveOptions {
    Objects.requireNonNull(progress, "progress");
    if (arenaBytes != BY_HEAP && arenaBytes < LEAST_ARENA) {
      throw new InvalidOptionException("arenaBytes", arenaBytes, "0 or at least " + LEAST_ARENA);
    }
  }

  /** The same with other {@link #progress()}. */
  public CollectiveOptions withProgress(Progress chosen) {
    return new CollectiveOptions(chosen, arenaBytes);
  }

  /** The same with other {@link #arenaBytes()}. */
  public CollectiveOptions withArenaBytes(long bytes) {
    return new CollectiveOptions(progress, bytes);
  }
}
