package org.temoto.apps.matmul;

import java.util.Locale;

/** Way in which a product brings its blocks to hand. */
public enum MatmulMethod {
  /**
   * The largest dimension is halved down to small cubes, as in the Cilk examples; each localizes
   * its three blocks and commits, and those of a second half travel while the first is computed.
   */
  RECURSIVE,

  /** Tiles of C over the whole inner dimension, whose chunks travel while others are multiplied. */
  CHUNKED;

  /** Name of the method, as it is typed. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
