package org.temoto.apps.cli;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.text.ParseException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import org.temoto.apps.BadInputException;
import org.temoto.apps.io.OutputFile;
import org.temoto.gas.spi.file.Replacement;

/**
 * Recording of this process by Flight Recorder, with the events of task runtimes; its file is
 * replaced when it is closed, or when the JVM exits before: until then it is what it was.
 */
final class FlightRecording implements AutoCloseable {
  private static final List<String> EVENTS =
      List.of("temoto.Run", "temoto.Steal", "temoto.SuspendedJoin");

  private static final long POLL_MILLIS = 10;

  /** Longest time for Flight Recorder to write what it has while the JVM is shut down. */
  private static final long EXIT_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** So often in a row it is looked whether a recording that has stopped is written. */
  private static final int LOOKS = 100;

  private final Recording recording;
  private final Replacement replacement;
  private final Thread atExit = Thread.ofPlatform().unstarted(this::endAtExit);
  private boolean ended;

  private FlightRecording(Recording recording, Replacement replacement) {
    this.recording = recording;
    this.replacement = replacement;
    Runtime.getRuntime().addShutdownHook(atExit);
  }

  /** Begins to record into {@code file}, one of this process alone. */
  static FlightRecording into(Path file) {
    OutputFile.check(file);
    Recording recording = null;
    Replacement replacement = null;
    try {
      replacement = new Replacement(file, System.nanoTime());
      recording = new Recording(Configuration.getConfiguration("default"));
      EVENTS.forEach(recording::enable);
      recording.setDumpOnExit(true);
      replacement.create().close(); // with the permissions of what it replaces
      recording.setDestination(replacement.draft());
      recording.start();
      return new FlightRecording(recording, replacement);
    } catch (IOException | ParseException | IllegalStateException e) {
      if (recording != null) {
        recording.close();
      }
      discard(replacement, e);
      throw new BadInputException(file + ": Flight Recorder cannot record: " + e.getMessage(), e);
    }
  }

  private static void discard(Replacement replacement, Exception failure) {
    try {
      if (replacement != null) {
        replacement.discard();
      }
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  /** The file of this process: in a job of processes, each has its own beside {@code file}. */
  static Path own(Path file) {
    return Turn.isAlone() || file.getFileName() == null ? file : ofProcess(file, Turn.pe());
  }

  /** The name with the number of the PE before its last dot. */
  static Path ofProcess(Path file, String pe) {
    String name = file.getFileName().toString();
    int dot = name.lastIndexOf('.') > 0 ? name.lastIndexOf('.') : name.length();
    return file.resolveSibling(name.substring(0, dot) + "-" + pe + name.substring(dot));
  }

  /**
   * Writes the file, unless somebody has had the recording written elsewhere by the JDK's own
   * tools.
   *
   * @throws IOException if it cannot be written
   */
  @Override
  public void close() throws IOException {
    try {
      end();
    } finally {
      removeHook();
    }
  }

  private void removeHook() {
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      return; // it is shut down, and the hook finds nothing to do
    }
  }

  private synchronized void end() throws IOException {
    if (ended) {
      return;
    }
    ended = true;
    try {
      try (recording) {
        if (!isWritten()) {
          recording.dump(replacement.draft()); // which says why it cannot
        }
      }
      publish();
    } finally {
      replacement.discard();
    }
  }

  /**
   * Stops the recording; whether it is written then, to the draft or where the JDK's own tools were
   * told to. While a JVM that exits writes it, it is stopped, too.
   */
  private boolean isWritten() {
    try {
      if (recording.getState() == RecordingState.RUNNING) {
        recording.stop();
      }
    } catch (IllegalStateException e) {
      return isWritten(); // the JDK has stopped it meanwhile
    }
    for (int look = 0; look < LOOKS && recording.getState() == RecordingState.STOPPED; look++) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(POLL_MILLIS));
    }
    return recording.getState() != RecordingState.STOPPED;
  }

  private void publish() throws IOException {
    try (FileChannel draft = FileChannel.open(replacement.draft(), StandardOpenOption.WRITE)) {
      if (draft.size() == 0) {
        return; // it was written elsewhere
      }
      draft.force(true);
    }
    replacement.publish();
  }

  /** Ends while the JVM is shut down, after Flight Recorder, which then writes the draft itself. */
  private void endAtExit() {
    long start = System.nanoTime();
    try {
      while (recording.getState() == RecordingState.RUNNING
          && System.nanoTime() - start < EXIT_NANOS) {
        Thread.sleep(POLL_MILLIS);
      }
      end();
    } catch (IOException | InterruptedException e) {
      System.err.println("temoto: " + e.getMessage());
    }
  }
}
