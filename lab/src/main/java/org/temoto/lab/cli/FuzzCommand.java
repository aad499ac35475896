package org.temoto.lab.cli;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.temoto.apps.BadInputException;
import org.temoto.apps.cli.ExitCode;
import org.temoto.apps.cli.Switch;
import org.temoto.apps.cli.TemotoCommand;
import org.temoto.apps.report.Json;
import org.temoto.apps.report.Progress;
import org.temoto.fuzz.Divergence;
import org.temoto.fuzz.Failure;
import org.temoto.fuzz.Fuzzer;
import org.temoto.gas.GasOptions;
import org.temoto.gas.InvalidOptionException;
import org.temoto.gas.Temoto;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Command that searches for a program that the engine runs otherwise than one after the other
 * would.
 */
@Command(
    name = "fuzz",
    description = {
      "Runs random data-race-free programs on simulated clusters and compares all that they read"
          + " with their sequential execution. Program, cluster, schedule and late deliveries all"
          + " follow from the seed. Ends with the first that differs, shrunk, and exit code 1."
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class FuzzCommand implements Callable<Integer> {
  private static final long SHRINKING_RUNS = 5_000;
  private static final double NANOS = 1e9;

  @Spec private CommandSpec spec;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description = "How many seeds are tried (default: ${DEFAULT-VALUE}).")
  private long seeds = 1_000;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "The first of them (default: ${DEFAULT-VALUE}).")
  private long seed = 1;

  @Option(
      names = "--shrink",
      paramLabel = "on|off",
      description = "Whether a program that differs is made small (default: on).")
  private Switch shrink = Switch.ON;

  @Option(names = "--json", description = "Print one JSON object on one line.")
  private boolean json;

  @Override
  public Integer call() {
    if (!Temoto.resolve(GasOptions.DEFAULT).backend().equals("simulated")) {
      throw new BadInputException(
          "fuzz runs in one process: start it without a launcher such as oshrun");
    }
    if (seeds < 1) {
      throw new InvalidOptionException("seeds", seeds, "at least 1");
    }
    if (seed > Long.MAX_VALUE - seeds) {
      throw new InvalidOptionException("seed", seed, "at most 2^63 - 1 less the number of seeds");
    }
    try (Fuzzer fuzzer = new Fuzzer();
        Progress progress = TemotoCommand.progress(spec)) {
      return search(fuzzer, progress);
    }
  }

  private int search(Fuzzer fuzzer, Progress progress) {
    long start = System.nanoTime();
    Optional<Failure> failure = Optional.empty();
    for (long next = seed; next < seed + seeds && failure.isEmpty(); next++) {
      long done = next - seed;
      progress.begin(
          "%,d of %,d seeds, %.0f per second".formatted(done, seeds, done / seconds(start)));
      failure = fuzzer.run(next);
    }
    Search search = new Search(fuzzer.runs(), seconds(start), fuzzer.remoteSteals());
    if (failure.isPresent() && shrink == Switch.ON) {
      progress.begin("seed %d differs: making it smaller".formatted(failure.get().seed()));
      Failure small = fuzzer.shrink(failure.get(), SHRINKING_RUNS);
      progress.close();
      tell(search, failure, Optional.of(small));
    } else {
      progress.close();
      tell(search, failure, Optional.empty());
    }
    return failure.isEmpty() ? ExitCode.OK : ExitCode.FAILED;
  }

  private static double seconds(long start) {
    return (System.nanoTime() - start) / NANOS;
  }

  /** Counts of what has been done. */
  private record Search(long programs, double seconds, long remoteSteals) {}

  private void tell(Search search, Optional<Failure> failure, Optional<Failure> small) {
    if (json) {
      spec.commandLine().getOut().println(Json.line(fields(search, failure, small)));
      return;
    }
    PrintWriter err = spec.commandLine().getErr();
    err.println(
        "fuzz: %,d programs in %.1f s, %.0f per second, %,d steals between PEs; %s"
            .formatted(
                search.programs,
                search.seconds,
                search.programs / search.seconds,
                search.remoteSteals,
                failure.isEmpty() ? "none differs from its sequential execution" : "one differs"));
    failure.ifPresent(found -> {
      err.println("seed " + found.seed() + ": " + found.what());
      Failure shown = small.orElse(found);
      if (small.isPresent()) {
        err.println(
            "made smaller, from %d steps to %d: %s"
                .formatted(found.steps(), shown.steps(), shown.what()));
      }
      err.println(shown.program());
      err.println("again: " + replay(found));
      if (TemotoCommand.of(spec).stackTrace()) {
        found.thrown().printStackTrace(err);
      }
    });
  }

  private String replay(Failure failure) {
    return "temoto fuzz --seeds 1 --seed " + failure.seed();
  }

  private Map<String, Object> fields(
      Search search, Optional<Failure> failure, Optional<Failure> small) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("command", "fuzz");
    fields.put("seed", seed);
    fields.put("seeds", seeds);
    fields.put("programs", search.programs);
    fields.put("seconds", search.seconds);
    fields.put("programsPerSecond", search.programs / search.seconds);
    fields.put("remoteSteals", search.remoteSteals);
    fields.put("verified", failure.isEmpty());
    fields.put("failure", failure.map(this::fields).orElse(null));
    fields.put("shrunk", small.map(this::fields).orElse(null));
    fields.put("again", failure.map(this::replay).orElse(null));
    return fields;
  }

  private Map<String, Object> fields(Failure failure) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("seed", failure.seed());
    fields.put("what", failure.what());
    fields.put("steps", failure.steps());
    fields.put("divergence", failure.divergence().map(FuzzCommand::fields).orElse(null));
    fields.put("program", failure.program().lines().toList());
    return fields;
  }

  private static Map<String, Object> fields(Divergence divergence) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("task", divergence.task());
    fields.put("pe", divergence.pe());
    fields.put("during", divergence.during());
    fields.put("memory", divergence.memory());
    fields.put("from", divergence.from());
    fields.put("to", divergence.to());
    fields.put("expected", divergence.expected());
    fields.put("seen", divergence.seen());
    fields.put("write", divergence.write());
    return fields;
  }
}
