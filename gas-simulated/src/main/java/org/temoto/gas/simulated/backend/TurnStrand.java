package org.temoto.gas.simulated.backend;

import java.util.ArrayList;
import java.util.List;
import org.temoto.gas.spi.Strands;

/**
 * A strand of a {@link TurnScheduler}: a virtual thread that waits until it is its turn. All fields
 * belong to the strand whose turn it is.
 */
final class TurnStrand extends Event implements Strands.Strand {
  private final Thread thread;

  /** The PE that it belongs to. */
  final int rank;

  /** Weight with which a seed picks it, compared with others. */
  final int weight;

  /** Text of what it does or waits for, for reports. */
  String state = "not started";

  /** The permit of {@link Strands#unpark}. */
  boolean permit;

  /** True if what it does is the simulation's own work, and takes no time. */
  boolean simulates;

  /** True if it waits in {@link Strands#park}. */
  boolean parked;

  /** Has the strand call the scheduler soon; may be called by any thread. */
  Runnable attend = () -> {};

  /** Part of what it has computed, below a nanosecond, that its clock has not been told yet. */
  double rest;

  boolean started;
  boolean ended;

  /** True if it waits for its turn. Volatile: a strand that looks has all that it wrote before. */
  volatile boolean awaitsTurn;

  /** The strands that wait for its end. */
  final List<TurnStrand> joiners = new ArrayList<>();

  TurnStrand(int rank, String name, int weight, Runnable life) {
    this.rank = rank;
    this.weight = weight;
    thread = Thread.ofVirtual().name(name).unstarted(life);
  }

  @Override
  public String name() {
    return thread.getName();
  }

  Thread thread() {
    return thread;
  }

  /** For reports. */
  @Override
  public String toString() {
    String until = at == NEVER ? ", until a strand wakes it" : at == 0 ? "" : " until " + at;
    return name() + ": " + state + until;
  }
}
