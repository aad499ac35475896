package org.temoto.task;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.RuntimeSupport;
import org.temoto.task.trace.Trace;
import org.temoto.task.trace.file.TraceFolder;
import org.temoto.task.trace.file.TraceLog;

/**
 * Logs of the workers of one PE's runtime, if its options have a folder for them. Used by the main
 * strand.
 */
final class TraceLogs {
  private final GlobalAddressSpace space;
  private final ProcessingElement element;

  /** Null if nothing is recorded. */
  private final Path folder;

  /** The runtimes that the job has started before, the same on every PE. */
  private final List<TaskRuntime> earlier;

  /** The logs, and what closes each where the job ends before the runtime is closed. */
  private final Map<TraceLog, Runnable> logs = new LinkedHashMap<>();

  /** This PE's clock beside PE 0's. */
  private ClockComparison clock = ClockComparison.NONE;

  private boolean hasFailed;

  TraceLogs(GlobalAddressSpace space, RuntimeOptions options) {
    RuntimeSupport support = RuntimeSupport.of(space);
    this.space = space;
    this.element = support.processingElement();
    this.folder = options.traceFolder().orElse(null);
    this.earlier =
        support.opened().stream()
            .filter(TaskRuntime.class::isInstance)
            .map(TaskRuntime.class::cast)
            .toList();
  }

  /** PE 0 creates the folder for the first runtime that records there. A barrier has to follow. */
  void createFolder() {
    if (folder != null && element.rank() == 0 && earlier.stream().noneMatch(this::isRecordedHere)) {
      TraceFolder.create(folder);
    }
  }

  private boolean isRecordedHere(TaskRuntime runtime) {
    return runtime.options().traceFolder().filter(folder::equals).isPresent();
  }

  /** Finds out how the clocks of the PEs differ. Collective; before a log is opened. */
  void compareClocks() {
    if (folder != null) {
      TraceFolder.requireShared(
          folder, "PE %s on host %s".formatted(element.rank(), element.host()));
      clock = ClockComparison.of(space, element);
    }
  }

  /** Opens the log in which worker {@code index} records; null if nothing is recorded. */
  TraceLog open(int index) {
    if (folder == null) {
      return null;
    }
    TraceLog log =
        new TraceLog(
            folder, earlier.size(), element.rank(), index, clock.aheadNanos(), clock.errorNanos());
    Runnable cleanup = log::close;
    element.atEnd(cleanup);
    logs.put(log, cleanup);
    return log;
  }

  /** A run has failed, and what is recorded is to be read. A barrier has to follow. */
  void failed() {
    hasFailed = true;
    logs.keySet().forEach(TraceLog::force);
  }

  Trace read() {
    return TraceFolder.read(folder);
  }

  /**
   * No strand has a worker any more.
   *
   * @throws UncheckedIOException if a log cannot be written: all are closed then, too
   */
  void close() {
    UncheckedIOException first = null;
    for (TraceLog log : logs.keySet()) {
      try {
        close(log);
      } catch (UncheckedIOException failure) {
        if (first == null) {
          first = failure;
        } else {
          first.addSuppressed(failure);
        }
      }
    }
    logs.values().forEach(element::doneBeforeEnd);
    if (first != null) {
      throw first;
    }
  }

  private void close(TraceLog log) {
    if (hasFailed) {
      log.close();
    } else {
      log.end();
    }
  }
}
