package org.temoto.gas.simulated.backend;

/**
 * Occurrence at a moment of the simulation's clock: something happens then, or a strand can go on.
 */
abstract class Event {
  /**
   * After 73 years the simulation's clock ends: moments, and what is added to them, fit into a
   * long.
   */
  static final long LAST = 1L << 61;

  /** A moment that never comes. */
  static final long NEVER = Long.MAX_VALUE;

  /** Moment of the event, in nanoseconds of the simulation's clock. */
  long at;

  /** Rank among the events of one moment, of which the lowest comes first. */
  long order;

  /** Its place in an {@link EventQueue}, or {@link EventQueue#ABSENT}. */
  int place = EventQueue.ABSENT;
}
