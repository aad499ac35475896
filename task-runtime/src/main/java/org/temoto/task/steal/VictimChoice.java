package org.temoto.task.steal;

import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Choice of the victim on other PEs: the last one that had something; else a random one of the
 * worker's host; when that one had nothing, a random one anywhere. Of each of these two, all PEs
 * are tried before any again, a random worker of each. Used by one worker.
 */
public final class VictimChoice {
  /** No victim. */
  public static final int NONE = -1;

  private final SplittableRandom random;
  private final int pes;
  private final int workers;
  private final int self;
  private int lastVictim = NONE;

  /** The other PEs of this host; none if all or no others are of it, for then it is no choice. */
  private final int[] near;

  private final Sweep ofNear;
  private final Sweep ofAll;

  /** True if the next random victim is one of any host, because one of this had nothing. */
  private boolean nearFailed;

  /**
   * @param self this worker's number among all of all PEs: PE * workers + index
   * @param isNear whether another PE is of this host
   */
  public VictimChoice(long seed, int pes, int workers, int self, IntPredicate isNear) {
    this.random = new SplittableRandom(seed + self);
    this.pes = pes;
    this.workers = workers;
    this.self = self;
    int own = self / workers;
    int[] ofHost = IntStream.range(0, pes).filter(pe -> pe != own && isNear.test(pe)).toArray();
    this.near = ofHost.length == pes - 1 ? new int[0] : ofHost;
    this.ofNear = new Sweep(near.length);
    this.ofAll = new Sweep(pes - 1);
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
    int pe;
    if (near.length > 0 && !nearFailed) {
      pe = near[ofNear.next(random)];
    } else {
      int other = ofAll.next(random);
      pe = other < self / workers ? other : other + 1;
    }
    return pe * workers + (workers == 1 ? 0 : random.nextInt(workers));
  }

  /** Tells whether a victim of this host had nothing, so that the next random one is of any. */
  public boolean isToLeaveHost() {
    return near.length > 0 && nearFailed;
  }

  /** {@code victim}, tried as the last one or as a random one, had something. */
  public void succeeded(int victim) {
    lastVictim = victim;
    nearFailed = false;
  }

  /** {@code victim}, tried as the last one or as a random one, had nothing. */
  public void failed(int victim) {
    if (victim == lastVictim) {
      lastVictim = NONE;
    } else {
      nearFailed = !nearFailed; // after a failure anywhere it begins again at this host
    }
  }

  /**
   * Numbers below a count, sweep after sweep in a random order, each once in a sweep: a thief that
   * looks for the one PE that has work finds it after as many tries as there are PEs, where
   * independent draws would miss it so often once in e times.
   */
  private static final class Sweep {
    private final int count;
    private int next;
    private int stride;
    private int left;

    Sweep(int count) {
      this.count = count;
    }

    int next(RandomGenerator random) {
      if (left == 0) {
        left = count;
        next = random.nextInt(count);
        stride = 1 + random.nextInt(count);
        while (greatestCommonDivisor(stride, count) != 1) {
          stride = stride % count + 1;
        }
      }
      left--;
      int number = next;
      next = (int) ((next + (long) stride) % count);
      return number;
    }

    private static int greatestCommonDivisor(int a, int b) {
      return b == 0 ? a : greatestCommonDivisor(b, a % b);
    }
  }
}
