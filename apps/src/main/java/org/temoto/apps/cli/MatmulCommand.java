package org.temoto.apps.cli;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.temoto.apps.ArrayKind;
import org.temoto.apps.BadInputException;
import org.temoto.apps.Kernel;
import org.temoto.apps.io.NpyFile;
import org.temoto.apps.io.OutputFile;
import org.temoto.apps.matmul.MatmulJob;
import org.temoto.apps.matmul.MatmulMethod;
import org.temoto.apps.matmul.MatrixLayout;
import org.temoto.apps.matmul.MultiplyPlan;
import org.temoto.apps.matmul.Operand;
import org.temoto.apps.report.Measurement;
import org.temoto.apps.report.Progress;
import org.temoto.apps.report.Report;
import org.temoto.apps.report.Summary;
import org.temoto.gas.GasOptions;
import org.temoto.task.RuntimeOptions;
import org.temoto.task.pattern.sort.ElementType;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command that multiplies two {@code .npy} matrices, or generated ones. */
@Command(
    name = "matmul",
    description = "Multiplies dense float64 or float32 matrices: C = A B.",
    customSynopsis = {
      "temoto matmul [OPTIONS] A.npy B.npy C.npy",
      "       temoto matmul [OPTIONS] --generate=N|MxKxN"
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class MatmulCommand implements Callable<Integer>, JobCommand {
  private static final double GIGA = 1e9;

  @Spec private CommandSpec spec;

  @Mixin private CommonOptions common;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "A.npy",
      description = "Left factor; also ARCHIVE.npz:NAME.")
  private Path fileA;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "B.npy",
      description = "Right factor; also that.")
  private Path fileB;

  @Parameters(index = "2", arity = "0..1", paramLabel = "C.npy", description = "Product.")
  private Path fileC;

  @Option(
      names = "--generate",
      paramLabel = "N|MxKxN",
      description = "Multiply generated N x N matrices, or M x K by K x N.")
  private String generate;

  @Option(
      names = "--type",
      paramLabel = "float32|float64",
      description = "Of generated matrices (default: ${DEFAULT-VALUE}).")
  private ElementType type = ElementType.FLOAT64;

  @Option(names = "--dtype", hidden = true)
  void type(ElementType value) { // NumPy's word for it; messages name what was typed
    type = value;
  }

  @Option(
      names = "--kernel",
      paramLabel = "fast|plain",
      description = "Vectorized code at the leaves (default), or scalar loops.")
  private Kernel kernel = Kernel.FAST;

  @Option(
      names = "--arrays",
      paramLabel = "global|shared",
      description =
          "Whether tasks localize and commit global memory (default), or work on plain memory that"
              + " the workers of one PE share.")
  private ArrayKind arrays = ArrayKind.GLOBAL;

  @Option(
      names = "--layout",
      paramLabel = "rows|tiles",
      description =
          "Whether matrices stand row by row in memory, or so that a page is about as high as it is"
              + " wide (default): then a block of a matrix has fewer pages.")
  private MatrixLayout layout = MatrixLayout.TILES;

  @Option(
      names = "--method",
      paramLabel = "recursive|chunked",
      description = {
        "How blocks come to hand (default: ${DEFAULT-VALUE}):",
        "recursive: the largest dimension is halved; small cubes localize three blocks, and commit",
        "chunked: a task computes a tile of C over the whole inner dimension, by requests for"
            + " chunks"
      })
  private MatmulMethod method = MatmulMethod.CHUNKED;

  @Option(
      names = "--cutoff",
      paramLabel = "N",
      description =
          "A task multiplies blocks of at most N rows and columns (default: what suits the job).")
  private Long cutoff;

  @Option(
      names = "--prefetch",
      paramLabel = "on|off",
      description =
          "Whether parts of A and B are on their way while others are multiplied (default), or are"
              + " waited for.")
  private Switch prefetch = Switch.ON;

  /** Job that is to be run, and its options. */
  private record Prepared(MatmulJob job, GasOptions options, RuntimeOptions limits) {}

  @Override
  public void check() {
    prepare();
  }

  @Override
  public Integer call() {
    Prepared prepared = prepare();
    common.requireEffect(withoutEffect());
    MatmulJob job = prepared.job();
    Job<MatmulJob.Outcome> done;
    try (Progress progress = TemotoCommand.progress(spec)) {
      done =
          common.launch(
              prepared.options(),
              space ->
                  (common.isLastRun() ? job : job.withoutOutput())
                      .run(space, prepared.limits(), progress),
              MatmulJob.Outcome::measurement,
              outcome -> !outcome.verified());
    }
    return finish(job, done);
  }

  @Override
  public Map<String, String> withoutEffect() {
    return common.withoutEffect(Optional.empty());
  }

  private Prepared prepare() {
    Operand a = generate == null ? operand(fileA) : generated(0);
    Operand b = generate == null ? operand(fileB) : generated(1);
    requireProduct(a, b);
    if (generate == null) {
      OutputFile.check(fileC, (long) ((double) a.rows() * b.columns() * a.type().bytes()));
    }
    RuntimeOptions limits = common.runtime();
    GasOptions options = common.space(dataBytes(a, b));
    if (arrays == ArrayKind.SHARED) {
      ArrayKind.requireOnePe(options.pes());
    }
    MatmulJob job =
        new MatmulJob(
            a, b, Optional.ofNullable(fileC), plan(a, b, options), layout, common.seed(), arrays);
    return new Prepared(job, options, limits);
  }

  private long dataBytes(Operand a, Operand b) {
    try {
      return MatmulJob.dataBytes(a, b, layout, common.pageSize());
    } catch (ArithmeticException e) {
      throw new BadInputException(
          "matmul: the product of (%d, %d) and (%d, %d) takes 2^63 bytes or more"
              .formatted(a.rows(), a.columns(), b.rows(), b.columns()),
          e);
    }
  }

  private MultiplyPlan plan(Operand a, Operand b, GasOptions options) {
    // Plain tasks are there to be compared: they are cut as those of PEs with a worker each.
    boolean plain = arrays == ArrayKind.SHARED;
    int pes = plain ? options.workers() : options.pes();
    int workers = plain ? 1 : options.workers();
    MultiplyPlan suited =
        method == MatmulMethod.RECURSIVE
            ? MultiplyPlan.recursive(a.type(), a.rows(), b.columns(), pes * workers, kernel)
            : MultiplyPlan.suited(a.type(), a.rows(), b.columns(), pes, workers, kernel);
    MultiplyPlan plan =
        suited
            .within(options, layout, a.rows(), a.columns(), b.columns())
            .withPrefetch(prefetch == Switch.ON);
    return cutoff == null ? plan : plan.withCutoff(cutoff);
  }

  private Operand operand(Path path) {
    if (path == null || fileC == null) {
      throw new BadInputException("matmul needs A.npy, B.npy and C.npy, or --generate N");
    }
    common.requireGenerated("matrices", "--type", "--dtype");
    NpyFile file = NpyFile.open(path);
    if (file.header().shape().size() != 2) {
      throw new BadInputException(
          path
              + ": shape "
              + file.header().shapeText()
              + ": matmul takes arrays of two dimensions");
    }
    return new Operand.FromFile(file);
  }

  /** Factor 0 or 1 of the product that {@code --generate} names. */
  private Operand generated(int which) {
    if (fileA != null) {
      throw new BadInputException(
          "matmul takes either --generate or A.npy, B.npy and C.npy, not " + fileA + " besides");
    }
    List<Integer> sides = sides();
    return new Operand.Generated(
        type, sides.get(which), sides.get(which + 1), 2 * common.seed() + which);
  }

  private List<Integer> sides() {
    String[] parts = generate.split("x", -1);
    try {
      List<Integer> sides = List.of(parts).stream().map(Integer::valueOf).toList();
      if ((sides.size() == 1 || sides.size() == 3) && sides.stream().allMatch(side -> side > 0)) {
        return sides.size() == 3 ? sides : List.of(sides.get(0), sides.get(0), sides.get(0));
      }
    } catch (NumberFormatException e) {
      throw refusedSides(e);
    }
    throw refusedSides(null);
  }

  private BadInputException refusedSides(Throwable cause) {
    return new BadInputException(
        "--generate " + generate + " must be N or MxKxN with positive numbers below 2^31", cause);
  }

  private void requireProduct(Operand a, Operand b) {
    for (Operand operand : List.of(a, b)) {
      if (!operand.type().isFloat()) {
        throw new BadInputException(
            "matmul: type " + operand.type() + " is not supported: float32 and float64 are");
      }
    }
    if (a.columns() != b.rows() || a.type() != b.type()) {
      throw new BadInputException(
          "matmul: no product of (%d, %d) %s and (%d, %d) %s: inner sizes and types must agree"
              .formatted(a.rows(), a.columns(), a.type(), b.rows(), b.columns(), b.type()));
    }
  }

  private int finish(MatmulJob job, Job<MatmulJob.Outcome> done) {
    long m = job.a().rows();
    long k = job.a().columns();
    long n = job.b().columns();
    MatmulJob.Outcome outcome = done.outcome();
    Measurement<Void> measurement = common.withRuns(outcome.measurement());
    Map<String, Object> subject = new LinkedHashMap<>();
    subject.put("shape", List.of(m, k, n));
    subject.put("type", job.a().type().label());
    Report report =
        new Report(
            "matmul",
            done.options(),
            subject,
            measurement,
            outcome.verified(),
            choices(job),
            common.hints("matmul", done.options(), measurement));
    double rate = 2.0 * m * n * k / measurement.seconds() / GIGA;
    String summary =
        Summary.of(
            "multiplied %d x %d by %d x %d %s".formatted(m, k, k, n, job.a().type()),
            String.format(Locale.ROOT, "%.3g GFLOP/s", rate),
            done.options(),
            measurement,
            outcome.verified());
    int code = Output.finish(spec, done.isReporter(), common.json(), report, summary, job.output());
    common.finish(done.isReporter());
    return code;
  }

  private Map<String, Object> choices(MatmulJob job) {
    Map<String, Object> choices = new LinkedHashMap<>();
    choices.put("kernel", job.plan().kernel().name().toLowerCase(Locale.ROOT));
    choices.put("arrays", arrays.name().toLowerCase(Locale.ROOT));
    choices.put("layout", layout.name().toLowerCase(Locale.ROOT));
    choices.put("method", method.label());
    choices.put("prefetch", prefetch.name().toLowerCase(Locale.ROOT));
    choices.put("tileRows", job.plan().height());
    choices.put("tileColumns", job.plan().width());
    choices.put("tileDepth", job.plan().depth());
    return choices;
  }
}
