package org.temoto.lab.cli;

import java.io.PrintWriter;
import java.util.function.Function;
import org.temoto.apps.cli.Main;
import org.temoto.apps.cli.TemotoCommand;
import org.temoto.lab.simulate.NotKeptException;
import org.temoto.lab.simulate.OutputDirectory;
import org.temoto.lab.simulate.Recording;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Guard that keeps what is finished of long work when a signal or a failure ends it before its
 * time, and says how much that is.
 *
 * @param <T> the results
 */
final class EarlyEnd<T> implements AutoCloseable {
  /**
   * Record of how much is finished.
   *
   * @param unit what is counted, in the plural
   */
  record Extent(int finished, int planned, String unit) {
    @Override
    public String toString() {
      String units = planned == 1 ? unit.substring(0, unit.length() - 1) : unit;
      return "%d of %d %s finished".formatted(finished, planned, units);
    }
  }

  private final PrintWriter err;
  private final boolean watched;
  private final boolean stackTrace;
  private final Recording<T> recording;
  private final Function<T, Extent> extent;
  private final OutputDirectory directory;
  private final boolean isNew;
  private final Thread hook = Thread.ofPlatform().unstarted(() -> end("interrupted"));

  private EarlyEnd(
      CommandSpec spec,
      Recording<T> recording,
      Function<T, Extent> extent,
      OutputDirectory directory,
      boolean isNew) {
    this.err = spec.commandLine().getErr();
    this.watched = TemotoCommand.of(spec).isWatched();
    this.stackTrace = TemotoCommand.of(spec).stackTrace();
    this.recording = recording;
    this.extent = extent;
    this.directory = directory;
    this.isNew = isNew;
  }

  /**
   * Makes a signal find {@code recording} concluded from now on until {@link #close}.
   *
   * @param extent of the results
   * @param directory where the files are
   * @param isNew whether the command has created it: then it goes if it stays empty
   */
  static <T> EarlyEnd<T> of(
      CommandSpec spec,
      Recording<T> recording,
      Function<T, Extent> extent,
      OutputDirectory directory,
      boolean isNew) {
    EarlyEnd<T> end = new EarlyEnd<>(spec, recording, extent, directory, isNew);
    Runtime.getRuntime().addShutdownHook(end.hook);
    return end;
  }

  /** Keeps what is finished, and says so; nothing if that has been done. */
  void end(String reason) {
    try {
      if (recording.conclude()) {
        Extent done = extent.apply(recording.results());
        err.printf(
            "%stemoto: %s: %s, %s%n",
            watched ? SweepProgress.ERASE : "",
            reason,
            done,
            done.finished() == 0 ? "nothing is written" : "which are in " + directory.path());
      }
    } catch (NotKeptException e) {
      tell(e);
    }
    err.flush();
    deleteEmpty();
  }

  /** The same after {@code failure}, which is not to be lost if memory or stderr is. */
  void endBy(Throwable failure) {
    try {
      end("ended by an error");
    } catch (RuntimeException | Error e) {
      if (e != failure) {
        failure.addSuppressed(e);
      }
    }
  }

  private void deleteEmpty() {
    if (isNew) {
      directory.deleteEmpty();
    }
  }

  /** Says why files could not be written, and what they have. */
  void tell(NotKeptException failed) {
    Main.report(err, failed.getCause(), stackTrace);
    err.printf(
        "temoto: %s, %d of them in all files of %s%n",
        extent.apply(recording.results()),
        extent.apply(recording.kept()).finished(),
        directory.path());
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      return; // the JVM is shutting down: the hook runs, and finds nothing to do if all is
      // concluded
    }
    deleteEmpty();
  }
}
