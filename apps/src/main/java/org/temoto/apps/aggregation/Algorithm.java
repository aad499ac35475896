package org.temoto.apps.aggregation;

import java.util.List;
import org.temoto.gas.array.GlobalDoubles;

/** One of the programs that are compared: its arrays, its work, and the same in plain Java. */
interface Algorithm {
  /** Of size {@code n}: the elements of each of its arrays. */
  long elements(int n);

  /** The smallest size that can be halved so often. */
  default int smallest(int levels) {
    return 1 << levels;
  }

  /** How many arrays there are. */
  int arrays();

  /** How many of them, the first ones, hold random numbers at the beginning. */
  int inputs();

  /**
   * What is to be done, one after the other.
   *
   * @param levels by how many halvings it is done
   */
  List<Work> rounds(List<GlobalDoubles> arrays, int n, int levels, long seed);

  /** Which array has the result. */
  int result(int levels);

  /** The result in plain Java by one thread. */
  double[] plain(double[][] inputs, int n, long seed);
}
