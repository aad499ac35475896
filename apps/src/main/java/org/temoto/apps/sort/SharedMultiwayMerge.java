package org.temoto.apps.sort;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.temoto.task.Action;
import org.temoto.task.TaskContext;
import org.temoto.task.pattern.sort.KeyKernels;
import org.temoto.task.pattern.sort.Selection;
import org.temoto.task.pattern.sort.SortCosts;
import org.temoto.task.pattern.sort.SortPlan;
import org.temoto.task.pattern.sort.Windows;

/** Task of the library's multiway merge as it is written for shared memory. */
record SharedMultiwayMerge(
    SharedKeys from, SharedKeys into, int runs, int tasks, int first, int last, SortPlan plan)
    implements Action {
  /** All of the merge. */
  SharedMultiwayMerge(SharedKeys from, SharedKeys into, int runs, SortPlan plan) {
    this(from, into, runs, plan.tasks(into.length()), plan);
  }

  private SharedMultiwayMerge(
      SharedKeys from, SharedKeys into, int runs, int tasks, SortPlan plan) {
    this(from, into, runs, tasks, 0, tasks, plan);
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

  private SharedMultiwayMerge part(int from, int to) {
    return new SharedMultiwayMerge(this.from, into, runs, tasks, from, to, plan);
  }

  private void mergeHere(TaskContext context, long outputBegin, long outputEnd) {
    long[] starts = new long[runs + 1];
    Arrays.setAll(starts, run -> from.start(run, runs));
    long[] counts = {outputBegin, outputEnd};
    long[][] cuts = Selection.cut(context, counts, starts, parts -> read(parts, starts));
    List<MemorySegment> inputs = new ArrayList<>();
    for (int run = 0; run < runs; run++) {
      inputs.add(from.slice(cuts[0][run], cuts[1][run]).segment());
    }
    MemorySegment output = into.segment();
    int size = into.type().bytes();
    Windows windows = new Windows(into.type(), inputs);
    for (long at = outputBegin; at < outputEnd; ) {
      List<MemorySegment> parts = windows.next();
      long bytes = parts.stream().mapToLong(MemorySegment::byteSize).sum();
      MemorySegment to = output.asSlice(at * size, bytes);
      KeyKernels.merge(into.type(), parts, to, plan.kernel());
      context.charge(SortCosts.merge(bytes / size, parts.size(), plan.kernel()));
      at += bytes / size;
      plan.share(context, 0);
    }
  }

  private long[] read(List<Selection.Part> parts, long[] starts) {
    long[] orders = new long[Selection.keys(parts)];
    MemorySegment all = from.segment();
    int next = 0;
    for (Selection.Part part : parts) {
      for (long at = part.from(); at < part.to(); at++) {
        orders[next++] = KeyKernels.order(from.type(), all, starts[part.run()] + at);
      }
    }
    return orders;
  }
}
