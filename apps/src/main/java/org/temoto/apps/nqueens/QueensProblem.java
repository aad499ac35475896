package org.temoto.apps.nqueens;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.temoto.apps.suite.Search;
import org.temoto.gas.InvalidOptionException;
import org.temoto.task.Task;

/**
 * Application that counts the ways to place n queens, verified with the published numbers (OEIS
 * A000170).
 *
 * @param n from 1 to {@link #MAX}
 * @param method how to find out which squares are attacked
 * @param cutoff a task fills the last so many rows by plain calls
 */
public record QueensProblem(int n, Method method, int cutoff) implements Search<Long> {
  /** Method of finding out which squares are attacked. */
  public enum Method {
    /** Method by the bits of words: {@link Queens}. */
    MASKS,
    /** Method by looking at every queen above: {@link RowQueens}. */
    ROWS
  }

  private static final long[] KNOWN = {
    1,
    1,
    0,
    0,
    2,
    10,
    4,
    40,
    92,
    352,
    724,
    2_680,
    14_200,
    73_712,
    365_596,
    2_279_184,
    14_772_512,
    95_815_104,
    666_090_624,
    4_968_057_848L,
    39_029_188_884L
  };

  /** The largest board. */
  public static final int MAX = 20;

  public QueensProblem {
    if (n < 1 || n > MAX) {
      throw new InvalidOptionException("n", n, "from 1 to " + MAX);
    }
    if (method == Method.ROWS && n > RowQueens.MAX) {
      throw new InvalidOptionException("n", n, "at most " + RowQueens.MAX + " by rows");
    }
    if (cutoff < 0) {
      throw new InvalidOptionException("cutoff", cutoff, "0 or more");
    }
  }

  @Override
  public String name() {
    return "nqueens";
  }

  @Override
  public Map<String, Object> parameters() {
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("n", n);
    parameters.put("method", method.name().toLowerCase(Locale.ROOT));
    parameters.put("cutoff", cutoff);
    return parameters;
  }

  @Override
  public Task<Long> root() {
    return switch (method) {
      case MASKS -> Queens.onBoard(n, cutoff);
      case ROWS -> RowQueens.onBoard(n, cutoff);
    };
  }

  @Override
  public Long sequential() {
    return switch (method) {
      case MASKS -> Queens.count((1 << n) - 1, 0, 0);
      case ROWS -> RowQueens.count(new int[n], 0);
    };
  }

  @Override
  public boolean isRight(Long answer) {
    return answer == KNOWN[n];
  }
}
