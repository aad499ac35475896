package org.temoto.apps.cli;

import org.temoto.apps.BadInputException;
import org.temoto.apps.pentomino.Board;
import org.temoto.apps.pentomino.PentominoProblem;
import org.temoto.apps.suite.Application;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Command that runs {@link PentominoProblem}. */
@Command(
    name = "pentomino",
    description = "All ways to fill a rectangle with pentominoes, up to its symmetry.",
    customSynopsis = "temoto run pentomino [OPTIONS]",
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class PentominoCommand extends ApplicationCommand<Long> {
  @Option(
      names = "--board",
      paramLabel = "AxB",
      description =
          "Its sides; beyond 60 squares each piece is there more than once"
              + " (default: ${DEFAULT-VALUE}).")
  private String board = "6x10";

  @Option(
      names = "--cutoff",
      paramLabel = "N",
      description = "The last N pieces are put down by plain calls (default: none).")
  private int cutoff;

  @Override
  protected Application<Long> application() {
    String[] sides = board.split("x", -1);
    try {
      if (sides.length == 2) {
        return new PentominoProblem(
            Board.of(Integer.parseInt(sides[0]), Integer.parseInt(sides[1])), cutoff);
      }
    } catch (NumberFormatException e) {
      throw refused(e);
    }
    throw refused(null);
  }

  private BadInputException refused(Throwable cause) {
    return new BadInputException("--board " + board + " must be like 6x10", cause);
  }
}
