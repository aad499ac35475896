package org.temoto.lab.aggregation;

import java.util.List;
import org.temoto.gas.array.GlobalDoubles;

/** One of the programs that are compared: its arrays, its work, and the same in plain Java. */
interface Algorithm {
  /** Number of elements of each of its arrays, for size {@code n}. */
  long elements(int n);

  /** The smallest size that can be halved so often. */
  default int smallest(int levels) {
    return 1 << levels;
  }

  /** Number of arrays. */
  int arrays();

  /** Number of inputs: the first arrays, of random numbers. */
  int inputs();

  /**
   * Rounds of work, one after the other.
   *
   * @param levels halvings of each
   */
  List<Work> rounds(List<GlobalDoubles> arrays, int n, int levels, long seed);

  /** Index of the array with the result. */
  int result(int levels);

  /** The result in plain Java by one thread. */
  double[] plain(double[][] inputs, int n, long seed);
}
