package org.temoto.gas.simulated;

import java.util.ArrayList;
import java.util.List;
import org.temoto.gas.spi.Strands;

/**
 * A strand of a {@link SeededScheduler}: a virtual thread that waits until it is its turn. All
 * fields belong to the strand whose turn it is.
 */
final class SeededStrand implements Strands.Strand {
  /** A moment that never comes. */
  static final long NEVER = Long.MAX_VALUE;

  private final String name;
  private final Thread thread;

  /** How often it is picked, compared with others. */
  final int weight;

  /** It can go on from this moment on. */
  long goesOnAt;

  /** What it does or waits for, for reports. */
  String at = "not started";

  /** The permit of {@link Strands#unpark}. */
  boolean permit;

  /** Whether it waits in {@link Strands#park}. */
  boolean parked;

  boolean started;
  boolean ended;

  /** Who waits for its end. */
  final List<SeededStrand> joiners = new ArrayList<>();

  SeededStrand(String name, int weight, Runnable life) {
    this.name = name;
    this.weight = weight;
    thread = Thread.ofVirtual().name(name).unstarted(life);
  }

  @Override
  public String name() {
    return name;
  }

  Thread thread() {
    return thread;
  }

  /** For reports. */
  @Override
  public String toString() {
    String until =
        goesOnAt == NEVER ? ", until somebody wakes it" : goesOnAt == 0 ? "" : " until " + goesOnAt;
    return name + ": " + at + until;
  }
}
