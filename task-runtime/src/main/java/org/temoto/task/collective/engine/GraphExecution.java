package org.temoto.task.collective.engine;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.temoto.gas.Access;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.JobAbortedException;
import org.temoto.gas.spi.RawMemory;
import org.temoto.task.collective.CollectiveException;
import org.temoto.task.collective.Graph;
import org.temoto.task.collective.engine.GraphNodes.Node;
import org.temoto.task.collective.engine.GraphNodes.Pair;

/**
 * A graph under way on this PE, moved on by any number of strands at once. A node whose
 * predecessors are done has its bit set; the strand that clears the bit runs the node. Used again
 * for the next collective of the same plan.
 *
 * <p>A strand may look at it while it is used again: what it finds out then is found out once more
 * when it has a bit, which keeps the collective from ending.
 */
final class GraphExecution {
  private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);
  private static final VarHandle COUNTS = MethodHandles.arrayElementVarHandle(int[].class);

  /** Collectives that send no more do not wait for what longer ones have sent. */
  private static final long SHORT_BYTES = 16 << 10;

  /** About what it takes as a Java object. */
  private static final int OBJECT_BYTES = 512;

  private final CollectiveEngine engine;
  private final GraphPlan plan;
  private final GraphNodes graph;

  private final Outbox outbox;

  private final long[] ready;

  /** Predecessors of each node that are not done. */
  private final int[] left;

  /** The place where each sender's ring of buffers begins in the heap. */
  private final long[] windows;

  /** Memory that it holds itself; null while that is none. */
  private Arena memory;

  private long memoryBytes;

  /** Copies of the program's heap arrays, which channels cannot reach. */
  private MemorySegment stagedInput = MemorySegment.NULL;

  private MemorySegment stagedOutput = MemorySegment.NULL;

  /** The program's own; kept reachable while it is under way. */
  @SuppressWarnings("UnusedVariable") // that is all that it is for
  private MemorySegment input = MemorySegment.NULL;

  private MemorySegment output = MemorySegment.NULL;
  private boolean fills;

  /** Addresses by {@link Graph.Buffer}. */
  private final long[] addresses = new long[Graph.Buffer.values().length];

  /** Number of its last return, in the order of all. Guarded by {@link Executions}. */
  long returnedAs;

  private RequestHandle request;
  private long number;
  private CollectiveSlot seat;

  /** Nodes that are not done. */
  private final AtomicInteger remaining = new AtomicInteger();

  /**
   * Number of parts that are left before the seat is free: the graph, the own signature, the
   * neighbour's.
   */
  private final AtomicInteger parts = new AtomicInteger();

  private final AtomicBoolean toSign = new AtomicBoolean();
  private final AtomicBoolean toCompare = new AtomicBoolean();

  /** The graph is done, and the channel may have the sources of its sends. */
  private final AtomicBoolean draining = new AtomicBoolean();

  /** First exception that the program's code threw here, which PEs are told of; null if none. */
  private final AtomicReference<Throwable> thrown = new AtomicReference<>();

  GraphExecution(CollectiveEngine engine, GraphPlan plan) {
    this.engine = engine;
    this.plan = plan;
    graph = plan.graph;
    ready = new long[plan.first.length];
    left = new int[graph.nodes.length];
    windows = new long[graph.receives.length];
    outbox = graph.sentBytes <= SHORT_BYTES ? engine.shortMessages : engine.messages;
    addresses[Graph.Buffer.SCRATCH.ordinal()] = allocate(graph.scratchBytes).address();
  }

  private MemorySegment allocate(long bytes) {
    if (bytes == 0) {
      return MemorySegment.NULL;
    }
    if (memory == null) {
      memory = Arena.ofShared();
    }
    memoryBytes += bytes;
    return memory.allocate(bytes, SeatLayout.LINE);
  }

  long ownBytes() {
    return memoryBytes + OBJECT_BYTES + (long) left.length * Integer.BYTES;
  }

  /** No collective has it, nor will have it. */
  void free() {
    if (memory != null) {
      memory.close();
    }
  }

  GraphPlan plan() {
    return plan;
  }

  long number() {
    return number;
  }

  CollectiveSlot seat() {
    return seat;
  }

  // --- from the issue to the seat, by one strand

  /**
   * Gives it the bytes of a request.
   *
   * @param how whether the output's bytes count, too, and whether it gets bytes
   */
  void bind(RequestHandle owner, MemorySegment from, MemorySegment to, Access how) {
    request = owner;
    input = from;
    output = to;
    fills = how.writes();
    boolean inPlace = from.equals(to);
    if (!to.isNative()) {
      stagedOutput = staged(stagedOutput, to, how.reads() || inPlace);
    }
    if (!from.isNative() && !inPlace) {
      stagedInput = staged(stagedInput, from, true);
    }
    addresses[Graph.Buffer.OUTPUT.ordinal()] =
        to.isNative() ? to.address() : stagedOutput.address();
    addresses[Graph.Buffer.INPUT.ordinal()] =
        inPlace
            ? addresses[Graph.Buffer.OUTPUT.ordinal()]
            : from.isNative() ? from.address() : stagedInput.address();
  }

  private MemorySegment staged(MemorySegment kept, MemorySegment source, boolean read) {
    long bytes = source.byteSize();
    MemorySegment place = kept.byteSize() >= bytes ? kept : allocate(bytes);
    if (read) {
      MemorySegment.copy(source, 0, place, 0, bytes);
    }
    return place;
  }

  /** Tells whether its request is done; its seat may wait for a neighbour's word. */
  boolean isDone() {
    return request == null;
  }

  /** It has a number, in the order of issue. */
  void numbered(long value) {
    number = value;
  }

  /** It has a seat, and {@code window} in the heap; the caller serializes. */
  void seated(CollectiveSlot place, long window) {
    seat = place;
    thrown.set(null);
    long at = window;
    for (int i = 0; i < windows.length; i++) {
      windows[i] = at;
      at += buffers(graph.receives[i]) * graph.receives[i].slotBytes;
    }
    System.arraycopy(graph.predecessors, 0, left, 0, left.length);
    remaining.set(left.length);
    boolean alone = graph.pes == 1;
    parts.set(alone ? 1 : 3);
    toSign.set(!alone);
    toCompare.set(!alone);
  }

  private int buffers(Pair pair) {
    return Math.min(plan.buffers, pair.data);
  }

  /** Tells senders where to put their messages, and begins. */
  void begin() {
    Channel signals = engine.signals.channel;
    for (Pair pair : graph.receives) {
      if (pair.data > 0) {
        signals.set(
            pair.peer,
            engine.layout.offset(seat.index, engine.rank),
            ReceiveWindow.of(windows[pair.index], pair.slotBytes, buffers(pair)));
      }
    }
    // mutant: credit-before-offset/1
    signals.fence();
    for (Pair pair : graph.receives) {
      if (pair.data > 0) {
        giveCredit(pair.peer, buffers(pair));
      }
    }
    for (int i = 0; i < ready.length; i++) {
      long ignored = (long) WORDS.getAndBitwiseOr(ready, i, plan.first[i]);
    }
    if (left.length == 0) {
      graphDone();
    }
  }

  private void giveCredit(int peer, long credit) {
    Outbox signals = engine.signals;
    signals.channel.add(peer, engine.layout.credit(seat.index, engine.rank), credit);
    signals.hasIssued();
  }

  // --- moving on, by any strand

  /** Runs what can be run; whether there was anything. */
  boolean progress() {
    boolean any = false;
    for (int i = 0; i < ready.length; i++) {
      long bits = (long) WORDS.getAcquire(ready, i);
      while (bits != 0) {
        int number = i << 6 | Long.numberOfTrailingZeros(bits);
        Node node = graph.nodes[number];
        bits &= bits - 1;
        if (canRun(node) && claim(number)) {
          if (canRun(node)) {
            run(node);
            done(number);
            any = true;
          } else {
            giveBack(number);
          }
        }
      }
    }
    if (toSign.getPlain() || toCompare.getPlain()) {
      any |= compareSignatures();
    }
    return any;
  }

  private boolean claim(int node) {
    long bit = 1L << node;
    return ((long) WORDS.getAndBitwiseAnd(ready, node >>> 6, ~bit) & bit) != 0;
  }

  private void giveBack(int node) {
    long ignored = (long) WORDS.getAndBitwiseOr(ready, node >>> 6, 1L << node);
  }

  private boolean canRun(Node node) {
    CollectiveSlot place = seat;
    return switch (node.kind()) {
      case COPY, COMPUTE -> true;
      case SEND -> {
        int peer = node.pair().peer;
        // mutant: one-credit, credit-before-offset/2
        yield node.bytes() == 0
            || engine.ownWord(engine.layout.credit(place.index, peer))
                    > place.sentData[peer] + node.datum()
                && ReceiveWindow.holds(window(place, peer), node.bytes());
      }
      case RECEIVE, COMBINE, COMBINE_BEFORE -> {
        int peer = node.pair().peer;
        yield engine.ownWord(engine.layout.arrived(place.index, peer))
            > place.received[peer] + node.message();
      }
    };
  }

  /**
   * The place where {@code peer} takes messages. If its buffers are too small it has issued
   * something else, and nothing is sent: the job ends when signatures are compared.
   */
  private long window(CollectiveSlot place, int peer) {
    return engine.ownWord(engine.layout.offset(place.index, peer));
  }

  private void run(Node node) {
    switch (node.kind()) {
      case SEND -> send(node);
      case RECEIVE, COMBINE, COMBINE_BEFORE -> receive(node);
      case COPY -> RawMemory.copy(from(node), to(node), node.bytes());
      case COMPUTE -> compute(node);
    }
  }

  private long from(Node node) {
    return address(node.from());
  }

  private long to(Node node) {
    return address(node.to());
  }

  private long address(Place place) {
    return addresses[place.buffer().ordinal()] + place.offset();
  }

  /** The next message to this PE waits for this one, so that messages are in order. */
  private void send(Node node) {
    int peer = node.pair().peer;
    Channel channel = outbox.channel;
    if (node.bytes() > 0) {
      long place = ReceiveWindow.place(window(seat, peer), node.datum());
      channel.putNonBlocking(peer, place, RawMemory.ALL, from(node), node.bytes());
    }
    // mutant: signal-before-message
    channel.fence();
    channel.add(peer, engine.layout.arrived(seat.index, engine.rank), 1);
    outbox.hasIssued();
  }

  private void receive(Node node) {
    long bytes = node.bytes();
    if (bytes == 0) {
      return;
    }
    Pair pair = node.pair();
    int datum = node.datum();
    long slot = windows[pair.index] + datum % buffers(pair) * pair.slotBytes;
    // mutant: credit-before-read/2
    take(node, engine.heapAddress + slot, bytes);
    // mutant: credit-before-read/1
    if (datum + buffers(pair) < pair.data) {
      // mutant: credit-before-read/3
      VarHandle.fullFence(); // full: the buffer has been read before the sender is told so
      giveCredit(pair.peer, 1);
    }
  }

  private void take(Node node, long received, long bytes) {
    if (node.kind() == GraphNodes.Kind.RECEIVE) {
      RawMemory.copy(received, to(node), bytes);
      return;
    }
    TypedOperator reduction = node.reduction();
    boolean before = node.kind() == GraphNodes.Kind.COMBINE_BEFORE;
    if (!before) {
      RawMemory.copy(from(node), to(node), bytes);
    }
    long accumulated = before ? received : to(node);
    long operand = before ? from(node) : received;
    if (reduction.isOwn()) {
      runProgram(() -> reduction.combine(accumulated, operand, bytes));
    } else {
      reduction.combine(accumulated, operand, bytes);
    }
    if (before) {
      RawMemory.copy(received, to(node), bytes);
    }
  }

  private void compute(Node node) {
    runProgram(() ->
        node.kernel()
            .compute(
                segment(Graph.Buffer.INPUT, graph.inputBytes),
                segment(Graph.Buffer.OUTPUT, graph.outputBytes),
                segment(Graph.Buffer.SCRATCH, graph.scratchBytes)));
  }

  private MemorySegment segment(Graph.Buffer buffer, long bytes) {
    return RawMemory.ALL.asSlice(addresses[buffer.ordinal()], bytes);
  }

  /** Once something has failed here, the program's code is not called any more. */
  @SuppressWarnings("CatchingThrowable") // whatever it is, the other PEs have to learn of it
  private void runProgram(Runnable code) {
    if (thrown.get() != null) {
      return;
    }
    try {
      code.run();
    } catch (JobAbortedException abort) {
      throw abort;
    } catch (VirtualMachineError error) {
      abort(error);
    } catch (Throwable failure) {
      try {
        fail(failure);
      } catch (VirtualMachineError error) {
        abort(error);
      }
    }
  }

  /** This part of the library may have been cut short. */
  private void abort(VirtualMachineError error) {
    engine.element.abort(error);
    throw error;
  }

  /** Code that several strands run at once may throw in each: one is told, with the others. */
  private void fail(Throwable failure) {
    Throwable first = thrown.compareAndExchange(null, failure);
    if (first == null) {
      engine.failures.tell(seat, number, failure);
    } else if (first != failure) { // which Java refuses to suppress in itself
      first.addSuppressed(failure);
    }
  }

  private void done(int node) {
    for (int next : graph.successors[node]) {
      // mutant: first-predecessor
      if ((int) COUNTS.getAndAdd(left, next, -1) == 1) {
        giveBack(next);
      }
    }
    if (remaining.decrementAndGet() == 0) {
      graphDone();
    }
  }

  // --- the end

  private void graphDone() {
    // mutant: done-before-sent
    if (graph.sentBytes > 0 && outbox.channel.holdsBuffers()) {
      draining.set(true);
      engine.drains(1);
    } else {
      finish();
    }
  }

  /**
   * Ends it if it sends by {@code waited} and that is done with what it sends; whether it has.
   *
   * @param patience it is waited for, unless {@link WaitPolicy#NONE}
   */
  boolean drain(Outbox waited, WaitPolicy patience) {
    if (outbox != waited || !draining.getPlain() || !draining.compareAndSet(true, false)) {
      return false;
    }
    if (patience != WaitPolicy.NONE) {
      outbox.channel.quiet();
    } else if (outbox.channel.holdsBuffers()) {
      draining.set(true);
      return false;
    }
    engine.drains(-1);
    finish();
    return true;
  }

  private void finish() {
    CollectiveException failure =
        graph.agrees ? engine.failures.find(plan.toString(), seat, number, thrown.get()) : null;
    if (fills && !output.isNative() && failure == null) {
      MemorySegment.copy(stagedOutput, 0, output, 0, output.byteSize());
    }
    input = MemorySegment.NULL;
    output = MemorySegment.NULL;
    RequestHandle owner = request;
    request = null;
    // mutant: seat-without-past
    seat.add(graph);
    engine.finished(this);
    partDone();
    owner.complete(failure);
  }

  private void partDone() {
    if (parts.decrementAndGet() == 0) {
      engine.leave(this);
    }
  }

  /** Tells whether a signature came or went. */
  private boolean compareSignatures() {
    boolean any = false;
    Signatures signatures = engine.signatures;
    if (signatures.canSign(this) && toSign.compareAndSet(true, false)) {
      if (signatures.canSign(this)) {
        signatures.sign(this);
        partDone();
        any = true;
      } else {
        toSign.set(true);
      }
    }
    if (signatures.hasCome(this) && toCompare.compareAndSet(true, false)) {
      if (signatures.hasCome(this)) {
        signatures.compare(this);
        partDone();
        any = true;
      } else {
        toCompare.set(true);
      }
    }
    return any;
  }
}
