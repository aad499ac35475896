package org.temoto.task.trace.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.temoto.gas.spi.file.Reason;
import org.temoto.task.trace.Trace;

/**
 * Events of one file, each made an object when an iterator comes to it.
 *
 * @param file where they are, as many as were there when it was looked through
 */
record RecordedEvents(RecordedFile file) implements Trace.Events {
  private static final Trace.Event.Kind[] ALL = Trace.Event.Kind.values();

  /** The highest kind in a record. */
  static final int KINDS = ALL.length;

  @Override
  public long count() {
    return file.events();
  }

  @Override
  public Iterator<Trace.Event> iterator() {
    return new Cursor();
  }

  private final class Cursor implements Iterator<Trace.Event> {
    private final RecordCursor records = new RecordCursor(file.path(), file.records());
    private long left = count();

    @Override
    public boolean hasNext() {
      return left > 0;
    }

    @Override
    public Trace.Event next() {
      if (left-- <= 0) {
        throw new NoSuchElementException();
      }
      try {
        do {
          if (!records.next()) {
            throw new IOException("it has become shorter");
          }
        } while (Layout.kind(records.head()) == Layout.NAME);
      } catch (IOException e) {
        throw new UncheckedIOException(
            new IOException(file.path() + ": cannot be read: " + Reason.of(e), e));
      }
      return event();
    }

    private Trace.Event event() {
      long head = records.head();
      String task = file.names().get(Layout.number(head));
      long start = records.word(Layout.AT_START) - file.aheadNanos();
      long nanos = records.word(Layout.AT_NANOS);
      long value = records.word(Layout.AT_VALUE);
      return new Trace.Event(ALL[Layout.kind(head) - 1], task, start, nanos, value);
    }
  }
}
