package org.temoto.apps.cli;

import java.nio.file.Path;
import java.util.Optional;
import org.temoto.apps.BadInputException;
import org.temoto.apps.spmv.MatrixSource;
import org.temoto.apps.spmv.SpmvProblem;
import org.temoto.apps.suite.Application;
import org.temoto.gas.InvalidOptionException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Command that runs {@link SpmvProblem}. */
@Command(
    name = "spmv",
    description = "A sparse matrix times a vector again and again: the power iteration.",
    customSynopsis = "temoto run spmv [OPTIONS]",
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class SpmvCommand extends ApplicationCommand<SpmvProblem.Answer> {
  private static final int ROWS = 100_000;
  private static final int PER_ROW = 16;

  @Option(
      names = "--matrix",
      paramLabel = "FILE.mtx",
      description =
          "A square matrix in the coordinate form of Matrix Market: real, integer or pattern,"
              + " general or symmetric.")
  private Path file;

  @Option(
      names = "--generate",
      paramLabel = "N",
      description = "Or a random matrix of N rows and columns (default: " + ROWS + ").")
  private Integer generate;

  @Option(
      names = "--per-row",
      paramLabel = "K",
      description =
          "With --generate: nonzeros of each row (default: "
              + PER_ROW
              + ", or all columns of a smaller matrix).")
  private Integer perRow;

  @Option(
      names = "--iterations",
      paramLabel = "I",
      description = "How often the vector is multiplied (default: ${DEFAULT-VALUE}).")
  private int iterations = 50;

  @Override
  protected Application<SpmvProblem.Answer> application() {
    requireOneWorker("spmv");
    return new SpmvProblem(source(), iterations);
  }

  @Override
  Optional<String> taskless() {
    return Optional.of("spmv");
  }

  private MatrixSource source() {
    if (file == null) {
      return generated(generate == null ? ROWS : generate);
    }
    if (generate != null || perRow != null) {
      String other = generate != null ? "--generate " + generate : "--per-row " + perRow;
      throw new BadInputException("spmv takes either --matrix or a generated one, not " + other);
    }
    return MatrixSource.FromFile.read(file);
  }

  private MatrixSource generated(int n) {
    if (perRow == null && n > MatrixSource.MOST_NONZEROS / PER_ROW) {
      throw new InvalidOptionException(
          "generate",
          n,
          "at most %d with %d nonzeros in each row (--per-row)"
              .formatted(MatrixSource.MOST_NONZEROS / PER_ROW, PER_ROW));
    }
    int nonzeros = perRow == null ? Math.clamp(n, 1, PER_ROW) : perRow;
    return new MatrixSource.Generated(n, nonzeros, seed());
  }
}
