package org.temoto.lab.cli;

import org.temoto.apps.cli.ApplicationCommand;
import org.temoto.apps.suite.Application;
import org.temoto.lab.aggregation.Aggregation;
import org.temoto.lab.aggregation.AggregationProblem;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Command that runs {@link AggregationProblem}. */
@Command(
    name = "aggregation",
    description = "A small program whose tasks bring data to hand in one of four ways.",
    customSynopsis = "temoto run aggregation [OPTIONS]",
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class AggregationCommand extends ApplicationCommand<Long> {
  private static final int OUTER = 4;

  @Option(
      names = "--program",
      paramLabel = "sort|matmul|stencil|gather",
      description = "What is computed (default: sort).")
  private AggregationProblem.Program program = AggregationProblem.Program.SORT;

  @Option(
      names = "--way",
      paramLabel = "element|packed|leaf|ancestor",
      description =
          "What leaves read comes by a get for each element, by one get of packed elements, by a"
              + " localize of the leaf, or by one of an ancestor (default: ancestor).")
  private Aggregation way = Aggregation.ANCESTOR;

  @Option(
      names = "--n",
      paramLabel = "N",
      description =
          "Keys, rows and columns, or results (default: 32768 keys or results, 128 rows of a matrix,"
              + " 256 of a grid).")
  private Integer n;

  @Option(
      names = "--levels",
      paramLabel = "N",
      description = "How often it is halved (default: ${DEFAULT-VALUE}).")
  private int levels = 7;

  @Option(
      names = "--outer",
      paramLabel = "N",
      description =
          "Levels from the leaves up to the ancestor that asks for all of them (default: 4, or the"
              + " levels).")
  private Integer outer;

  @Override
  protected Application<Long> application() {
    return new AggregationProblem(
        program,
        way,
        n == null ? program.size() : n,
        levels,
        outer == null ? Math.clamp(levels, 1, OUTER) : outer,
        seed());
  }
}
