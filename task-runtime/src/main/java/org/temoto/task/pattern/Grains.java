package org.temoto.task.pattern;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.temoto.gas.LocalView;
import org.temoto.gas.Request;
import org.temoto.task.TaskContext;

/**
 * Views of a part of arrays, localized a grain at a time, committed where they are written; where
 * pages travel the next grain is on its way meanwhile. An array that is both read and written has
 * one view.
 */
final class Grains implements AutoCloseable {
  /** Bytes that a machine reads or writes in a nanosecond, if computing is modelled. */
  private static final int BYTES_PER_NANOSECOND = 8;

  private final TaskContext context;
  private final WalkPlan plan;
  private final long end;
  private final boolean prefetch;
  private final List<Operand> operands = new ArrayList<>();
  private final int[] places;
  private final List<LocalView> views = new ArrayList<>();
  private List<Request<LocalView>> coming = List.of();
  private long first;
  private long next;

  /** Walks over [{@code from}, {@code to}) of {@code all}. */
  Grains(TaskContext context, WalkPlan plan, long from, long to, Operand... all) {
    this.context = context;
    this.plan = plan;
    this.first = from;
    this.next = from;
    this.end = to;
    this.places = new int[all.length];
    for (int i = 0; i < all.length; i++) {
      places[i] = add(all[i]);
    }
    this.prefetch = plan.prefetch() && areDisjoint();
  }

  private int add(Operand operand) {
    for (int i = 0; i < operands.size(); i++) {
      if (operands.get(i).range().equals(operand.range())) {
        operands.set(i, operands.get(i).and(operand));
        return i;
      }
    }
    operands.add(operand);
    return operands.size() - 1;
  }

  /** Two requests of one page would fetch it twice. */
  private boolean areDisjoint() {
    for (int i = 1; i < operands.size(); i++) {
      for (int j = 0; j < i; j++) {
        if (operands.get(i).overlaps(operands.get(j))) {
          return false;
        }
      }
    }
    return true;
  }

  /** Commits what was at hand and brings the next grain; false after the last. */
  boolean next() {
    commit();
    first = next;
    if (first == end) {
      return false;
    }
    context.attend();
    next = plan.grainEnd(first, end);
    if (prefetch) {
      List<Request<LocalView>> now = coming.isEmpty() ? request(first, next) : coming;
      coming = List.of();
      views.addAll(Request.awaitAll(now));
      coming = next < end ? request(next, plan.grainEnd(next, end)) : List.of();
    } else {
      for (Operand operand : operands) {
        views.add(operand.elements(first, next).localize(operand.access()));
      }
    }
    return true;
  }

  private List<Request<LocalView>> request(long from, long to) {
    List<Request<LocalView>> requests = new ArrayList<>();
    try {
      for (Operand operand : operands) {
        requests.add(operand.elements(from, to).localizeAsync(operand.access()));
      }
      return requests;
    } catch (RuntimeException | Error e) {
      requests.forEach(Request::close);
      throw e;
    }
  }

  private void commit() {
    if (views.isEmpty()) {
      return;
    }
    long bytes = 0;
    for (LocalView view : views) {
      bytes += view.length();
      if (view.access().writes()) {
        view.commit();
      }
      view.close();
    }
    views.clear();
    context.charge(bytes / BYTES_PER_NANOSECOND);
  }

  /** The first element at hand. */
  long first() {
    return first;
  }

  /** The number of elements that are at hand. */
  long count() {
    return next - first;
  }

  /** Segment of what is at hand of one of the arrays. */
  MemorySegment segment(int operand) {
    return views.get(places[operand]).segment();
  }

  /** Lets go of everything; what has not been committed is lost. */
  @Override
  public void close() {
    views.forEach(LocalView::close);
    coming.forEach(Request::close);
  }
}
