package org.temoto.task.trace.file;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.temoto.gas.spi.CommunicationListener;
import org.temoto.gas.spi.MappedTail;
import org.temoto.gas.spi.file.Reason;
import org.temoto.task.trace.Trace.Event.Kind;

/**
 * Log of one worker: a file to which events are appended, as {@link Layout} says. An event takes
 * four stores; nothing is allocated for it, no clock is read, and nothing is communicated. Used by
 * the strand that has the worker; closed when no strand has it any more.
 *
 * <p>A reader of the file of a killed job, or of one that goes on, sees whole records only: the
 * first word of a record is 0 until it is stored with release semantics after the others. Neither
 * the compiler nor the processor moves these behind it, so a reader that sees the word sees them;
 * and a process that is killed has made the stores before it, or not made it. No record lies on two
 * pages of the file, for the header and pages are multiples of records.
 */
public final class TraceLog implements CommunicationListener, AutoCloseable {
  private final Path file;
  private final MappedTail tail;
  private final MemorySegment window;
  private final Object2IntOpenHashMap<Class<?>> numbers = new Object2IntOpenHashMap<>();

  /** Place of the next record in the window. */
  private long next = Layout.HEADER;

  private boolean closed;

  /**
   * Creates the file, in a folder that is there.
   *
   * @param runtime its number among those of the job
   * @param ahead nanoseconds by which the clock of the events is ahead of that of the trace
   * @param error by how much that may be wrong at most
   * @throws UncheckedIOException if the file is there or cannot be written
   */
  public TraceLog(Path folder, int runtime, int pe, int worker, long ahead, long error) {
    this.file = folder.resolve(Layout.fileName(runtime, pe, worker));
    try {
      this.tail = new MappedTail(file);
    } catch (IOException e) {
      throw failed(e);
    }
    this.window = tail.window();
    window.set(JAVA_INT, Layout.AT_VERSION, Layout.VERSION);
    window.set(JAVA_INT, Layout.AT_PE, pe);
    window.set(JAVA_INT, Layout.AT_WORKER, worker);
    window.set(JAVA_INT, Layout.AT_RUNTIME, runtime);
    window.set(JAVA_LONG, Layout.AT_AHEAD, ahead);
    window.set(JAVA_LONG, Layout.AT_ERROR, error);
    Layout.WORD.setRelease(window, (long) Layout.AT_MAGIC, Layout.MAGIC); // after the rest
  }

  /** A task ran that had been begun, or resumed, at {@code start}. */
  public void worked(long start, long end, Class<?> task, boolean resumed) {
    add(Kind.WORK, number(task), start, end, resumed ? 1 : 0);
  }

  /** The worker looked for a task: {@code kind} says whether a join of it waited meanwhile. */
  public void looked(Kind kind, long start, long end, long failures) {
    if (start != end || failures != 0) {
      add(kind, 0, start, end, failures);
    }
  }

  /** An attempt to steal has brought a task of worker {@code victim} of PE {@code pe}. */
  public void stole(long start, long end, int pe, int victim) {
    add(Kind.STEAL, 0, start, end, (long) pe << Integer.SIZE | victim); // as Trace.Event reads it
  }

  /** The end of a task was reported to PE {@code pe}. */
  public void reported(long start, long end, int pe) {
    add(Kind.REPORT, 0, start, end, pe);
  }

  /** A join of a child of class {@code task} was suspended. */
  public void joined(long start, long end, Class<?> task) {
    add(Kind.JOIN, number(task), start, end, 0);
  }

  @Override
  public void fetched(long start, long end, long bytes) {
    add(Kind.FETCH, 0, start, end, bytes);
  }

  @Override
  public void released(long start, long end, long bytes) {
    add(Kind.RELEASE, 0, start, end, bytes);
  }

  private void add(Kind kind, int task, long start, long end, long value) {
    long at = room();
    window.set(JAVA_LONG, at + Layout.AT_START, start);
    window.set(JAVA_LONG, at + Layout.AT_NANOS, end - start);
    window.set(JAVA_LONG, at + Layout.AT_VALUE, value);
    publish(at, (long) task << Layout.NUMBER_SHIFT | kind.ordinal() + 1);
  }

  /** Makes room for a record; its place in the window. */
  private long room() {
    if (next == MappedTail.BYTES) {
      move();
    }
    return next;
  }

  private void publish(long at, long head) {
    Layout.WORD.setRelease(window, at, head); // release: after the rest, see above
    next = at + Layout.RECORD;
  }

  private void move() {
    try {
      tail.move();
    } catch (IOException e) {
      throw failed(e);
    }
    next = 0;
  }

  private int number(Class<?> task) {
    int number = numbers.getInt(task);
    if (number == 0) { // what the map says of those that are not in it
      number = numbers.size() + 1;
      numbers.put(task, number);
      addName(number, name(task).getBytes(StandardCharsets.UTF_8));
    }
    return number;
  }

  private void addName(int number, byte[] name) {
    for (int from = 0; from < name.length; from += Layout.TEXT) {
      int length = Math.min(Layout.TEXT, name.length - from);
      long more = from + length < name.length ? 1 : 0;
      long at = room();
      MemorySegment.copy(name, from, window, JAVA_BYTE, at + Layout.AT_TEXT, length);
      publish(
          at,
          (long) number << Layout.NUMBER_SHIFT
              | more << Layout.MORE_SHIFT
              | (long) length << Layout.LENGTH_SHIFT
              | Layout.NAME);
    }
  }

  /** A lambda's class has a number that differs from run to run. */
  private static String name(Class<?> task) {
    String name = task.getName();
    return task.isHidden() ? name.substring(0, name.lastIndexOf('/')) : name;
  }

  /**
   * Has other hosts of a shared file system see what is recorded.
   *
   * @throws UncheckedIOException if it cannot be written
   */
  public void force() {
    try {
      tail.force();
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /**
   * As {@link #close}, and tells readers that the worker has come to its end.
   *
   * @throws UncheckedIOException if it cannot be written
   */
  public void end() {
    try (var _ = this) { // closed though it cannot be told
      if (!closed) {
        tail.put(Layout.AT_ENDED, 1);
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /**
   * Cuts the file to what is recorded, and closes it. Does nothing the second time.
   *
   * @throws UncheckedIOException if it cannot be written
   */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    long length = tail.offset() + next;
    next = MappedTail.BYTES; // an event that comes later is refused, not stored into no memory
    try {
      tail.close(length);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private UncheckedIOException failed(IOException e) {
    return new UncheckedIOException(
        new IOException(file + ": cannot be written: " + Reason.of(e), e));
  }
}
