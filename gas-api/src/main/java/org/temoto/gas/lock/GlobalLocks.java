package org.temoto.gas.lock;

import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.InvalidOptionException;

/**
 * Array of locks in global memory, of which tasks and programs of all PEs take any one, alone or
 * shared with other readers: one for each bucket of a map or node of a list. A value that tasks may
 * carry; thread-safe.
 *
 * <p>The next holder of a lock localizes what was released by all tasks that have had it before: to
 * lock is an acquire, to unlock a release of what the PE has committed, and where coherence is
 * automatic of what the task has open for writing, too. Views that were open before show what they
 * showed.
 *
 * <p>Locks are had in the order in which they were asked for, but that one may take the place of
 * another of its PE that was cancelled. A strand that waits long gives its worker away to other
 * tasks. A task that holds a lock may fork, and not join: its children might want the lock. Tasks
 * that wait for each other's locks end the job, which tells what each holds and waits for, by its
 * PE, and where the tasks of each PE are.
 *
 * <p>Cost: one atomic at the lock's home to lock and one to unlock if no task waits, and what was
 * committed travels before; what is localized in between is compared with the directory again. A
 * space is neither checkpointed nor restored while it has locks.
 *
 * @param memory the words of the locks, of which each PE has the same number
 * @param count the number of locks
 */
public record GlobalLocks(GlobalMemory memory, long count) implements AutoCloseable {
  /** Lock that a task has, until {@link #close} unlocks it. Used by the strand that locked. */
  public interface Held extends AutoCloseable {
    /**
     * Unlocks: completes what this PE has committed, then lets the next have the lock.
     *
     * @throws IllegalStateException if the calling strand does not hold it
     */
    @Override
    void close();
  }

  /** Permits that the holder of a whole lock has. */
  static final int ALL = 1 << 20;

  private static final long MOST = Integer.MAX_VALUE;

  public GlobalLocks {
    LockPart.require(memory, count, ALL);
  }

  /**
   * Allocates {@code count} locks, in blocks of {@code count} / PEs, rounded up: the first on PE 0;
   * the last PEs may have fewer or none. Collective; freed by {@link #close}.
   *
   * @throws IllegalArgumentException if {@code count} is not the same on every PE
   */
  public static GlobalLocks create(GlobalAddressSpace space, String name, long count) {
    if (count < 1 || count > MOST) {
      throw new InvalidOptionException("count", count, "from 1 to " + MOST);
    }
    return new GlobalLocks(LockPart.allocate(space, name, count, ALL), count);
  }

  /** The PE that has the lock; it locks without a message. */
  public int home(long index) {
    requireInside(index);
    return memory.words().home(LockPart.of(memory).word(index));
  }

  /**
   * Waits until the lock is free, and takes it. A task that is cancelled while it waits gets what a
   * fork or join throws then; so of readers.
   *
   * @throws IllegalStateException if the calling strand has the lock
   */
  public Held lock(long index) {
    return lock(index, ALL);
  }

  /**
   * Waits until no task has the lock alone, and none that came before waits for that; takes it
   * together with other readers.
   *
   * @throws IllegalStateException if the calling strand has the lock
   */
  public Held lockShared(long index) {
    return lock(index, 1);
  }

  private Held lock(long index, int permits) {
    requireInside(index);
    LockPart part = LockPart.of(memory);
    return part.lock(index, part.word(index), permits, ALL);
  }

  private void requireInside(long index) {
    if (index < 0 || index >= count) {
      throw new IndexOutOfBoundsException(
          "lock %s is outside of locks \"%s\" of %s".formatted(index, memory.name(), count));
    }
  }

  @Override
  public String toString() {
    return "locks \"%s\" of %s".formatted(memory.name(), count);
  }

  /** Frees the locks. Collective; a lock that is held is an error. */
  @Override
  public void close() {
    LockPart.free(memory);
  }
}
