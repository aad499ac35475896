package org.temoto.task.collective.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.Collectors;
import org.temoto.gas.GasException;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.ProgramCall;
import org.temoto.gas.spi.RawMemory;
import org.temoto.gas.spi.Strands;
import org.temoto.task.collective.CollectiveOptions;

/**
 * Engine that moves one PE's collectives on. The n-th sits in seat n modulo their number; it waits,
 * in its order, until the seat is free and the arena has room. As all PEs issue the same
 * collectives in the same order, the oldest one that is not done has both everywhere, so nothing
 * waits for ever. Thread-safe, but for {@link #issue}.
 */
final class CollectiveEngine {
  /** So many collectives are named in a failure. */
  private static final int NAMED = 4;

  final ProcessingElement element;
  final int rank;
  final Strands strands;
  final SeatLayout layout;
  final long heapAddress;
  private final CollectiveOptions.Progress progress;
  private final Runnable wakeWorkers;

  /** For what has to arrive in order: messages and their signals. */
  final Outbox messages;

  /** The same of short collectives: neither these nor their ends wait behind long messages. */
  final Outbox shortMessages;

  /** For what has no order: it need not wait behind messages. */
  final Outbox signals;

  final Executions executions;

  /** Closes them where the job ends before the runtime is closed. */
  private final Runnable cleanup;

  final Signatures signatures;
  final CollectiveFailures failures;
  private final CollectiveSlot[] seats;
  private final AtomicReferenceArray<GraphExecution> seated;

  /** Guarded by this object, as the arena and the counts of issued and admitted. */
  private final ArrayDeque<GraphExecution> queue = new ArrayDeque<>();

  private final ReceiveArena arena;
  private long issued;

  /** Volatile: read without the lock, by strands that look whether there is anything. */
  private volatile long admitted;

  /** No seat has an older one. Volatile: as {@link #admitted}. */
  private volatile long oldest;

  private final AtomicInteger queued = new AtomicInteger();

  /** Those whose requests are not done. */
  private final AtomicInteger busy = new AtomicInteger();

  private final AtomicInteger draining = new AtomicInteger();

  private final IdleStrategy ownersWaiting;
  private final Strands.Strand owner;

  /** Strands that do nothing else, and those among them that have ended; guarded by the first. */
  private final Set<Strands.Strand> threads = new LinkedHashSet<>();

  private final List<Strands.Strand> ended = new ArrayList<>();
  private Strands.Strand thread;

  /** True if the progress thread waits for something to do. Volatile: see {@link #wake}. */
  private volatile boolean threadSleeps;

  private volatile boolean closing;

  CollectiveEngine(
      ProcessingElement element,
      SeatLayout layout,
      CollectiveOptions.Progress progress,
      Runnable wakeWorkers) {
    this.element = element;
    rank = element.rank();
    this.layout = layout;
    this.progress = progress;
    this.wakeWorkers = wakeWorkers;
    strands = element.strands();
    owner = strands.current();
    heapAddress = element.heap().segment().address();
    messages = new Outbox(element.transport().openChannel());
    shortMessages = new Outbox(element.transport().openChannel());
    signals = new Outbox(element.transport().openChannel());
    executions = new Executions();
    cleanup = executions::close;
    element.atEnd(cleanup);
    signatures = new Signatures(this, signals);
    failures = new CollectiveFailures(element, layout, signals.channel);
    seats = new CollectiveSlot[layout.seats()];
    seated = new AtomicReferenceArray<>(layout.seats());
    arena = new ReceiveArena(layout.arena(), layout.arenaBytes(), layout.seats());
    ownersWaiting = new IdleStrategy(element);
    if (progress == CollectiveOptions.Progress.THREAD) {
      thread = strands.spawn("temoto-" + rank + "-collectives", this::serve);
      threads.add(thread);
    }
  }

  long ownWord(long offset) {
    return RawMemory.word(heapAddress + offset);
  }

  void drains(int change) {
    draining.addAndGet(change);
  }

  // --- from the issue to the seat

  /**
   * Issues the next collective, which the caller moves on until it is done; by the strand of the
   * program only.
   */
  void issue(GraphExecution execution, RequestHandle request) {
    enqueue(execution, request);
    if (progress == CollectiveOptions.Progress.THREAD
        || progress == CollectiveOptions.Progress.THREAD_PER_COLLECTIVE) {
      wake(execution, request);
    }
  }

  /** The same of one that the caller leaves to others for now: they are told. */
  void issueAsync(GraphExecution execution, RequestHandle request) {
    enqueue(execution, request);
    wake(execution, request);
  }

  private void enqueue(GraphExecution execution, RequestHandle request) {
    request.numbered(element.calls().issues());
    busy.incrementAndGet();
    synchronized (this) {
      execution.numbered(issued++);
      queue.addLast(execution);
    }
    queued.incrementAndGet();
    admit();
    execution.progress();
  }

  private void wake(GraphExecution execution, RequestHandle request) {
    switch (progress) {
      case IDLE_WORKERS -> wakeWorkers.run();
      case THREAD -> {
        if (threadSleeps) {
          strands.unpark(thread);
        }
      }
      case THREAD_PER_COLLECTIVE -> serveAlone(execution, request);
      case EXPLICIT -> {}
    }
  }

  /** Gives seats to those that have waited for one; whether there were any. */
  private boolean admit() {
    if (queued.get() == 0) {
      return false;
    }
    GraphExecution next = seatNext();
    boolean any = next != null;
    while (next != null) {
      next.begin();
      next = seatNext();
    }
    return any;
  }

  /** Without operations of the transport, as it holds a lock. */
  private synchronized GraphExecution seatNext() {
    GraphExecution next = queue.peekFirst();
    if (next == null || next.number() != admitted) {
      return null;
    }
    int seat = (int) (admitted % seats.length);
    if (seated.get(seat) != null) {
      return null;
    }
    long window = arena.take(next.plan().graph.windowBytes(next.plan().buffers));
    if (window == ReceiveArena.NO_ROOM) {
      return null;
    }
    if (seats[seat] == null) {
      seats[seat] = new CollectiveSlot(seat, layout.pes());
    }
    queue.removeFirst();
    queued.decrementAndGet();
    next.seated(seats[seat], window);
    seated.set(seat, next);
    admitted++;
    return next;
  }

  // --- moving on

  /** Tells whether a request is not done: a strand that waits for work should look often. */
  boolean isBusy() {
    return busy.get() > 0;
  }

  int underWay() {
    return busy.get();
  }

  /**
   * Tells whether a request is not done, or something that has been issued may not have arrived.
   */
  boolean isPending() {
    return isBusy() || signals.isPending() || shortMessages.isPending() || messages.isPending();
  }

  /**
   * Moves on whatever can move; whether anything did.
   *
   * @param patience what the caller may wait for
   */
  boolean progress(WaitPolicy patience) {
    boolean any = admit();
    long end = admitted;
    for (long number = oldest; number < end; number++) {
      GraphExecution execution = seated.get((int) (number % seats.length));
      if (execution != null) {
        any |= execution.progress();
      }
    }
    return any || settle(patience);
  }

  /** Ends what waits for its channel only. */
  private boolean settle(WaitPolicy patience) {
    // Short ones first: they have little to wait for.
    boolean any =
        draining.get() > 0 && (drain(shortMessages, patience) || drain(messages, patience));
    if (patience == WaitPolicy.SLEEPING && !any) {
      arrive();
    }
    return any;
  }

  /** Ends those that wait for {@code outbox} only; whether there were any. */
  private boolean drain(Outbox outbox, WaitPolicy patience) {
    boolean any = false;
    long end = admitted;
    for (long number = oldest; number < end; number++) {
      GraphExecution execution = seated.get((int) (number % seats.length));
      if (execution != null) {
        any |= execution.drain(outbox, patience);
      }
    }
    return any;
  }

  /** Makes what has been issued arrive: called where no strand may look after it for long. */
  void arrive() {
    signals.arrive();
    shortMessages.arrive();
    messages.arrive();
  }

  /** The request of {@code execution} is about to be done. */
  void finished(GraphExecution execution) {
    synchronized (this) {
      arena.giveBack(execution.number());
    }
    busy.decrementAndGet();
  }

  /** The seat of {@code execution} is free. */
  void leave(GraphExecution execution) {
    synchronized (this) {
      seated.set(execution.seat().index, null);
      while (oldest < admitted && seated.get((int) (oldest % seats.length)) == null) {
        oldest++;
      }
    }
    executions.giveBack(execution);
  }

  /** Waits until {@code request} is done. */
  void await(RequestHandle request) {
    Strands.Strand self = strands.current();
    if (self == owner) {
      try (var _ = element.calls().enter(ProgramCall.AWAIT)) {
        await(request, self, ownersWaiting);
      }
    } else {
      await(request, self, new IdleStrategy(element));
    }
  }

  private void await(RequestHandle request, Strands.Strand self, IdleStrategy waiting) {
    long looks = 0;
    waiting.reset();
    request.waits(self);
    while (!request.isDone()) {
      element.checkAlive();
      if (progress(waiting.patience())) {
        waiting.reset();
      } else if (!request.isDone()) {
        waiting.pause();
        if (waiting.waited() >= (looks + 1) * LeftOut.LOOK_NANOS) {
          LeftOut.look(element, request.number(), looks++);
        }
      }
    }
    if (!isBusy()) { // else a strand moves the others on, or the program does before it leaves
      arrive();
    }
  }

  // --- strands that do nothing else

  private void serve() {
    IdleStrategy waiting = new IdleStrategy(element);
    while (!closing) {
      element.checkAlive();
      if (progress(waiting.patience())) {
        waiting.reset();
      } else if (isBusy()) {
        waiting.pause();
      } else {
        arrive();
        threadSleeps = true;
        if (!isBusy() && !closing) {
          strands.park();
        }
        threadSleeps = false;
        waiting.reset();
      }
    }
  }

  private void serveAlone(GraphExecution execution, RequestHandle request) {
    String name = "temoto-" + rank + "-collective-" + execution.number();
    Strands.Strand strand = strands.spawn(name, () -> serve(execution, request));
    synchronized (threads) {
      threads.add(strand);
      threads.removeAll(ended);
      ended.clear();
    }
  }

  private void serve(GraphExecution execution, RequestHandle request) {
    IdleStrategy waiting = new IdleStrategy(element);
    long number = execution.number();
    while ((!request.isDone() || isSeated(execution, number)) && !closing) {
      element.checkAlive();
      if (progress(waiting.patience())) {
        waiting.reset();
      } else {
        waiting.pause();
      }
    }
    arrive();
    synchronized (threads) {
      ended.add(strands.current());
    }
  }

  /** Tells whether it has its seat still, maybe for the word of a neighbour only. */
  private boolean isSeated(GraphExecution execution, long number) {
    return seated.get((int) (number % seats.length)) == execution && execution.number() == number;
  }

  // --- the end

  /**
   * Waits for nothing that other PEs do; throws if a collective is not done, which then never will
   * be.
   */
  void close() {
    closing = true;
    List<Strands.Strand> left;
    synchronized (threads) {
      left = List.copyOf(threads);
    }
    for (Strands.Strand strand : left) {
      strands.unpark(strand);
      strands.join(strand);
    }
    boolean any;
    do { // also what neighbours wait for to compare
      any = progress(WaitPolicy.SLEEPING);
    } while (any);
    requireDone();
    signatures.signEnd(issued);
    messages.channel.close();
    shortMessages.channel.close();
    signals.channel.close();
    executions.close();
    element.doneBeforeEnd(cleanup);
  }

  private void requireDone() {
    List<GraphExecution> open = open();
    if (open.isEmpty()) {
      return;
    }
    String names =
        open.stream()
            .limit(NAMED)
            .map(execution -> "collective " + execution.number() + " (" + execution.plan() + ")")
            .collect(Collectors.joining(", "));
    int more = open.size() - NAMED;
    throw new GasException(
        "PE %s closes its runtime, and %s%s %s not done: a program awaits what it starts%s"
            .formatted(
                rank,
                names,
                more > 0 ? " and " + more + " more" : "",
                open.size() == 1 ? "is" : "are",
                ", unless it has failed itself"));
  }

  /** Executions that are not done here, in the order of issue. */
  private synchronized List<GraphExecution> open() {
    List<GraphExecution> open = new ArrayList<>();
    for (long number = oldest; number < admitted; number++) {
      GraphExecution execution = seated.get((int) (number % seats.length));
      if (execution != null && !execution.isDone()) {
        open.add(execution);
      }
    }
    open.addAll(queue);
    return open;
  }
}
