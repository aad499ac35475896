package org.temoto.apps;

/** Choice of the code that runs at the leaves of an application. */
public enum Kernel {
  /** The fastest that the platform has: vectors, the JDK's vectorized sort. */
  FAST,
  /** Scalar loops, to compare runtimes without the leaf deciding. */
  PLAIN
}
