package org.temoto.task.pattern;

/** Which code runs at the leaves of an application. */
public enum Kernel {
  /** The fastest that the platform has: vectors, the JDK's vectorized sort. */
  FAST,
  /** Scalar loops, to compare runtimes without the leaf deciding. */
  PLAIN
}
