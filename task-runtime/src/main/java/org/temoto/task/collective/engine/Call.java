package org.temoto.task.collective.engine;

import java.lang.foreign.MemorySegment;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalRange;
import org.temoto.gas.spi.RuntimeSupport;
import org.temoto.task.collective.Datatype;
import org.temoto.task.collective.Operator;

/**
 * Collective that is being issued: its plan and its bytes, segments or global ranges, of which null
 * may be given for what this PE does not use. Used again for the next one.
 */
final class Call {
  private final CollectiveRuntime runtime;
  private CollectiveSettings settings;
  private GraphPlan plan;
  private MemorySegment from;
  private MemorySegment to;
  private boolean onRanges;
  private GlobalRange fromRange;
  private GlobalRange toRange;

  /** The bytes that are used on this PE. */
  private MemorySegment input;

  private MemorySegment output;
  private Access access;
  private OpenRanges views;

  Call(CollectiveRuntime runtime) {
    this.runtime = runtime;
  }

  Call begin(CollectiveSettings chosen, MemorySegment given, MemorySegment filled) {
    settings = chosen;
    onRanges = false;
    from = given;
    to = filled;
    return this;
  }

  Call begin(CollectiveSettings chosen, GlobalRange given, GlobalRange filled) {
    settings = chosen;
    onRanges = true;
    fromRange = given;
    toRange = filled;
    return this;
  }

  long fromBytes() {
    return onRanges ? fromRange.length() : from.byteSize();
  }

  long toBytes() {
    return onRanges ? toRange.length() : to.byteSize();
  }

  // --- what

  Call plan(CollectiveOperation operation, int root, long bytes) {
    plan = runtime.planner.plan(operation, settings, root, bytes, null, null);
    return this;
  }

  /** Plan of a reduction of the bytes that are given. */
  Call plan(CollectiveOperation operation, int root, Datatype type, Operator operator) {
    TypedOperator.of(type, operator);
    long bytes = fromBytes();
    if (bytes % type.bytes() != 0) {
      throw new IllegalArgumentException(
          "from.byteSize=%s must be a multiple of %s, as type=%s"
              .formatted(bytes, type.bytes(), type));
    }
    plan = runtime.planner.plan(operation, settings, root, bytes, type, operator);
    return this;
  }

  Call plan(GraphNodes graph) {
    plan = runtime.planner.plan(graph);
    return this;
  }

  // --- on what

  /** This PE gives bytes, and gets none. */
  Call giving() {
    return using(true, false, Access.WRITE);
  }

  /** This PE gets bytes, and gives none. */
  Call getting() {
    return using(false, true, Access.WRITE);
  }

  /** The bytes to fill are those that are given, too. */
  Call inPlace(Access how) {
    using(false, true, how);
    input = output;
    return this;
  }

  /**
   * This PE gives and gets, in place if both are the same.
   *
   * @param how what it gets is used if it is not in place
   */
  Call both(Access how) {
    return (onRanges ? fromRange.equals(toRange) : from.equals(to))
        ? inPlace(Access.READ_WRITE)
        : apart(how);
  }

  /** This PE gives and gets, which must not share bytes. */
  Call apart(Access how) {
    if (onRanges ? overlap(fromRange, toRange) : overlap(from, to)) {
      throw new IllegalArgumentException(
          "from=%s and to=%s overlap: they must not share bytes"
              .formatted(onRanges ? fromRange : from, onRanges ? toRange : to));
    }
    return using(true, true, how);
  }

  private static boolean overlap(MemorySegment a, MemorySegment b) {
    return a.byteSize() > 0 && b.byteSize() > 0 && a.asOverlappingSlice(b).isPresent();
  }

  private static boolean overlap(GlobalRange a, GlobalRange b) {
    return a.memory() == b.memory()
        && a.length() > 0
        && b.length() > 0
        && a.offset() < b.offset() + b.length()
        && b.offset() < a.offset() + a.length();
  }

  private Call using(boolean gives, boolean gets, Access how) {
    input = MemorySegment.NULL;
    output = MemorySegment.NULL;
    access = how;
    if (!onRanges) {
      input = gives ? requireAlive(from) : input;
      output = gets ? requireAlive(to) : output;
      if (how.writes() && output.isReadOnly()) {
        throw new IllegalArgumentException("what a collective fills must not be read-only");
      }
      return this;
    }
    views = new OpenRanges(RuntimeSupport.of(runtime.space));
    try {
      input = gives ? views.input(fromRange) : input;
      output = gets ? views.output(toRange, how) : output;
      return this;
    } catch (RuntimeException | Error e) {
      views.close();
      throw e;
    }
  }

  private static MemorySegment requireAlive(MemorySegment segment) {
    if (!segment.scope().isAlive()) {
      throw new IllegalStateException("the memory of a collective has been freed: " + segment);
    }
    return segment;
  }

  // --- go

  /** The caller goes on. */
  RequestHandle start(RequestHandle request) {
    runtime.engine.issueAsync(bound(request), request);
    return request;
  }

  /** The caller waits. */
  void run(RequestHandle request) {
    runtime.engine.issue(bound(request), request);
    request.await();
  }

  private GraphExecution bound(RequestHandle request) {
    GraphExecution execution = runtime.engine.executions.take(plan, runtime.engine);
    request.with(onRanges ? views : null);
    execution.bind(request, input, output, access);
    from = null;
    to = null;
    fromRange = null;
    toRange = null;
    input = null;
    output = null;
    views = null;
    return execution;
  }
}
