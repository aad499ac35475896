package org.temoto.task.trace.file;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.temoto.gas.RefusedException;

/**
 * File of one worker, as a reader found it: its header, names, and how many records were whole
 * then. Nothing of it is kept open.
 *
 * @param ended whether the worker has come to its end, and no run has failed
 * @param names of tasks, by number
 * @param records with those of names
 * @param events without them
 */
record RecordedFile(
    Path path,
    int pe,
    int worker,
    int runtime,
    long aheadNanos,
    long errorNanos,
    boolean ended,
    List<String> names,
    long records,
    long events) {
  /**
   * Looks through the file; empty if a job was killed before it had begun the file.
   *
   * @throws RefusedException if this is not what {@link TraceLog} writes
   */
  static Optional<RecordedFile> of(Path path) throws IOException {
    ByteBuffer header = RecordCursor.read(path, 0, Layout.HEADER);
    if (isZero(header) || isWithoutMagic(header)) {
      return Optional.empty();
    }
    requireHeader(path, header);
    return Optional.of(of(path, header));
  }

  private static RecordedFile of(Path path, ByteBuffer header) throws IOException {
    List<String> names = new ArrayList<>(List.of(""));
    ByteArrayOutputStream name = new ByteArrayOutputStream();
    RecordCursor records = new RecordCursor(path, Long.MAX_VALUE);
    long read = 0;
    long events = 0;
    while (records.next()) {
      read++;
      long head = records.head();
      if (Layout.kind(head) != Layout.NAME) {
        require(isBetween(0, Layout.number(head), names.size() - 1), path, read);
        require(isBetween(1, Layout.kind(head), RecordedEvents.KINDS), path, read);
        events++;
      } else {
        require(Layout.number(head) == names.size(), path, read);
        name.writeBytes(records.text());
        if (!Layout.isContinued(head)) {
          names.add(name.toString(StandardCharsets.UTF_8));
          name.reset();
        }
      }
    }
    return new RecordedFile(
        path,
        header.getInt(Layout.AT_PE),
        header.getInt(Layout.AT_WORKER),
        header.getInt(Layout.AT_RUNTIME),
        header.getLong(Layout.AT_AHEAD),
        header.getLong(Layout.AT_ERROR),
        header.getLong(Layout.AT_ENDED) != 0,
        List.copyOf(names),
        read,
        events);
  }

  private static boolean isBetween(int least, int number, int most) {
    return least <= number && number <= most;
  }

  private static boolean isZero(ByteBuffer bytes) {
    return ByteBuffer.allocate(bytes.limit()).equals(bytes);
  }

  private static boolean isWithoutMagic(ByteBuffer header) {
    return header.limit() >= Layout.HEADER && header.getLong(Layout.AT_MAGIC) == 0;
  }

  private static void requireHeader(Path path, ByteBuffer header) {
    if (header.limit() < Layout.HEADER) {
      throw new RefusedException(
          "%s: has %s bytes; a file of a trace must have a header of %s"
              .formatted(path, header.limit(), Layout.HEADER));
    }
    long magic = header.getLong(Layout.AT_MAGIC);
    if (magic == Long.reverseBytes(Layout.MAGIC)) {
      throw new RefusedException(
          path + ": is of a machine with another byte order, and must be read on one like it");
    }
    if (magic != Layout.MAGIC) {
      throw new RefusedException(
          "%s: begins with %016x; a file of a trace must begin with %016x"
              .formatted(path, magic, Layout.MAGIC));
    }
    int version = header.getInt(Layout.AT_VERSION);
    if (version != Layout.VERSION) {
      throw new RefusedException(
          "%s: has version %s of the format; it must be %s"
              .formatted(path, version, Layout.VERSION));
    }
  }

  private static void require(boolean holds, Path path, long record) {
    if (!holds) {
      throw new RefusedException(
          "%s: record %s is damaged: its kind and its name must be known".formatted(path, record));
    }
  }
}
