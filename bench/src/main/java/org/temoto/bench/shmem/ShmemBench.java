package org.temoto.bench.shmem;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import org.temoto.apps.report.Json;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Comparison of jobs under {@code oshrun}, one of them a C program compiled now, measured in turns:
 * what the processors or another program do to one, they do to all.
 */
@Command(
    name = "bench shmem",
    description = {
      "OpenSHMEM on this machine: operations between two PEs beside a C program's,",
      "steps that end with a barrier beside a C program's, and the sort by processes beside",
      "the sort by threads. Starts oshrun by itself."
    },
    mixinStandardHelpOptions = true)
public final class ShmemBench implements Callable<Integer> {
  /** Subject that can be measured. */
  enum Subject {
    OPERATIONS,
    STEPS,
    SORT
  }

  @Spec private CommandSpec spec;

  @Option(names = "--only", paramLabel = "operations|steps|sort", description = "One of the three.")
  private Subject only;

  @Option(names = "--rounds", paramLabel = "N", description = "Rounds of operations that count.")
  private int rounds = 51;

  @Option(names = "--warm-up", paramLabel = "N", description = "As many as N rounds before those.")
  private int warmUp = 200;

  @Option(names = "--step-rounds", paramLabel = "N", description = "Rounds of steps that count.")
  private int stepRounds = 21;

  @Option(names = "--step-warm-up", paramLabel = "N", description = "As many as N before those.")
  private int stepWarmUp = 30;

  @Option(names = "--sort-rounds", paramLabel = "N", description = "Sorts of each that count.")
  private int sortRounds = 21;

  @Option(names = "--sort-warm-up", paramLabel = "N", description = "Sorts before those.")
  private int sortWarmUp = 80; // until both PEs of a job have compiled all of it

  @Option(names = "--elements", paramLabel = "N", description = "Keys to sort.")
  private int elements = 10_000_000;

  @Option(names = "--seed", paramLabel = "N", description = "Of the keys.")
  private long seed = 1;

  @Option(names = "--json", description = "One JSON object instead of tables.")
  private boolean json;

  /** Runs what {@code arguments} ask for. */
  public static void main(String[] arguments) {
    CommandLine line =
        new CommandLine(new ShmemBench())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setExecutionExceptionHandler(ShmemBench::report);
    System.exit(line.execute(arguments));
  }

  private static int report(Exception e, CommandLine line, CommandLine.ParseResult parsed)
      throws Exception {
    if (e instanceof BenchException) {
      line.getErr().println("temoto: bench shmem: " + e.getMessage());
      return 1;
    }
    throw e;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (Math.min(Math.min(rounds, sortRounds), stepRounds) < 1
        || Math.min(Math.min(warmUp, stepWarmUp), elements) < 1
        || sortWarmUp < 0) {
      throw new ParameterException(
          spec.commandLine(),
          "--rounds, --warm-up, --step-rounds, --step-warm-up, --sort-rounds and --elements must be"
              + " at least 1, --sort-warm-up not negative");
    }
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("command", "bench shmem");
    object.put("processors", Runtime.getRuntime().availableProcessors());
    object.put("java", Runtime.version().toString());
    List<String> tables = new ArrayList<>();
    if (isWanted(Subject.OPERATIONS)) {
      Operations operations = operations();
      object.put("rounds", rounds);
      object.put("operations", operations.object());
      tables.addAll(operations.table());
    }
    if (isWanted(Subject.STEPS)) {
      Steps steps = steps();
      object.put("stepRounds", stepRounds);
      object.put("steps", steps.objects());
      addTable(tables, steps.table());
    }
    if (isWanted(Subject.SORT)) {
      Shapes shapes = sort();
      object.put("elements", elements);
      object.put("sortRounds", sortRounds);
      object.put("sort", shapes.object());
      addTable(tables, shapes.table());
    }
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(Json.line(object));
    } else {
      tables.forEach(out::println);
    }
    out.flush();
    return 0;
  }

  private static void addTable(List<String> tables, List<String> table) {
    if (!tables.isEmpty()) {
      tables.add("");
    }
    tables.addAll(table);
  }

  private boolean isWanted(Subject subject) {
    return only == null || only == subject;
  }

  private Operations operations() throws IOException, InterruptedException {
    return besideC(
        "operations",
        "limit.c",
        ProbeServer.HEAP_BASE,
        (temoto, c) -> Operations.measure(temoto, c, warmUp, rounds));
  }

  private Steps steps() throws IOException, InterruptedException {
    return besideC(
        "steps",
        "steps.c",
        ProbeServer.STEPS_HEAP,
        (temoto, c) -> Steps.measure(temoto, c, stepWarmUp, stepRounds));
  }

  /** Has {@code probes} of Temoto and the program of {@code source} measured by {@code measure}. */
  private static <R> R besideC(
      String probes, String source, long heap, BiFunction<OshrunJob, OshrunJob, R> measure)
      throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("temoto-bench");
    Path sources = Oshrun.home().resolve("bench/src/main/c");
    Path executable = folder.resolve(source.replace(".c", ""));
    try {
      LimitProgram.compile(sources.resolve(source), executable);
      try (OshrunJob c = new OshrunJob("the C program", 2, heap, List.of(executable.toString()));
          OshrunJob temoto =
              new OshrunJob(
                  "Temoto", 2, heap, Oshrun.program(ProbeServer.class, List.of(probes)))) {
        return measure.apply(temoto, c);
      }
    } finally {
      Files.deleteIfExists(executable);
      Files.delete(folder);
    }
  }

  private Shapes sort() {
    List<OshrunJob> jobs = new ArrayList<>();
    try {
      for (Shapes.Shape shape : Shapes.ALL) {
        List<String> program =
            Oshrun.program(
                ProbeServer.class,
                List.of(
                    "sort",
                    Integer.toString(shape.workers()),
                    Integer.toString(elements),
                    Long.toString(seed)));
        long heap = ProbeServer.heapBytes(elements, shape.workers(), shape.pes());
        jobs.add(new OshrunJob("the sort on " + shape, shape.pes(), heap, program));
      }
      return Shapes.measure(jobs, sortWarmUp, sortRounds);
    } finally {
      jobs.forEach(OshrunJob::close);
    }
  }
}
