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
import org.temoto.apps.report.Json;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Starts jobs under {@code oshrun}, one of them a C program compiled now, and has them measure in
 * turns: what the processors or another program do to one, they do to all.
 */
@Command(
    name = "bench shmem",
    description = {
      "OpenSHMEM on this machine: operations between two PEs beside a C program's,",
      "and the sort by processes beside the sort by threads. Starts oshrun by itself."
    },
    mixinStandardHelpOptions = true)
public final class ShmemBench implements Callable<Integer> {
  /** What can be measured. */
  enum Subject {
    OPERATIONS,
    SORT
  }

  @Spec private CommandSpec spec;

  @Option(names = "--only", paramLabel = "operations|sort", description = "One of the two.")
  private Subject only;

  @Option(names = "--rounds", paramLabel = "N", description = "Rounds of operations that count.")
  private int rounds = 51;

  @Option(names = "--warm-up", paramLabel = "N", description = "As many as N rounds before those.")
  private int warmUp = 200;

  @Option(names = "--sort-rounds", paramLabel = "N", description = "Sorts of each that count.")
  private int sortRounds = 21;

  @Option(names = "--sort-warm-up", paramLabel = "N", description = "Sorts before those.")
  private int sortWarmUp = 8;

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
    if (rounds < 1 || sortRounds < 1 || warmUp < 1 || sortWarmUp < 0 || elements < 1) {
      throw new ParameterException(
          spec.commandLine(),
          "--rounds, --warm-up, --sort-rounds and --elements must be at least 1, --sort-warm-up"
              + " not negative");
    }
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("command", "bench shmem");
    object.put("processors", Runtime.getRuntime().availableProcessors());
    object.put("java", Runtime.version().toString());
    List<String> tables = new ArrayList<>();
    if (only != Subject.SORT) {
      Operations operations = operations();
      object.put("rounds", rounds);
      object.put("operations", operations.object());
      tables.addAll(operations.table());
    }
    if (only != Subject.OPERATIONS) {
      Shapes shapes = sort();
      object.put("elements", elements);
      object.put("sortRounds", sortRounds);
      object.put("sort", shapes.object());
      tables.add("");
      tables.addAll(shapes.table());
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

  private Operations operations() throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("temoto-bench");
    try {
      return operations(
          LimitProgram.compile(Oshrun.home().resolve("bench/src/main/c/limit.c"), folder));
    } finally {
      Files.deleteIfExists(folder.resolve(LimitProgram.NAME));
      Files.delete(folder);
    }
  }

  private Operations operations(Path limit) {
    long heap = ProbeServer.HEAP_BASE;
    try (OshrunJob c = new OshrunJob("the C program", 2, heap, List.of(limit.toString()));
        OshrunJob temoto =
            new OshrunJob(
                "Temoto", 2, heap, Oshrun.program(ProbeServer.class, List.of("operations")))) {
      return Operations.measure(temoto, c, warmUp, rounds);
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
