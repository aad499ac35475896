package org.temoto.apps.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.List;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import org.temoto.apps.BadInputException;
import org.temoto.apps.io.OutputFile;

/**
 * Recording of this process by Flight Recorder, with the events of task runtimes; its file is
 * written when it is closed, or when the JVM exits before.
 */
final class FlightRecording implements AutoCloseable {
  private static final List<String> EVENTS =
      List.of("temoto.Run", "temoto.Steal", "temoto.SuspendedJoin");

  private final Recording recording;
  private final Path file;

  private FlightRecording(Recording recording, Path file) {
    this.recording = recording;
    this.file = file;
  }

  /** Begins to record into {@code file}, one of this process alone. */
  static FlightRecording into(Path file) {
    OutputFile.check(file);
    Recording recording = null;
    try {
      recording = new Recording(Configuration.getConfiguration("default"));
      EVENTS.forEach(recording::enable);
      recording.setDumpOnExit(true);
      recording.setDestination(file);
      recording.start();
      return new FlightRecording(recording, file);
    } catch (IOException | ParseException | IllegalStateException e) {
      if (recording != null) {
        recording.close();
      }
      throw new BadInputException(file + ": Flight Recorder cannot record: " + e.getMessage(), e);
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
   * Writes the file, unless somebody has stopped the recording by the JDK's own tools.
   *
   * @throws IOException if it cannot be written
   */
  @Override
  public void close() throws IOException {
    try (recording) {
      if (recording.getState() == RecordingState.RUNNING) {
        recording.setDestination(null); // stop would write there, and hide that it cannot
        recording.stop();
        recording.dump(file);
      }
    }
  }
}
