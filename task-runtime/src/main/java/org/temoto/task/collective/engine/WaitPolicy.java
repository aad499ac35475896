package org.temoto.task.collective.engine;

/** Limit of how long a strand that moves collectives on may wait for the network meanwhile. */
public enum WaitPolicy {
  /** Not at all. */
  NONE,
  /** For what ends a collective that waits for nothing else. */
  ENDING,
  /** For everything: it would sleep otherwise, and then no strand would look after it. */
  SLEEPING
}
