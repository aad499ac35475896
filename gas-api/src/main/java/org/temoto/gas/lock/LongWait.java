package org.temoto.gas.lock;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.temoto.gas.GasException;
import org.temoto.gas.spi.Clock;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.Whereabouts;

/**
 * Watch of one wait: looks, when it lasts, whether strands wait for each other's locks in a ring,
 * which ends the job, and tells of a wait that lasts very long.
 */
final class LongWait {
  private static final System.Logger LOG = System.getLogger("org.temoto.gas.lock");

  private static final long FIRST_LOOK_NANOS = 100_000_000;
  private static final long FIRST_TOLD_NANOS = 10_000_000_000L;
  private static final long SECOND_NANOS = 1_000_000_000;
  private static final int SEATS_AT_ONCE = 64;

  /** PEs whose tasks are told. */
  private static final int MOST_PES = 8;

  private final Seats seats;
  private final ProcessingElement element;
  private final Clock clock;
  private final int seat;
  private final long start;
  private long nextLook = FIRST_LOOK_NANOS;
  private long nextTold = FIRST_TOLD_NANOS;

  LongWait(Seats seats, int seat) {
    this.seats = seats;
    this.element = seats.space.processingElement();
    this.clock = element.clock();
    this.seat = seat;
    this.start = clock.now();
  }

  /**
   * A strand that waits.
   *
   * @param waits the lock that it waits for
   * @param number of the wait
   * @param next who waits behind it
   * @param holds the locks that it has
   */
  private record Row(int seat, long waits, long number, int next, Set<Long> holds) {}

  /** Looks if it is time to. */
  void look() {
    long waited = clock.now() - start;
    if (waited < nextLook) {
      return;
    }
    Map<Integer, Row> rows = rows();
    List<Row> ring = ring(rows);
    if (!ring.isEmpty() && isSame(ring, rows())) {
      element.abort(new GasException("deadlock: " + describe(ring) + places()));
      element.checkAlive();
    }
    Row own = rows.get(seat);
    boolean isLong = waited >= nextTold && own != null;
    nextTold = isLong ? 2 * waited : nextTold;
    nextLook = waited < nextTold ? Math.min(2 * waited, nextTold) : 2 * waited;
    if (isLong) {
      LOG.log(
          System.Logger.Level.WARNING,
          "PE %s has waited for %s for %s s%s"
              .formatted(element.rank(), seats.name(own.waits), waited / SECOND_NANOS, places()));
    }
  }

  /** Seats are taken from the first on, so a page without any is mostly the last. */
  private Map<Integer, Row> rows() {
    Map<Integer, Row> rows = new HashMap<>();
    long[] page = new long[SEATS_AT_ONCE * Seats.WORDS];
    for (int pe = 0; pe < seats.pes; pe++) {
      int before = -1;
      for (int from = 0; from < Seats.PER_PE && rows.size() > before; from += SEATS_AT_ONCE) {
        before = rows.size();
        int first = pe * Seats.PER_PE + from;
        seats.words.read((long) first * Seats.WORDS, page);
        for (int i = 0; i < SEATS_AT_ONCE; i++) {
          add(rows, first + i, page, i * Seats.WORDS);
        }
      }
    }
    return rows;
  }

  private static void add(Map<Integer, Row> rows, int seat, long[] page, int at) {
    if (page[at + Seats.WAITS] != 0) {
      Set<Long> holds = new HashSet<>();
      for (int i = at + Seats.HOLDS; i < at + Seats.WORDS && page[i] != 0; i++) {
        holds.add(page[i]);
      }
      int next = (int) page[at + Seats.NEXT] - 1;
      rows.put(
          seat, new Row(seat, page[at + Seats.WAITS], page[at + Seats.WAIT_NUMBER], next, holds));
    }
  }

  /**
   * Strands from this one on, each of which waits for the next, the last for the first; or none.
   */
  private List<Row> ring(Map<Integer, Row> rows) {
    List<Row> ring = new ArrayList<>();
    Row own = rows.get(seat);
    if (own != null) {
      extend(own, ring, new HashSet<>(), rows);
    }
    return ring;
  }

  private boolean extend(Row row, List<Row> ring, Set<Integer> seen, Map<Integer, Row> rows) {
    ring.add(row);
    seen.add(row.seat);
    for (Row holder : rows.values()) {
      if (isHeldUp(row, holder, rows)
          && (holder.seat == seat
              || !seen.contains(holder.seat) && extend(holder, ring, seen, rows))) {
        return true;
      }
    }
    ring.removeLast();
    return false;
  }

  /**
   * Tells whether {@code row} cannot go on before {@code holder} unlocks. A reader can where only
   * readers are before it, though it may not have looked yet.
   */
  private static boolean isHeldUp(Row row, Row holder, Map<Integer, Row> rows) {
    long alone = Seats.alone(row.waits);
    return holder.holds.contains(alone)
        || holder.holds.contains(Seats.shared(alone))
            && (!Seats.isShared(row.waits) || isBehindWriter(row, rows));
  }

  private static boolean isBehindWriter(Row reader, Map<Integer, Row> rows) {
    for (Row writer : rows.values()) {
      Row next = writer.waits == Seats.alone(reader.waits) ? rows.get(writer.next) : null;
      for (int i = 0; i < rows.size() && next != null; i++) { // rows are not read at one moment
        if (next.seat == reader.seat) {
          return true;
        }
        next = rows.get(next.next);
      }
    }
    return false;
  }

  /**
   * Tells whether all still wait, as they did when the rows were read first: so they all did at the
   * moment between, and what a strand that waits holds does not change.
   */
  private static boolean isSame(List<Row> ring, Map<Integer, Row> later) {
    return ring.stream().allMatch(row -> row.equals(later.get(row.seat)));
  }

  private String describe(List<Row> ring) {
    return ring.stream()
        .map(row ->
            "PE %s holds %s and waits for %s"
                .formatted(
                    row.seat / Seats.PER_PE,
                    row.holds.stream().map(seats::name).sorted().collect(Collectors.joining(", ")),
                    seats.name(row.waits)))
        .collect(Collectors.joining("; "));
  }

  /** Tasks that PEs are at, or else their programs, with lines. */
  private String places() {
    StringBuilder text = new StringBuilder();
    for (int pe = 0; pe < Math.min(seats.pes, MOST_PES); pe++) {
      Whereabouts at = element.whereabouts(pe);
      text.append("; PE %s is at ".formatted(pe))
          .append(at.tasks().isEmpty() ? at.place() : String.join(" and ", at.tasks()));
    }
    return text.toString();
  }
}
