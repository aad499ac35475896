package org.temoto.task.collective;

/** How long who moves collectives on may wait for the network meanwhile. */
public enum Patience {
  /** Not at all. */
  NONE,
  /** For what ends a collective that waits for nothing else. */
  ENDING,
  /** For everything: it would sleep otherwise, and then nobody would look after it. */
  SLEEPING
}
