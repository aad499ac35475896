package org.temoto.task.trace;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.temoto.gas.spi.file.Reason;
import org.temoto.gas.spi.file.Replacement;

/**
 * Record of a job: what all workers of all PEs have recorded. One of files reads them whenever it
 * is asked for events, so they have to stay, and takes no memory for the events; it can be used by
 * any thread.
 *
 * @param workers by PE, and by number on the PE
 * @param clockErrorNanos by how much the moments of a PE may be wrong beside those of PE 0, when
 *     their clocks were compared; 0 if all have the same clock
 * @param finished whether all workers have come to their ends, and no run has failed
 */
public record Trace(List<OfWorker> workers, long clockErrorNanos, boolean finished) {
  public Trace {
    workers = List.copyOf(workers);
  }

  /** The number of events. */
  public long count() {
    return workers.stream().mapToLong(worker -> worker.events().count()).sum();
  }

  /**
   * Writes what <a href="https://ui.perfetto.dev">Perfetto</a> and {@code chrome://tracing} open to
   * {@code file}, whole or not at all: docs/simulation.md has what is in it.
   *
   * @throws UncheckedIOException if the file cannot be written; one of that name is what it was
   */
  public void writeTo(Path file) {
    try {
      Replacement replacement = new Replacement(file, System.nanoTime());
      replacement.check();
      try (FileChannel channel = replacement.create()) {
        writeTo(Channels.newOutputStream(channel));
        channel.force(true);
        replacement.publish();
      } finally {
        replacement.discard();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          new IOException(file + ": cannot be written: " + Reason.of(e), e));
    }
  }

  /** As {@link #writeTo(Path)}, to a stream that stays open. */
  public void writeTo(OutputStream out) throws IOException {
    EventFormat.write(out, this);
  }

  /** Start of the first activity; 0 if nothing was recorded. Looks at all events. */
  public long start() {
    return events().mapToLong(Event::start).min().orElse(0);
  }

  /** End of the last activity; 0 if nothing was recorded. Looks at all events. */
  public long end() {
    return events().mapToLong(Event::end).max().orElse(0);
  }

  private Stream<Event> events() {
    return workers.stream().flatMap(worker -> worker.events().stream());
  }

  /**
   * Events of one worker, in the order in which they ended. An iterator of events in files throws
   * {@link java.io.UncheckedIOException} if one cannot be read.
   */
  public interface Events extends Iterable<Event> {
    /** Number of events. */
    long count();

    /** The events, one after the other. */
    default Stream<Event> stream() {
      return StreamSupport.stream(
          Spliterators.spliterator(iterator(), count(), Spliterator.ORDERED), false);
    }

    /** The events of {@code list}. */
    static Events of(List<Event> list) {
      List<Event> events = List.copyOf(list);
      return new Events() {
        @Override
        public long count() {
          return events.size();
        }

        @Override
        public Iterator<Event> iterator() {
          return events.iterator();
        }
      };
    }
  }

  /**
   * Event of a trace: something that took a worker from one moment to another.
   *
   * <p>The events {@link Kind#WORK}, {@link Kind#WAIT} and {@link Kind#SEARCH} of a worker do not
   * overlap, and cover its runs from the moment that it hears of them. {@link Kind#FETCH}, {@link
   * Kind#RELEASE} and {@link Kind#REPORT} lie inside one of these, as {@link Kind#STEAL} does;
   * {@link Kind#JOIN} spans whatever the worker did meanwhile.
   *
   * @param task the class of the task, of {@link Kind#WORK} and {@link Kind#JOIN}; else empty
   * @param start nanoseconds by the clock of PE 0; only differences have a meaning
   * @param nanos how long it took
   * @param value what else is to be told: see the kinds, and the methods that name it
   */
  public record Event(Kind kind, String task, long start, long nanos, long value) {
    /** Kind of an event. */
    public enum Kind {
      /**
       * A task ran that the worker had begun (the root, a stolen one) or resumed, with all that it
       * forked and joined in place. The value is 1 if it was resumed.
       */
      WORK,
      /**
       * The worker looked for a task, while a task of it waited, for a join or a lock. The value
       * counts failed attempts.
       */
      WAIT,
      /** The worker looked for a task. The value counts failed attempts to steal. */
      SEARCH,
      /** The attempt that brought a task of another worker. The value says of which. */
      STEAL,
      /** Pages were validated or fetched for a view. The value is the bytes from other PEs. */
      FETCH,
      /** Commits were completed. The value is the bytes to other PEs. */
      RELEASE,
      /** The end of a task of another PE was reported there. The value is the PE. */
      REPORT,
      /** A join had to wait for a child that a thief had, and was suspended. */
      JOIN;

      /** Tells whether events of this kind do not overlap and cover a worker's runs. */
      public boolean isActivity() {
        return this == WORK || this == WAIT || this == SEARCH;
      }
    }

    /** The end. */
    public long end() {
      return start + nanos;
    }

    /** Tells of {@link Kind#WORK} whether the task had waited before. */
    public boolean isResumed() {
      return value != 0;
    }

    /** PE whose task it was, of {@link Kind#STEAL}. */
    public int victimPe() {
      return (int) (value >>> Integer.SIZE);
    }

    /** Worker of {@link #victimPe()} whose task it was, of {@link Kind#STEAL}. */
    public int victim() {
      return (int) value;
    }
  }

  /**
   * Record of one worker: its events.
   *
   * @param worker its number on {@code pe}
   */
  public record OfWorker(int pe, int worker, Events events) {
    /** Time that all events of {@code kind} took together, in nanoseconds. */
    public long nanos(Trace.Event.Kind kind) {
      return events.stream()
          .filter(event -> event.kind() == kind)
          .mapToLong(Trace.Event::nanos)
          .sum();
    }

    /** The number of events of {@code kind}. */
    public long count(Trace.Event.Kind kind) {
      return events.stream().filter(event -> event.kind() == kind).count();
    }
  }
}
