package org.temoto.bench;

import java.util.List;
import java.util.Locale;
import org.temoto.apps.fib.Fib;
import org.temoto.apps.fib.FibProblem;
import org.temoto.apps.gravity.GravityProblem;
import org.temoto.apps.knapsack.Instance;
import org.temoto.apps.knapsack.KnapsackProblem;
import org.temoto.apps.lu.LuProblem;
import org.temoto.apps.nqueens.QueensProblem;
import org.temoto.apps.pentomino.Board;
import org.temoto.apps.pentomino.PentominoProblem;
import org.temoto.apps.suite.Application;
import org.temoto.apps.uts.TreeProblem;
import org.temoto.gas.simulated.Network;

/** Subject of {@link Suite}, with the workers on which it is measured. */
enum SuiteSubject {
  FIB,
  NQUEENS,
  NQUEENS_BY_ROWS,
  PENTOMINO,
  UTS,
  GRAVITY,
  KNAPSACK,
  LU,
  LU_MIGRATING;

  private static final int TILE = 64;
  private static final Network TEN_GIGABIT = new Network(1800, 9e9);

  /** PEs and workers of each. */
  record Shape(int pes, int workers) {}

  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /**
   * Application without cut-off, except where a cut-off of one element would measure nothing else.
   */
  Application<?> application(boolean small) {
    return switch (this) {
      case FIB -> new FibProblem(new Fib(small ? 20 : 35));
      case NQUEENS -> new QueensProblem(small ? 9 : 13, QueensProblem.Method.MASKS, 0);
      case NQUEENS_BY_ROWS -> new QueensProblem(small ? 8 : 13, QueensProblem.Method.ROWS, 0);
      case PENTOMINO -> new PentominoProblem(small ? Board.of(3, 20) : Board.of(6, 10), 0);
      case UTS -> new TreeProblem(TreeProblem.Published.T1, TreeProblem.NO_CUTOFF);
      case GRAVITY -> new GravityProblem(small ? 10 : 50, 1);
      case KNAPSACK -> new KnapsackProblem(new Instance(small ? 30 : 100, 1), 0);
      case LU -> new LuProblem(small ? 256 : 1024, TILE, false, 1);
      case LU_MIGRATING -> new LuProblem(small ? 256 : 1024, TILE, true, 1);
    };
  }

  /** One worker first. */
  List<Shape> shapes() {
    return isLu()
        ? List.of(new Shape(1, 1), new Shape(2, 1), new Shape(4, 1))
        : List.of(new Shape(1, 1), new Shape(1, 2), new Shape(2, 1));
  }

  Network network() {
    return isLu() ? TEN_GIGABIT : Network.NONE;
  }

  /** Page size of the memory that the application allocates; 0 for the default. */
  long pageBytes() {
    return isLu() ? (long) TILE * TILE * Double.BYTES : 0;
  }

  private boolean isLu() {
    return this == LU || this == LU_MIGRATING;
  }
}
