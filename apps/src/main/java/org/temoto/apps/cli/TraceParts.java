package org.temoto.apps.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.temoto.apps.BadInputException;
import org.temoto.apps.Shown;
import org.temoto.task.TaskRuntime;

/**
 * Folder in which the workers of a command's job record, until the trace is written: deleted then,
 * else left, and PE 0's process says so, also when it is ended by a signal.
 */
final class TraceParts {
  private static final String SUFFIX = ".parts";

  private final Path folder;

  /** File of the trace; null if that is not kept. */
  private final Path file;

  private final Thread atSignal = new Thread(this::endBySignal, "end of the trace");
  private boolean finished;

  /** Events of a job that has failed which are in the file; less than 0 if none is written. */
  private long kept = -1;

  private TraceParts(Path folder, Path file) {
    this.folder = folder;
    this.file = file;
    if (Turn.isFirst()) {
      Runtime.getRuntime().addShutdownHook(atSignal);
    }
  }

  /** Parts of the trace {@code file}, beside it. */
  static TraceParts of(Path file) {
    Path folder = file.resolveSibling(file.getFileName() + SUFFIX);
    if (Turn.isFirst() && Files.exists(folder)) { // PE 0's job may have begun with it elsewhere
      requireEmpty(folder, file);
    }
    return new TraceParts(folder, file);
  }

  private static void requireEmpty(Path folder, Path file) {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      if (files.iterator().hasNext()) {
        throw new BadInputException(
            "%s must be new or empty: it has parts of an earlier trace, if so delete it, or first"
                    .formatted(folder)
                + " make the trace of it: temoto trace %s %s"
                    .formatted(Shown.word(folder), Shown.word(file)));
      }
    } catch (IOException e) {
      throw new BadInputException(folder + ": must be a directory that can be read", e);
    }
  }

  /** Parts of a trace that is not kept. */
  static TraceParts temporary() {
    try {
      return new TraceParts(Files.createTempDirectory("temoto-trace"), null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path folder() {
    return folder;
  }

  /** True if nothing has recorded there. */
  boolean isEmpty() {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      return !files.iterator().hasNext();
    } catch (IOException e) {
      return true; // not even the folder is there
    }
  }

  /** The whole trace is written. */
  synchronized void finished() {
    finished = true;
  }

  /** The trace of a job that fails is written, with {@code events}: those until now. */
  synchronized void kept(long events) {
    kept = events;
  }

  /** The command ends: deletes what is not needed any more, or says to {@code err} what is left. */
  void end(PrintWriter err) {
    try {
      Runtime.getRuntime().removeShutdownHook(atSignal);
    } catch (IllegalStateException e) {
      return; // it is shut down, and the hook does what there is to do
    }
    if (!Turn.isFirst() || file != null && isEmpty()) {
      return;
    }
    try {
      if (file == null || isWritten()) {
        delete();
      } else {
        err.println(hint());
      }
    } catch (IOException e) {
      err.println(Failure.of(e).text());
    }
  }

  private synchronized boolean isWritten() {
    return finished || kept >= 0 && TaskRuntime.readTrace(folder).count() == kept;
  }

  private void delete() throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.trace")) {
      for (Path part : files) {
        Files.deleteIfExists(part);
      }
    }
    try {
      Files.deleteIfExists(folder);
    } catch (DirectoryNotEmptyException e) {
      return; // somebody else has a file there
    }
  }

  private String hint() {
    return "temoto: the job ended before its trace: temoto trace %s %s makes it of what was recorded"
        .formatted(Shown.word(folder), Shown.word(file));
  }

  /**
   * Deletes or tells while the JVM is shut down: not through a writer, whose thread may have its
   * lock.
   */
  private void endBySignal() {
    if (file == null) {
      try {
        delete();
      } catch (IOException e) {
        return; // nobody has asked for these files
      }
      return;
    }
    boolean isLeft;
    synchronized (this) {
      isLeft = !finished;
    }
    if (isLeft && !isEmpty()) {
      System.err.println(hint());
    }
  }
}
