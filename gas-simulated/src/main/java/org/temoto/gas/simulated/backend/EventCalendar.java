package org.temoto.gas.simulated.backend;

import java.util.ArrayList;
import java.util.List;

/**
 * Agenda of virtual time: what is to happen, and how far a strand may compute ahead of it.
 *
 * <p>Between two operations of the transport, or waits, a strand touches its own PE's memory only,
 * and only three things change that under its hands: what arrives from elsewhere, strands of the
 * same PE, and what strands of other PEs have yet to issue, which arrives by the network's shortest
 * way later at the earliest. So a strand that only computes and forks need not let all others go on
 * that are behind it: {@link #horizon}.
 */
final class EventCalendar {
  /** Operations that reach their targets: deliveries, and strands that wait for their own's way. */
  private final EventQueue arrivals = new EventQueue();

  /** Strands that go on. */
  private final EventQueue others = new EventQueue();

  /** The members of {@link #others}, by their PEs. */
  private final List<List<TurnStrand>> byPe = new ArrayList<>();

  /** No operation reaches another PE sooner after it is issued. */
  private final long shortestWay;

  /** More than there will ever be events. */
  private static final long AFTER_ARRIVALS = 1L << 62;

  private long sequence;

  EventCalendar(int pes, long shortestWay) {
    this.shortestWay = shortestWay;
    for (int pe = 0; pe < pes; pe++) {
      byPe.add(new ArrayList<>());
    }
  }

  /** Moment of the next event, or {@link Event#NEVER}. */
  long firstMoment() {
    return Math.min(arrivals.firstMoment(), others.firstMoment());
  }

  /** The moment up to which strands of {@code pe} learn of nothing that has not happened yet. */
  long horizon(int pe) {
    long moment = Math.min(arrivals.firstMoment(), plus(others.firstMoment(), shortestWay));
    for (TurnStrand strand : byPe.get(pe)) {
      moment = Math.min(moment, strand.at);
    }
    return moment;
  }

  private static long plus(long moment, long nanos) {
    return moment < Event.NEVER - nanos ? moment + nanos : Event.NEVER;
  }

  /** Something arrives at {@code moment}. */
  void arrive(Event event, long moment) {
    arrivals.schedule(event, moment, sequence++);
  }

  /** {@code strand}, which is not on its way to another PE, goes on at {@code moment}. */
  void goOn(TurnStrand strand, long moment) {
    if (strand.place == EventQueue.ABSENT) {
      byPe.get(strand.rank).add(strand);
    }
    others.schedule(strand, moment, sequence++ + AFTER_ARRIVALS);
  }

  /** The job has failed: nothing of this happens any more. */
  void clear() {
    arrivals.clear();
    others.clear();
    byPe.forEach(List::clear);
  }

  /** Takes the next event; null if there is none. */
  Event take() {
    Event arrival = arrivals.first();
    Event other = others.first();
    if (other == null || arrival != null && EventQueue.isBefore(arrival, other)) {
      return arrivals.take();
    }
    byPe.get(((TurnStrand) other).rank).remove(other);
    return others.take();
  }
}
