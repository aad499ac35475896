package org.temoto.task.steal;

import java.util.SplittableRandom;

/**
 * Whom a worker tries to rob: the last victim that had something, then a random one. Used by one
 * worker.
 */
public final class VictimChoice {
  /** No victim. */
  public static final int NONE = -1;

  private final SplittableRandom random;
  private final int pes;
  private final int workers;
  private final int self;
  private int lastVictim = NONE;

  /**
   * @param self this worker's number among all of all PEs: PE * workers + index
   */
  public VictimChoice(long seed, int pes, int workers, int self) {
    this.random = new SplittableRandom(seed + self);
    this.pes = pes;
    this.workers = workers;
    this.self = self;
  }

  /** A worker of this PE to begin a round with, which goes over all others in turn. */
  public int firstLocal() {
    return workers == 1 ? 0 : random.nextInt(workers);
  }

  /** The last victim on another PE, or {@link #NONE}. */
  public int lastRemote() {
    return lastVictim;
  }

  /** A random worker of another PE, or {@link #NONE} if there is none. */
  public int randomRemote() {
    if (pes == 1) {
      return NONE;
    }
    int pe = random.nextInt(pes - 1);
    int own = self / workers;
    return (pe < own ? pe : pe + 1) * workers + (workers == 1 ? 0 : random.nextInt(workers));
  }

  /** {@code victim} had something, or nothing. */
  public void remember(int victim, boolean success) {
    if (success) {
      lastVictim = victim;
    } else if (victim == lastVictim) {
      lastVictim = NONE;
    }
  }
}
