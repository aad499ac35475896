package org.temoto.task.collective.engine;

import java.lang.foreign.MemorySegment;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalRange;
import org.temoto.task.collective.Datatype;
import org.temoto.task.collective.Operator;

/** Collective that is being issued: its plan and its bytes. Used again for the next one. */
final class Call {
  private final CollectiveRuntime runtime;
  private CollectiveSettings settings;
  private GraphPlan plan;
  private MemorySegment input;
  private MemorySegment output;
  private boolean read;
  private boolean fills;
  private OpenRanges ranges;

  Call(CollectiveRuntime runtime) {
    this.runtime = runtime;
  }

  Call begin(CollectiveSettings chosen) {
    settings = chosen;
    input = MemorySegment.NULL;
    output = MemorySegment.NULL;
    read = false;
    fills = false;
    ranges = null;
    return this;
  }

  // --- what

  Call plan(CollectiveOperation operation, int root, long bytes) {
    plan = runtime.planner().plan(operation, settings, root, bytes, null, null);
    return this;
  }

  Call plan(CollectiveOperation operation, int root, long bytes, Datatype type, Operator operator) {
    Reduction.of(type, operator);
    if (bytes % type.bytes() != 0) {
      throw new IllegalArgumentException(
          "from.byteSize="
              + bytes
              + " must be a multiple of "
              + type.bytes()
              + ", as type="
              + type);
    }
    plan = runtime.planner().plan(operation, settings, root, bytes, type, operator);
    return this;
  }

  Call plan(GraphNodes graph) {
    plan = runtime.planner().plan(graph);
    return this;
  }

  // --- on what

  Call inPlace(MemorySegment bytes, boolean reads, boolean writes) {
    input = requireAlive(bytes);
    output = bytes;
    read = reads;
    fills = writes;
    return this;
  }

  Call bytes(MemorySegment from, MemorySegment to) {
    input = requireAlive(from);
    output = requireAlive(to);
    fills = true;
    return this;
  }

  /** The program's own graph may leave parts of the output as they are. */
  Call both(MemorySegment from, MemorySegment to) {
    bytes(from, to);
    read = true;
    return this;
  }

  private static MemorySegment requireAlive(MemorySegment segment) {
    if (!segment.scope().isAlive()) {
      throw new IllegalStateException("the memory of a collective has been freed: " + segment);
    }
    return segment;
  }

  Call inPlace(GlobalRange range, Access access) {
    ranges = runtime.openRanges();
    inPlace(ranges.output(range, access), access.reads(), access.writes());
    return this;
  }

  /** Either may be null: then it is not used on this PE. */
  Call ranges(GlobalRange from, GlobalRange to) {
    return ranges(from, to, Access.WRITE);
  }

  /** The program's own graph may leave parts of the output as they are. */
  Call both(GlobalRange from, GlobalRange to) {
    return ranges(from, to, Access.READ_WRITE);
  }

  private Call ranges(GlobalRange from, GlobalRange to, Access access) {
    OpenRanges views = runtime.openRanges();
    boolean open = false;
    try {
      MemorySegment source = from == null ? MemorySegment.NULL : views.input(from);
      MemorySegment target = to == null ? MemorySegment.NULL : views.output(to, access);
      open = true;
      ranges = views;
      return bytes(source, target);
    } finally {
      if (!open) {
        views.close();
      }
    }
  }

  // --- go

  /** The caller goes on. */
  RequestHandle start(RequestHandle request) {
    runtime.engine().issueAsync(bound(request), request);
    return request;
  }

  /** The caller waits. */
  void run(RequestHandle request) {
    runtime.engine().issue(bound(request), request);
    request.await();
  }

  private GraphExecution bound(RequestHandle request) {
    GraphExecution execution = runtime.engine().executions().take(plan, runtime.engine());
    request.with(ranges);
    execution.bind(request, input, output, read, fills);
    ranges = null;
    input = MemorySegment.NULL;
    output = MemorySegment.NULL;
    return execution;
  }
}
