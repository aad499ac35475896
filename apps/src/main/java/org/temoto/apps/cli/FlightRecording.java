package org.temoto.apps.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.List;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;
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

  private FlightRecording(Recording recording) {
    this.recording = recording;
  }

  /** Begins; in a job of processes, each has a file of its own beside {@code file}. */
  static FlightRecording into(Path file) {
    Path own = Turn.isAlone() ? file : ofProcess(file, Turn.pe());
    OutputFile.check(own);
    try {
      Recording recording = new Recording(Configuration.getConfiguration("default"));
      EVENTS.forEach(recording::enable);
      recording.setDumpOnExit(true);
      recording.setDestination(own);
      recording.start();
      return new FlightRecording(recording);
    } catch (IOException | ParseException e) {
      throw new BadInputException(own + ": Flight Recorder cannot record: " + e.getMessage(), e);
    }
  }

  /** The name with the number of the PE before its last dot. */
  static Path ofProcess(Path file, String pe) {
    String name = file.getFileName().toString();
    int dot = name.lastIndexOf('.') > 0 ? name.lastIndexOf('.') : name.length();
    return file.resolveSibling(name.substring(0, dot) + "-" + pe + name.substring(dot));
  }

  @Override
  public void close() {
    recording.stop();
    recording.close();
  }
}
