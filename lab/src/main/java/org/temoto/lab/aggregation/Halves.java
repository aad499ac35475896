package org.temoto.lab.aggregation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.LocalView;
import org.temoto.gas.Region;
import org.temoto.gas.Request;
import org.temoto.task.Forked;
import org.temoto.task.LongTask;
import org.temoto.task.TaskContext;

/**
 * A task that halves {@code work} so many times, and does what is left at leaves. Its result is how
 * many elements these have read.
 *
 * @param outer the level from which on an ancestor asks for what the leaves below it read, where
 *     {@link Aggregation#ANCESTOR} is the way
 * @param asker the PE where an ancestor has asked, or {@link #NOBODY}; a thief's asks again
 */
record Halves(Work work, Aggregation way, int levels, int outer, int asker) implements LongTask {
  private static final int NOBODY = -1;

  Halves(Work work, Aggregation way, int levels, int outer) {
    this(work, way, levels, outer, NOBODY);
  }

  @Override
  public long compute(TaskContext context) {
    if (levels == 0) {
      return leaf(context);
    }
    if (way != Aggregation.ANCESTOR || levels > outer || asker == context.pe()) {
      return halves(context, asker);
    }
    List<Request<LocalView>> asked = ask(context);
    try {
      return halves(context, context.pe());
    } finally {
      asked.forEach(Request::close);
    }
  }

  private long halves(TaskContext context, int by) {
    List<Work> both = work.halves(context, way);
    Forked.OfLong second = context.fork(new Halves(both.getLast(), way, levels - 1, outer, by));
    long elements = new Halves(both.getFirst(), way, levels - 1, outer, by).compute(context);
    elements += context.join(second);
    Optional<Work> rest = work.rest();
    return rest.isEmpty()
        ? elements
        : elements + new Halves(rest.get(), way, levels, outer).compute(context);
  }

  /** Requests for all parts, with one wait for the directory words of each memory. */
  private List<Request<LocalView>> ask(TaskContext context) {
    Map<GlobalMemory, List<Region>> regions = new LinkedHashMap<>();
    for (Part part : work.reads()) {
      GlobalMemory memory = part.array().range().memory();
      regions.computeIfAbsent(memory, _ -> new ArrayList<>()).add(part.region());
    }
    context.charge(work.inspectionNanos());
    List<Request<LocalView>> requests = new ArrayList<>();
    regions.forEach((memory, parts) -> requests.addAll(memory.localizeAsync(parts, Access.READ)));
    return requests;
  }

  private long leaf(TaskContext context) {
    List<AtHand> inputs = new ArrayList<>();
    long elements = 0;
    try {
      for (Part part : work.reads()) {
        inputs.add(way.bring(part));
        elements += part.count();
      }
      context.charge(work.inspectionNanos());
      work.compute(context, inputs);
    } finally {
      inputs.forEach(AtHand::close);
    }
    return elements;
  }
}
