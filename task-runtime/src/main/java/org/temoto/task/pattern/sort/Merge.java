package org.temoto.task.pattern.sort;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.Stream;
import org.temoto.gas.Access;
import org.temoto.gas.LocalView;
import org.temoto.task.Action;
import org.temoto.task.Forked;
import org.temoto.task.TaskContext;

/**
 * Task that merges two sorted runs into {@code into}, which is as long as both. Cut where a page of
 * the output begins; a search in few keys of both runs finds which of them belong before the cut.
 */
public record Merge(Keys left, Keys right, Keys into, SortPlan plan) implements Action {
  /** Bytes of a part in which what a task has merged sets out for its owner. */
  private static final long PUBLISHED_BYTES = 32 << 10;

  @Override
  public void compute(TaskContext context) {
    if (into.length() <= plan.mergeGrain()) {
      mergeHere(context);
      return;
    }
    long cut = into.cut(into.length() / 2, 2);
    long fromLeft = RankViews.of(cut, left, right, Long.MAX_VALUE);
    long fromRight = cut - fromLeft;
    Merge first = part(0, fromLeft, 0, fromRight);
    Merge second = part(fromLeft, left.length(), fromRight, right.length());
    Forked<Void> other = context.forkAt(second.into.home(), second);
    first.compute(context);
    context.join(other);
  }

  private Merge part(long leftFrom, long leftTo, long rightFrom, long rightTo) {
    return new Merge(
        left.slice(leftFrom, leftTo),
        right.slice(rightFrom, rightTo),
        into.slice(leftFrom + rightFrom, leftTo + rightTo),
        plan);
  }

  private void mergeHere(TaskContext context) {
    boolean away = context.space().pes() > 1;
    List<Keys> inputs = Stream.of(left, right).filter(run -> !run.isEmpty()).toList();
    if (inputs.isEmpty()) {
      return;
    }
    try (RunViews runs = away ? RunViews.byWindows(inputs) : RunViews.whole(inputs);
        LocalView to = into.localize(Access.WRITE)) {
      long committed = 0;
      for (long at = 0; runs.hasNext(); ) {
        List<MemorySegment> parts = runs.next();
        long bytes = parts.stream().mapToLong(MemorySegment::byteSize).sum();
        merge(parts, to.segment().asSlice(at, bytes));
        context.charge(SortCosts.merge(bytes / into.type().bytes(), inputs.size(), plan.kernel()));
        at += bytes;
        if (away && at - committed >= PUBLISHED_BYTES && runs.hasNext()) {
          to.commit(committed, at - committed);
          committed = at;
          plan.publish(context);
        }
        plan.share(context, 0);
      }
      to.commit(committed, to.length() - committed);
    }
    plan.publish(context);
  }

  private void merge(List<MemorySegment> parts, MemorySegment to) {
    if (parts.size() == 1) {
      to.copyFrom(parts.getFirst());
    } else {
      KeyKernels.mergeByWindows(into.type(), parts, to, plan.kernel());
    }
  }
}
