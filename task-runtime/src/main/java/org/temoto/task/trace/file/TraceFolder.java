package org.temoto.task.trace.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.temoto.gas.InvalidOptionException;
import org.temoto.gas.RefusedException;
import org.temoto.gas.spi.file.Reason;
import org.temoto.task.trace.Trace;

/** Methods on the folder of a job's {@link TraceLog files}. */
public final class TraceFolder {
  private static final String OPTION = "traceFolder";

  private TraceFolder() {}

  /**
   * Creates {@code folder}, for a job that begins to record.
   *
   * @throws InvalidOptionException if it cannot be created, or is not empty
   */
  public static void create(Path folder) {
    try {
      if (!Files.isDirectory(folder)) {
        Files.createDirectory(folder);
      }
      for (Path file : files(folder)) {
        throw new InvalidOptionException(
            OPTION, folder, "a new or empty directory: it has " + file.getFileName());
      }
    } catch (IOException e) {
      throw unusable(folder, e);
    }
  }

  /**
   * Refuses a folder that another PE has created if it is not there.
   *
   * @param place this PE's, in words
   */
  public static void requireShared(Path folder, String place) {
    if (!Files.isDirectory(folder)) {
      throw new InvalidOptionException(
          OPTION, folder, "on a file system that all hosts share: it is not there on " + place);
    }
  }

  private static InvalidOptionException unusable(Path folder, IOException e) {
    InvalidOptionException refused =
        new InvalidOptionException(
            OPTION, folder, "a directory that can be written: " + Reason.of(e));
    refused.initCause(e);
    return refused;
  }

  private static List<Path> files(Path folder) throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
      all.forEach(files::add);
    }
    files.sort(Comparator.naturalOrder());
    return files;
  }

  /**
   * Trace of what a job has recorded in {@code folder} until now, whether it has ended, goes on, or
   * was killed. Looks through all files.
   *
   * @throws RefusedException if there is no such folder, or it has anything else, or nothing
   * @throws UncheckedIOException if a file cannot be read
   */
  public static Trace read(Path folder) {
    List<RecordedFile> recorded = new ArrayList<>();
    List<Path> files = traces(folder);
    for (Path file : files) {
      try {
        RecordedFile.of(file).ifPresent(recorded::add);
      } catch (IOException e) {
        throw new UncheckedIOException(
            new IOException(file + ": cannot be read: " + Reason.of(e), e));
      }
    }
    return trace(recorded, recorded.size() == files.size());
  }

  private static List<Path> traces(Path folder) {
    List<Path> files;
    try {
      files = files(folder);
    } catch (NotDirectoryException e) {
      throw new RefusedException(folder + ": is a file; a trace must be a directory", e);
    } catch (IOException e) {
      throw new RefusedException(folder + ": cannot be read: " + Reason.of(e), e);
    }
    if (files.isEmpty()) {
      throw new RefusedException(
          folder + ": is empty; a trace must have a file *" + Layout.SUFFIX + " of each worker");
    }
    for (Path file : files) {
      if (!file.toString().endsWith(Layout.SUFFIX)) {
        throw new RefusedException(
            "%s: has %s; a trace must have files *%s only"
                .formatted(folder, file.getFileName(), Layout.SUFFIX));
      }
    }
    return files;
  }

  private static Trace trace(List<RecordedFile> recorded, boolean begun) {
    recorded.sort(
        Comparator.comparingInt(RecordedFile::pe)
            .thenComparingInt(RecordedFile::worker)
            .thenComparingInt(RecordedFile::runtime));
    TreeMap<Long, List<RecordedFile>> byWorker = new TreeMap<>();
    for (RecordedFile file : recorded) {
      long worker = (long) file.pe() << Integer.SIZE | file.worker();
      byWorker.computeIfAbsent(worker, _ -> new ArrayList<>()).add(file);
    }
    return new Trace(
        byWorker.values().stream().map(TraceFolder::ofWorker).toList(),
        recorded.stream().mapToLong(RecordedFile::errorNanos).max().orElse(0),
        begun && recorded.stream().allMatch(RecordedFile::ended));
  }

  private static Trace.OfWorker ofWorker(List<RecordedFile> files) {
    List<Trace.Events> parts = files.stream().<Trace.Events>map(RecordedEvents::new).toList();
    RecordedFile first = files.getFirst();
    return new Trace.OfWorker(
        first.pe(), first.worker(), parts.size() == 1 ? parts.getFirst() : new JoinedEvents(parts));
  }
}
