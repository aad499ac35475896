package org.temoto.apps.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Keeps the results of a sweep in files, from the first point on: what is finished survives
 * whatever ends the process. Thread-safe.
 */
public final class Recording {
  /** While points follow each other quickly, the files are not written for each. */
  private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** Writing takes this share of the time at most, however much there is to write. */
  private static final int SHARE = 20;

  private final Sweep sweep;
  private final OutputDirectory directory;
  private final List<PointResult> finished = new ArrayList<>();
  private long nextWrite = System.nanoTime();
  private Optional<Timeline> timeline = Optional.empty();
  private boolean concluded;

  public Recording(Sweep sweep, OutputDirectory directory) {
    this.sweep = sweep;
    this.directory = directory;
  }

  /** What is drawn of one of the points. */
  public synchronized void timeline(Timeline drawn) {
    timeline = Optional.of(drawn);
  }

  /** Another point is finished. Forgotten after {@link #conclude}. */
  public synchronized void add(PointResult result) {
    if (concluded) {
      return;
    }
    finished.add(result);
    long start = System.nanoTime();
    if (start - nextWrite >= 0) {
      write();
      long end = System.nanoTime();
      nextWrite = end + Math.max(INTERVAL_NANOS, SHARE * (end - start));
    }
  }

  /**
   * Writes everything, unless no point is finished or that has been done; whether this call was the
   * first.
   */
  public synchronized boolean conclude() {
    if (concluded) {
      return false;
    }
    concluded = true;
    if (!finished.isEmpty()) {
      write();
    }
    return true;
  }

  /** What there is by now. */
  public synchronized Results results() {
    return new Results(sweep, finished, timeline);
  }

  private void write() {
    Results results = results();
    directory.create();
    directory.write(OutputDirectory.Name.JSON, results.toJson());
    directory.write(OutputDirectory.Name.TABLE, ResultTable.of(results).toCsv());
    directory.write(OutputDirectory.Name.SPEED_UP, HtmlReport.speedUp(results).png());
    directory.write(OutputDirectory.Name.BREAKDOWN, HtmlReport.breakdown(results).png());
    directory.write(OutputDirectory.Name.REPORT, new HtmlReport(results).text());
  }
}
