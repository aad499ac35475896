package org.temoto.gas.lock;

import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.InvalidOptionException;

/**
 * Semaphore in global memory: a number of permits, which tasks of all PEs acquire and release; for
 * what there is a limited number of, and for tasks that wait for what others have put somewhere. A
 * value that tasks may carry; thread-safe.
 *
 * <p>To release is a release of what the PE has committed; to acquire is an acquire of what all
 * that released before had. Permits belong to no task: any may release more. They are had in the
 * order of {@link GlobalLocks}, and a strand that waits long gives its worker away; a worker with
 * 256 strands that wait begins no other task. It stands on PE 0; cost as of a lock ({@link
 * GlobalLocks}). Where 256 for each worker would be more than 2^26 on all PEs, each PE has an equal
 * share of these, or 4095 if that is more, and a wait beyond fails.
 *
 * @param memory the words
 * @param permits that there are at the beginning
 */
public record GlobalSemaphore(GlobalMemory memory, int permits) implements AutoCloseable {
  private static final int MOST = 1 << 30;

  public GlobalSemaphore {
    requireInitial(permits);
    LockPart.require(memory, LockPart.SEMAPHORE, permits);
  }

  /**
   * Allocates a semaphore with so many permits, which may be 0. Collective; freed by {@link
   * #close}.
   *
   * @throws IllegalArgumentException if they are not the same on every PE
   */
  public static GlobalSemaphore create(GlobalAddressSpace space, String name, int permits) {
    requireInitial(permits);
    return new GlobalSemaphore(
        LockPart.allocate(space, name, LockPart.SEMAPHORE, permits), permits);
  }

  /**
   * Waits until there are so many permits for this task, and takes them. A task that is cancelled
   * while it waits gets what a fork or join throws then. A wait that no task is left to end stops
   * the run; outside of a run one that no program is left to end stops the job, if no collective
   * has been started.
   */
  public void acquire(int wanted) {
    requireOne(wanted);
    LockPart.of(memory).acquire(wanted, permits);
  }

  /** Adds so many permits; first completes what this PE has committed. */
  public void release(int given) {
    requireOne(given);
    LockPart.of(memory).release(given, permits);
  }

  private static void requireInitial(int permits) {
    if (permits < 0 || permits > MOST) {
      throw new InvalidOptionException("permits", permits, "from 0 to " + MOST);
    }
  }

  private void requireOne(int permits) {
    if (permits < 1 || permits > MOST) {
      throw new IllegalArgumentException(
          "permits=%s of semaphore \"%s\" must be from 1 to %s"
              .formatted(permits, memory.name(), MOST));
    }
  }

  @Override
  public String toString() {
    return "semaphore \"%s\" of %s".formatted(memory.name(), permits);
  }

  /** Frees the semaphore. Collective. */
  @Override
  public void close() {
    LockPart.free(memory);
  }
}
