package org.temoto.task.collective;

import java.util.Objects;
import org.temoto.gas.InvalidOptionException;

/**
 * Options of the collectives of a runtime; the same on every PE.
 *
 * @param progress the strands that move them on
 * @param arenaBytes the part of each PE's symmetric heap into which others send, in bytes; {@link
 *     #BY_HEAP}: a 32nd part of the heap, 256 KiB to 32 MiB. For each KiB, from 4 to 128, one
 *     collective may be under way; fewer where PEs are so many that their words take 1 MiB
 */
public record CollectiveOptions(CollectiveProgress progress, long arenaBytes) {
  /** The receive area has a size that follows the heap's. */
  public static final long BY_HEAP = 0;

  public static final CollectiveOptions DEFAULT =
      new CollectiveOptions(CollectiveProgress.IDLE_WORKERS, BY_HEAP);

  private static final long LEAST_ARENA = 4 << 10;
  private static final int HEAP_SHARE = 32;
  private static final long LEAST_BY_HEAP = 256 << 10;
  private static final long MOST_BY_HEAP = 32 << 20;

  public CollectiveOptions {
    Objects.requireNonNull(progress, "progress");
    if (arenaBytes != BY_HEAP && arenaBytes < LEAST_ARENA) {
      throw new InvalidOptionException("arenaBytes", arenaBytes, "0 or at least " + LEAST_ARENA);
    }
  }

  public CollectiveOptions withProgress(CollectiveProgress chosen) {
    return new CollectiveOptions(chosen, arenaBytes);
  }

  public CollectiveOptions withArenaBytes(long bytes) {
    return new CollectiveOptions(progress, bytes);
  }

  /** The size of the receive area in a heap of {@code heapBytes}. */
  long arenaBytes(long heapBytes) {
    long bytes =
        arenaBytes == BY_HEAP
            ? Math.clamp(heapBytes / HEAP_SHARE, LEAST_BY_HEAP, MOST_BY_HEAP)
            : arenaBytes;
    return bytes & -SeatLayout.LINE;
  }
}
