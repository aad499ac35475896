package org.temoto.gas.shmem;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Program of one PE in a test job: it runs {@link OnShmem}'s tests and writes a {@link Result} per
 * test to the file that its argument names, with the rank behind.
 */
final class PeRun implements TestExecutionListener {
  private final List<Result> results = new ArrayList<>();

  public static void main(String[] arguments) throws IOException {
    PeRun run = new PeRun();
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(
                selectClass(OnShmem.PeContract.class),
                selectClass(OnShmem.TransportContract.class),
                selectClass(OnShmem.GlobalMemoryContract.class),
                selectClass(OnShmem.AllocationContract.class),
                selectClass(OnShmem.PagePlacementContract.class),
                selectClass(OnShmem.OwnershipContract.class),
                selectClass(OnShmem.ReadContract.class),
                selectClass(OnShmem.WriteContract.class),
                selectClass(OnShmem.ReadOnlyContract.class),
                selectClass(OnShmem.BoundsContract.class),
                selectClass(OnShmem.ForeignThreadContract.class),
                selectClass(OnShmem.AsyncContract.class),
                selectClass(OnShmem.AsyncReleaseContract.class),
                selectClass(OnShmem.SealedContract.class),
                selectClass(OnShmem.GatherContract.class),
                selectClass(OnShmem.FilesContract.class),
                selectClass(OnShmem.AutomaticContract.class),
                selectClass(OnShmem.LitmusContract.class),
                selectClass(OnShmem.LockContract.class),
                selectClass(OnShmem.PatternContract.class),
                selectClass(OnShmem.RandomPrograms.class),
                selectClass(OnShmem.CollectivesContract.class),
                selectClass(OnShmem.SharedWordsContract.class),
                selectClass(OnShmem.HeapContract.class),
                selectClass(OnShmem.LendingContract.class),
                selectClass(OnShmem.RecordsContract.class))
            .configurationParameter("junit.jupiter.execution.timeout.threaddump.enabled", "true")
            .build();
    LauncherFactory.create().execute(request, run);
    Result.write(Path.of(arguments[0] + "." + System.getenv("OMPI_COMM_WORLD_RANK")), run.results);
  }

  @Override
  public void executionSkipped(TestIdentifier test, String reason) {
    add(test, Result.Status.SKIPPED, reason);
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    String why = result.getThrowable().map(PeRun::trace).orElse("");
    switch (result.getStatus()) {
      case SUCCESSFUL -> add(test, Result.Status.PASSED, why);
      case ABORTED -> add(test, Result.Status.SKIPPED, why);
      case FAILED -> add(test, Result.Status.FAILED, why);
    }
  }

  private void add(TestIdentifier test, Result.Status status, String why) {
    if (test.isTest() || status == Result.Status.FAILED) {
      results.add(new Result(name(test), status, why));
    }
  }

  /** Class, method and arguments, as the unique identifier has them. */
  private static String name(TestIdentifier test) {
    return test.getUniqueIdObject().getSegments().stream()
        .skip(1)
        .map(segment -> segment.getValue().replaceAll("\\(.*", "").replaceAll(".*[.$]", ""))
        .reduce((left, right) -> left + " " + right)
        .orElse("engine");
  }

  private static String trace(Throwable thrown) {
    StringWriter text = new StringWriter();
    thrown.printStackTrace(new PrintWriter(text));
    return text.toString();
  }

  /** Outcome of a test on one PE. */
  record Result(String test, Status status, String why) {
    enum Status {
      PASSED,
      SKIPPED,
      FAILED
    }

    private static final String FIELD = "\t";
    private static final String LINE = "\\n";

    static void write(Path file, List<Result> results) throws IOException {
      Files.write(file, results.stream().map(Result::line).toList());
    }

    static List<Result> read(Path file) {
      try {
        return Files.readAllLines(file).stream().map(Result::parse).toList();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    boolean isSkipped() {
      return status == Status.SKIPPED;
    }

    private String line() {
      return test + FIELD + status + FIELD + why.replace("\t", "    ").replace("\n", LINE);
    }

    private static Result parse(String line) {
      String[] fields = line.split(FIELD, 3);
      return new Result(fields[0], Status.valueOf(fields[1]), fields[2].replace(LINE, "\n"));
    }
  }
}
