package org.temoto.gas.lock;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.temoto.gas.GasException;
import org.temoto.gas.lock.Seats.Row;
import org.temoto.gas.spi.Clock;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.Whereabouts;

/**
 * Watch of one wait: looks, when it lasts, whether strands wait for each other's locks in a ring,
 * or no program is left to end a program's wait, which ends the job; has the task runtime look
 * whether any task is left to end a task's; and tells of a wait that lasts very long.
 */
final class LongWait {
  private static final System.Logger LOG = System.getLogger("org.temoto.gas.lock");

  private static final long FIRST_LOOK_NANOS = 100_000_000;
  private static final long FIRST_TOLD_NANOS = 10_000_000_000L;
  private static final long MOST_APART_NANOS = 5_000_000_000L;
  private static final long SECOND_NANOS = 1_000_000_000;

  private final Seats seats;
  private final ProcessingElement element;
  private final Clock clock;
  private final int seat;
  private final long mostTaken;
  private final long start;
  private long nextLook = FIRST_LOOK_NANOS;
  private long nextTold = FIRST_TOLD_NANOS;

  /** PE of which it was found last that its program goes on: it is asked first. */
  private int goesOn;

  /** True once the row says that the strand does nothing else. */
  private boolean asks;

  /**
   * Watch of the strand in {@code seat}, which goes on when that many permits are taken or less.
   */
  LongWait(Seats seats, int seat, long mostTaken) {
    this.seats = seats;
    this.element = seats.space.processingElement();
    this.clock = element.clock();
    this.seat = seat;
    this.mostTaken = mostTaken;
    this.start = clock.now();
  }

  /** Looks if it is time to. */
  void look() {
    long waited = clock.now() - start;
    if (waited < nextLook) {
      return;
    }
    boolean inRun = seats.space.currentStrand().tellsLongWait();
    Map<Integer, Row> rows = seats.rows();
    List<Row> ring = ring(rows);
    if (!ring.isEmpty() && isSame(ring, seats.rows())) {
      fail(describe(ring));
    }
    Row own = rows.get(seat);
    if (!inRun && own != null && isHopeless(rows)) {
      List<Row> waiting = rows.values().stream().filter(row -> !row.hasLeft()).toList();
      fail(
          "no program is left to end what programs wait for: "
              + describe(waiting.subList(0, Math.min(waiting.size(), Seats.MOST_NAMED)))
              + (waiting.size() > Seats.MOST_NAMED ? "; and others" : ""));
    }
    boolean isLong = waited >= nextTold && own != null;
    nextTold = isLong ? 2 * waited : nextTold;
    nextLook = waited < nextTold ? Math.min(2 * waited, nextTold) : 2 * waited;
    if (!inRun) { // those that come to a barrier do not look
      nextLook = Math.min(nextLook, waited + MOST_APART_NANOS);
    }
    if (isLong) {
      LOG.log(
          System.Logger.Level.WARNING,
          "PE %s has waited for %s for %s s%s"
              .formatted(element.rank(), seats.name(own.waits()), waited / SECOND_NANOS, places()));
    }
  }

  private void fail(String reason) {
    element.abort(new GasException("deadlock: " + reason + places()));
    element.checkAlive();
  }

  private String places() {
    return seats.places(IntStream.range(0, seats.pes).boxed().collect(Collectors.toSet()));
  }

  /**
   * Tells whether the programs of all PEs wait, outside of a run, and none can go on: each has come
   * to a barrier to which this one has not, or to a wait for permits that are not there, or behind
   * such a wait, which passes nothing on.
   *
   * <p>Those in the barrier were so before the permits were counted, and those that wait did so
   * until after that, and had not taken what they want: so none was about to take or give any back.
   * Nor was a strand that moves collectives on, as there have been none.
   */
  private boolean isHopeless(Map<Integer, Row> rows) {
    asks = true;
    seats.asks(seat, mostTaken);
    List<Row> waiting = rows.values().stream().filter(row -> !row.hasLeft()).toList();
    if (!haveAllStopped(waiting.stream().map(Row::pe).collect(Collectors.toSet()))) {
      return false;
    }
    Map<Long, Long> taken =
        waiting.stream()
            .map(Row::waits)
            .distinct()
            .collect(Collectors.toMap(id -> id, seats::taken));
    Map<Integer, Row> later = seats.rows();
    if (!waiting.stream().allMatch(row -> row.isSameWait(later.get(row.seat())))) {
      return false;
    }
    Set<Integer> stuck = new HashSet<>();
    for (boolean more = true; more; ) {
      more = false;
      for (Row first : waiting) {
        Row row = later.get(first.seat());
        if (row.asks()
            && (taken.get(row.waits()) > row.mostTaken() || isBehind(row, stuck, later))) {
          more |= stuck.add(row.seat());
        }
      }
    }
    return stuck.size() == waiting.size();
  }

  private static boolean isBehind(Row row, Set<Integer> stuck, Map<Integer, Row> rows) {
    return stuck.stream()
        .map(rows::get)
        .anyMatch(before -> before.next() == row.seat() && Seats.isSameLock(before, row));
  }

  /**
   * Tells whether all PEs but those {@code waiting} are in a barrier, and none has had collectives.
   */
  private boolean haveAllStopped(Set<Integer> waiting) {
    Whereabouts own = element.calls().whereabouts();
    for (int i = 0; i < seats.pes; i++) {
      int pe = (goesOn + i) % seats.pes;
      Whereabouts at = element.whereabouts(pe);
      if (at.equals(Whereabouts.UNKNOWN)
          || at.collectives() > 0
          || !waiting.contains(pe) && at.barriers() <= own.barriers()) {
        goesOn = pe;
        return false;
      }
    }
    return true;
  }

  /** The strand waits no more, or begins to wait for something else. */
  void goesOn() {
    if (asks) { // else a word is written at each wait
      asks = false;
      seats.asksNoMore(seat);
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
    seen.add(row.seat());
    for (Row holder : rows.values()) {
      if (isHeldUp(row, holder, rows)
          && (holder.seat() == seat
              || !seen.contains(holder.seat()) && extend(holder, ring, seen, rows))) {
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
    long alone = Seats.alone(row.waits());
    return holder.holds().contains(alone)
        || holder.holds().contains(Seats.shared(alone))
            && (!Seats.isShared(row.waits()) || isBehindWriter(row, rows));
  }

  private static boolean isBehindWriter(Row reader, Map<Integer, Row> rows) {
    for (Row writer : rows.values()) {
      Row next = writer.waits() == Seats.alone(reader.waits()) ? rows.get(writer.next()) : null;
      for (int i = 0; i < rows.size() && next != null; i++) { // rows are not read at one moment
        if (next.seat() == reader.seat()) {
          return true;
        }
        next = rows.get(next.next());
      }
    }
    return false;
  }

  /**
   * Tells whether all still wait, as they did when the rows were read first: so they all did at the
   * moment between, and what a strand that waits holds does not change.
   */
  private static boolean isSame(List<Row> ring, Map<Integer, Row> later) {
    return ring.stream().allMatch(row -> row.equals(later.get(row.seat())));
  }

  private String describe(List<Row> waiting) {
    return waiting.stream()
        .map(row ->
            "PE %s %swaits for %s"
                .formatted(
                    row.pe(),
                    row.holds().isEmpty() ? "" : "holds " + seats.names(row.holds()) + " and ",
                    seats.name(row.waits())))
        .collect(Collectors.joining("; "));
  }
}
