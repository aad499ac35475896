package org.temoto.task.pattern.sort;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalRange;
import org.temoto.gas.LocalView;
import org.temoto.gas.Region;
import org.temoto.task.Action;
import org.temoto.task.TaskContext;

/**
 * Task that merges the {@code runs} sorted parts of {@code from} into {@code into}, by so many
 * tasks, this one those from {@code first} to {@code last}. Each writes an equal share of the
 * output, cut where a page begins, finds for itself which keys of each run belong there, and reads
 * these only.
 *
 * @param layout as long as {@code from}; where its pages have it cut in parts, the runs begin
 */
record MultiwayMerge(
    Keys from, Keys layout, Keys into, int runs, int tasks, int first, int last, SortPlan plan)
    implements Action {
  /** All of the merge. */
  MultiwayMerge(Keys from, Keys layout, Keys into, int runs, SortPlan plan) {
    int tasks = plan.tasks(into.length());
    this(from, layout, into, runs, tasks, 0, tasks, plan);
  }

  @Override
  public void compute(TaskContext context) {
    if (last - first > 1) {
      int middle = (first + last) >>> 1;
      context.forkJoin(part(first, middle), part(middle, last));
      return;
    }
    long begin = into.start(first, tasks);
    long end = into.start(last, tasks);
    if (begin < end) {
      plan.share(context, SortCosts.merge(end - begin, runs, plan.kernel()));
      mergeHere(context, begin, end);
    }
  }

  private MultiwayMerge part(int from, int to) {
    return new MultiwayMerge(this.from, layout, into, runs, tasks, from, to, plan);
  }

  private void mergeHere(TaskContext context, long outputBegin, long outputEnd) {
    long[] starts = new long[runs + 1];
    Arrays.setAll(starts, run -> layout.start(run, runs));
    long[] counts = {outputBegin, outputEnd};
    long[][] cuts = Selection.cut(context, counts, starts, parts -> read(parts, starts));
    Keys output = into.slice(outputBegin, outputEnd);
    try (RunReader input = new RunReader(from, cuts[0], cuts[1]);
        LocalView to = output.localize(Access.WRITE)) {
      for (long at = 0; input.hasNext(); ) {
        List<MemorySegment> parts = input.next();
        long bytes = parts.stream().mapToLong(MemorySegment::byteSize).sum();
        KeyKernels.merge(into.type(), parts, to.segment().asSlice(at, bytes), plan.kernel());
        long keys = bytes / into.type().bytes();
        context.charge(SortCosts.merge(keys, parts.size(), plan.kernel()));
        at += bytes;
        plan.share(context, 0);
      }
      to.commit();
    }
    plan.publish(context);
  }

  private long[] read(List<Selection.Part> parts, long[] starts) {
    List<GlobalRange> ranges = new ArrayList<>();
    for (Selection.Part part : parts) {
      long start = starts[part.run()];
      ranges.add(from.slice(start + part.from(), start + part.to()).range());
    }
    int keys = Selection.keys(parts);
    int bytes = Math.multiplyExact(keys, from.type().bytes());
    MemorySegment buffer = ArrayPool.NATIVE.take(bytes);
    from.range().memory().read(new Region.Ranges(ranges), buffer.asSlice(0, bytes));
    long[] orders = new long[keys];
    Arrays.setAll(orders, i -> KeyKernels.order(from.type(), buffer, i));
    ArrayPool.NATIVE.give(buffer);
    return orders;
  }
}
