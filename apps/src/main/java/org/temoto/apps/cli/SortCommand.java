package org.temoto.apps.cli;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.temoto.apps.ArrayKind;
import org.temoto.apps.BadInputException;
import org.temoto.apps.Kernel;
import org.temoto.apps.io.NpyFile;
import org.temoto.apps.io.OutputFile;
import org.temoto.apps.report.Measurement;
import org.temoto.apps.report.Progress;
import org.temoto.apps.report.Report;
import org.temoto.apps.report.Summary;
import org.temoto.apps.sort.KeyDistribution;
import org.temoto.apps.sort.KeyGenerator;
import org.temoto.apps.sort.PlainKernel;
import org.temoto.apps.sort.SortJob;
import org.temoto.apps.sort.SortMethod;
import org.temoto.gas.GasOptions;
import org.temoto.gas.InvalidOptionException;
import org.temoto.task.RuntimeOptions;
import org.temoto.task.pattern.sort.ElementType;
import org.temoto.task.pattern.sort.FastKernel;
import org.temoto.task.pattern.sort.SortKernel;
import org.temoto.task.pattern.sort.SortPlan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command that sorts a {@code .npy} file, or generated keys. */
@Command(
    name = "sort",
    description = {
      "Sorts int32, int64, float32 or float64 keys.",
      "Numbers are in the order of Double.compare: -0.0 before 0.0, NaN last."
    },
    customSynopsis = {
      "temoto sort [OPTIONS] IN.npy OUT.npy",
      "       temoto sort [OPTIONS] --generate=N"
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class SortCommand implements Callable<Integer>, JobCommand {
  @Spec private CommandSpec spec;

  @Mixin private CommonOptions common;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "IN.npy",
      description = "Keys to sort; also ARCHIVE.npz:NAME.")
  private Path input;

  @Parameters(index = "1", arity = "0..1", paramLabel = "OUT.npy", description = "Sorted keys.")
  private Path output;

  @Option(names = "--generate", paramLabel = "N", description = "Sort N generated keys instead.")
  private Long generate;

  @Option(
      names = "--distribution",
      paramLabel = "uniform|sorted|reversed|equal|zipf",
      description = "Of generated keys (default: uniform).")
  private KeyDistribution distribution = KeyDistribution.UNIFORM;

  @Option(
      names = "--type",
      paramLabel = "int32|int64|float32|float64",
      description = "Of generated keys (default: ${DEFAULT-VALUE}).")
  private ElementType type = ElementType.INT32;

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
      names = "--cutoff",
      paramLabel = "N",
      description = "Keys that one task sorts at most (default: what suits the job).")
  private Long cutoff;

  @Option(
      names = "--method",
      paramLabel = "cilksort|multiway",
      description = {
        "How sorted runs are merged (default: cilksort for two workers, multiway for more):",
        "cilksort: two at a time, by localize and commit",
        "multiway: all at once, by localizeAsync and commit"
      })
  private SortMethod method;

  @Option(
      names = "--ways",
      paramLabel = "N",
      description =
          "Sorted runs that are merged at a time, at most: 2 to 1024, more than 2 is multiway"
              + " (default: 2 by cilksort, all by multiway).")
  private Integer ways;

  /** Job that is to be run, and its options. */
  private record Prepared(SortJob job, GasOptions options, RuntimeOptions limits) {}

  @Override
  public void check() {
    prepare();
  }

  @Override
  public Integer call() {
    Prepared prepared = prepare();
    common.requireEffect(withoutEffect());
    SortJob job = prepared.job();
    Job<SortJob.Outcome> done;
    try (Progress progress = TemotoCommand.progress(spec)) {
      done =
          common.launch(
              prepared.options(),
              space ->
                  (common.isLastRun() ? job : job.withoutOutput())
                      .run(space, prepared.limits(), progress),
              SortJob.Outcome::measurement,
              outcome -> !outcome.verified());
    }
    return finish(job, done);
  }

  @Override
  public Map<String, String> withoutEffect() {
    return common.withoutEffect(Optional.empty());
  }

  private Prepared prepare() {
    SortJob.Source source = source();
    RuntimeOptions limits = common.runtime();
    GasOptions options = common.space(2 * source.count() * source.type().bytes());
    if (arrays == ArrayKind.SHARED) {
      ArrayKind.requireOnePe(options.pes());
    }
    SortPlan plan =
        suited(source, options)
            .onPages(
                options.pageSize() / source.type().bytes(),
                source.count(),
                options.pes(),
                options.workers())
            .within(options.cacheBytes() / source.type().bytes(), options.workers());
    if (method != null && SortMethod.of(plan) != method) {
      throw new InvalidOptionException(
          "cacheBytes",
          options.cacheBytes(),
          "larger with --method " + method.label() + ": two runs would be merged at a time");
    }
    SortJob job =
        new SortJob(
            source,
            Optional.ofNullable(output),
            cutoff == null ? plan : plan.withCutoff(cutoff),
            arrays);
    return new Prepared(job, options, limits);
  }

  private SortPlan suited(SortJob.Source keys, GasOptions options) {
    if (method == null && ways == null) {
      return SortPlan.suited(keys.type(), keys.count(), options.pes(), options.workers(), kernel());
    }
    if (method != null && ways != null) {
      method.requireWays(ways);
    }
    int most = ways == null ? method.ways() : ways;
    return SortPlan.suited(
        keys.type(), keys.count(), options.pes(), options.workers(), kernel(), most);
  }

  private SortKernel kernel() {
    return switch (kernel) {
      case FAST -> FastKernel.INSTANCE;
      case PLAIN -> PlainKernel.INSTANCE;
    };
  }

  private SortJob.Source source() {
    if (generate != null) {
      if (input != null || generate < 0 || generate > Long.MAX_VALUE / (4 * Long.BYTES)) {
        throw new BadInputException(
            input != null
                ? "sort takes either --generate or IN.npy and OUT.npy, not " + input + " besides"
                : "--generate " + generate + " must be from 0 to 2^58");
      }
      return new SortJob.Generated(new KeyGenerator(type, generate, distribution, common.seed()));
    }
    if (input == null || output == null) {
      throw new BadInputException("sort needs IN.npy and OUT.npy, or --generate N");
    }
    common.requireGenerated("keys", "--type", "--dtype", "--distribution");
    NpyFile file = NpyFile.open(input);
    if (file.header().shape().size() != 1) {
      throw new BadInputException(
          input + ": shape " + file.header().shapeText() + ": sort takes arrays of one dimension");
    }
    OutputFile.check(output, file.header().dataBytes());
    return new SortJob.FromFile(file);
  }

  private int finish(SortJob job, Job<SortJob.Outcome> done) {
    long count = job.source().count();
    SortJob.Outcome outcome = done.outcome();
    Measurement<Void> measurement = common.withRuns(outcome.measurement());
    Map<String, Object> subject = new LinkedHashMap<>();
    subject.put("elements", count);
    subject.put("type", job.source().type().label());
    Report report =
        new Report(
            "sort",
            done.options(),
            subject,
            measurement,
            outcome.verified(),
            choices(job),
            common.hints("sort", done.options(), measurement));
    String summary =
        Summary.of(
            "sorted %d %s (%s)".formatted(count, job.source().type(), label(job)),
            Summary.rate(count / measurement.seconds(), "keys"),
            done.options(),
            measurement,
            outcome.verified());
    int code = Output.finish(spec, done.isReporter(), common.json(), report, summary, job.output());
    common.finish(done.isReporter());
    return code;
  }

  private static String label(SortJob job) {
    return SortMethod.of(job.plan()).label();
  }

  private Map<String, Object> choices(SortJob job) {
    Map<String, Object> choices = new LinkedHashMap<>();
    choices.put("kernel", kernel.name().toLowerCase(Locale.ROOT));
    choices.put("arrays", arrays.name().toLowerCase(Locale.ROOT));
    choices.put("cutoff", job.plan().cutoff());
    choices.put("method", label(job));
    choices.put("ways", job.plan().ways());
    choices.put("mergeGrain", job.plan().mergeGrain());
    choices.put("aggregate", job.plan().aggregate());
    if (generate != null) {
      choices.put("distribution", distribution.name().toLowerCase(Locale.ROOT));
    }
    return choices;
  }
}
