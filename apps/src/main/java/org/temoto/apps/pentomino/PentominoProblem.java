package org.temoto.apps.pentomino;

import java.util.LinkedHashMap;
import java.util.Map;
import org.temoto.apps.suite.Search;
import org.temoto.gas.InvalidOptionException;
import org.temoto.task.Task;

/**
 * Application that counts the ways to fill a board with pentominoes, up to the board's symmetry;
 * verified with the published numbers for boards of 60 squares, with the sequential version for
 * others.
 *
 * @param cutoff a task puts down the last so many pieces by plain calls
 */
public record PentominoProblem(Board board, int cutoff) implements Search<Long> {
  /** Numbers of solutions of the boards that all twelve pieces fill (Haselgrove, 1960). */
  private static final Map<Board, Long> KNOWN =
      Map.of(
          Board.of(6, 10), 2339L,
          Board.of(5, 12), 1010L,
          Board.of(4, 15), 368L,
          Board.of(3, 20), 2L,
          Board.of(2, 30), 0L,
          Board.of(1, 60), 0L);

  public PentominoProblem {
    if (cutoff < 0) {
      throw new InvalidOptionException("cutoff", cutoff, "0 or more");
    }
  }

  @Override
  public String name() {
    return "pentomino";
  }

  @Override
  public Map<String, Object> parameters() {
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("board", board.width() + "x" + board.height());
    parameters.put("cutoff", cutoff);
    return parameters;
  }

  @Override
  public Task<Long> root() {
    return Tiling.of(board, cutoff);
  }

  @Override
  public Long sequential() {
    return PlainTiling.from(Tiling.of(board, 0), Places.of(board));
  }

  @Override
  public boolean isRight(Long stabilizers) {
    Long known = KNOWN.get(board);
    return known != null
        ? stabilizers == known * board.symmetries()
        : stabilizers.equals(sequential());
  }

  @Override
  public Map<String, Object> fields(Long stabilizers) {
    return Map.of("result", stabilizers / board.symmetries());
  }
}
