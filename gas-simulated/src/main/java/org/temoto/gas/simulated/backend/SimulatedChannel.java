package org.temoto.gas.simulated.backend;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.temoto.gas.GasException;
import org.temoto.gas.simulated.backend.StrandExecution.TimedCall;
import org.temoto.gas.simulated.backend.StridedCopy.Direction;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.local.Bounds;

/**
 * A channel that uses all the freedom that OpenSHMEM gives: non-blocking transfers, puts, {@code
 * add} and {@code set} may be put off, in pieces and out of order, until a quiet; what a seed
 * decides. With a network that takes time, nothing arrives before the network has carried it.
 *
 * <p>Blocking gets and fetching atomics act half their latency before they return, as their answer
 * has to come back. They take no lock: only what is put off does.
 */
final class SimulatedChannel implements Channel {
  private final SimulatedPe pe;
  private final int rank;
  private final int number;
  private final StrandExecution execution;
  private final HeapMemory memory;
  private final NetworkModel network;
  private final PendingOperations pending;
  private final Delivery delivery = new Delivery(this);
  private final TrafficCounter traffic;

  /** Moment at which the next of several atomics acts that are under way. */
  private long nextAct = Event.NEVER;

  /** Plain: using a channel while another strand closes it is an error that need not be found. */
  private boolean closed;

  SimulatedChannel(SimulatedPe pe, SimulatedCluster cluster, int number) {
    this.pe = pe;
    this.number = number;
    rank = pe.rank();
    execution = cluster.execution;
    memory = cluster.memory;
    network = cluster.network;
    traffic = new TrafficCounter(rank, cluster.count);
    Reordering reordering = cluster.reordering;
    pending = new PendingOperations(reordering.random(rank, number), reordering, execution::moment);
  }

  // Blocking transfers.

  @Override
  public void get(int target, long offset, MemorySegment to, long toOffset, long bytes) {
    long remote = memory.address(target, offset, bytes);
    long local = Bounds.localAddress(to, toOffset, bytes);
    begin(target);
    long end = reach(target, bytes);
    try {
      StridedCopy.get(remote, local, bytes);
    } finally {
      Reference.reachabilityFence(to); // the address alone does not keep its memory
    }
    comeBack(end);
  }

  @Override
  public void put(int target, long offset, MemorySegment from, long fromOffset, long bytes) {
    long remote = memory.address(target, offset, bytes);
    long local = Bounds.localAddress(from, fromOffset, bytes);
    begin(target);
    if (bytes == 0) {
      end();
      return;
    }
    traffic.count(target, bytes);
    if (network.isTimed(rank, target)) {
      execution.untilThere(pe, send(Direction.PUT, target, bytes));
    }
    awaitFenced(target);
    try {
      deliverMost(target, remote, local, bytes);
    } finally {
      Reference.reachabilityFence(from); // the address alone does not keep its memory
    }
    end();
  }

  /** Delivers a blocking put but for what is held back by lot. */
  private void deliverMost(int target, long remote, long local, long bytes) {
    long held = pending.holdBack(target, remote, local, bytes);
    if (held < 0) {
      StridedCopy.put(local, remote, bytes);
    } else {
      long rest = held + PendingOperations.heldBytes(held, bytes);
      StridedCopy.put(local, remote, held);
      StridedCopy.put(local + rest, remote + rest, bytes - rest);
    }
  }

  @Override
  public void touch(int target, long bytes) {
    memory.address(target, 0, 0);
    begin(target);
    comeBack(reach(target, bytes));
  }

  // Non-blocking transfers.

  @Override
  public void getStridedNonBlocking(
      int target,
      long offset,
      long stride,
      MemorySegment to,
      long toOffset,
      long toStride,
      long blockBytes,
      long count) {
    long remote = memory.address(target, offset, Bounds.span(stride, blockBytes, count));
    long local = Bounds.localAddress(to, toOffset, Bounds.span(toStride, blockBytes, count));
    issue(
        target,
        new StridedCopy(Direction.GET, remote, stride, local, toStride, blockBytes, count, to));
  }

  @Override
  public void putStridedNonBlocking(
      int target,
      long offset,
      long stride,
      MemorySegment from,
      long fromOffset,
      long fromStride,
      long blockBytes,
      long count) {
    long remote = memory.address(target, offset, Bounds.span(stride, blockBytes, count));
    long local = Bounds.localAddress(from, fromOffset, Bounds.span(fromStride, blockBytes, count));
    issue(
        target,
        new StridedCopy(Direction.PUT, remote, stride, local, fromStride, blockBytes, count, from));
  }

  private void issue(int target, StridedCopy transfer) {
    beginPost(target);
    if (transfer.bytes() > 0) {
      long arrival = arrival(transfer.direction(), target, transfer.bytes());
      long now = pending.putOff(target, transfer, arrival);
      transfer.move(0, now);
      announce(arrival);
    }
    end();
  }

  /** Has what arrives at {@code moment}, if not 0, delivered where a scheduler keeps the time. */
  private void announce(long moment) {
    if (moment != 0) {
      execution.delivers(this, moment);
    }
  }

  // Atomics.

  @Override
  public long atomic(Operation operation, int target, long offset, long operand, long expected) {
    long word = memory.word(target, offset);
    if (operation.isPosted()) {
      post(operation, target, word, operand);
      return 0;
    }
    begin(target);
    long end = reach(target, Long.BYTES);
    long delay = awaitFenced(target);
    long result = operation.apply(word, operand, expected);
    comeBack(end == 0 ? 0 : end + delay);
    return result;
  }

  /** All are under way at once; they act in the order in which they arrive. */
  @Override
  public void atomics(List<Atomic> all) {
    PriorityQueue<SentAtomic> sent =
        new PriorityQueue<>(
            Comparator.comparingLong(SentAtomic::acts).thenComparingInt(SentAtomic::number));
    int number = 0;
    long last = 0;
    for (Atomic each : all) {
      if (!network.isTimed(rank, each.pe)) {
        each.result = atomic(each.operation, each.pe, each.place, each.operand, each.expected);
      } else {
        long word = memory.word(each.pe, each.place);
        begin(each.pe);
        traffic.count(each.pe, Long.BYTES);
        long issued = execution.moment() + network.overheadNanos(rank);
        last = Math.max(last, act(sent, issued));
        execution.until(pe, issued);
        long end = carry(Direction.GET, each.pe, Long.BYTES);
        long arrives = end - network.returnNanos(rank, each.pe);
        long acts = pending.readyAt(each.pe, arrives);
        sent.add(new SentAtomic(++number, each, word, acts, end + acts - arrives));
        awaitAct(sent);
        end();
      }
    }
    if (!sent.isEmpty()) {
      begin(sent.peek().atomic().pe);
      comeBack(Math.max(last, act(sent, Event.NEVER)));
    }
  }

  /** The {@code number}th of several atomics that are under way: acts, and is back, at moments. */
  private record SentAtomic(int number, Atomic atomic, long word, long acts, long end) {}

  /**
   * Those of {@code sent} act that do so by {@code moment}; returns when all are back. The next
   * one's moment is always known, so that no other strand computes ahead of it.
   */
  private long act(PriorityQueue<SentAtomic> sent, long moment) {
    long last = 0;
    while (!sent.isEmpty() && sent.peek().acts() <= moment) {
      SentAtomic each = sent.poll();
      Atomic atomic = each.atomic();
      execution.untilThere(pe, each.acts());
      awaitFenced(atomic.pe); // which is ready
      atomic.result = atomic.operation.apply(each.word(), atomic.operand, atomic.expected);
      last = Math.max(last, each.end());
      awaitAct(sent);
    }
    return last;
  }

  private void awaitAct(PriorityQueue<SentAtomic> sent) {
    nextAct = sent.isEmpty() ? Event.NEVER : sent.peek().acts();
    if (nextAct != Event.NEVER) {
      announce(nextAct);
    }
  }

  private void post(Operation operation, int target, long word, long operand) {
    beginPost(target);
    long arrival = arrival(Direction.PUT, target, Long.BYTES);
    if (pending.putOff(target, operation, word, operand, arrival)) {
      announce(arrival);
    } else {
      operation.apply(word, operand, 0);
    }
    end();
  }

  // Time and order.

  /** A call begins: it fails if the job has, and gives pending operations their chance. */
  private void begin() {
    requireOpen();
    execution.operation(pe);
    pending.tick();
  }

  /**
   * The same where the network says what the call takes: until its {@link #end}, which it comes to
   * unless the job fails, this is the network's work and not the program's.
   */
  private void beginTimed(TimedCall call) {
    requireOpen();
    if (!execution.beginTimed(pe, call)) {
      begin();
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("channel " + number + " of PE " + rank + " is closed");
    }
  }

  private void begin(int target) {
    if (network.isTimed(rank, target)) {
      beginTimed(TimedCall.ACT);
    } else {
      begin();
    }
  }

  /** If the network is full, the call waits, and delivers. */
  private void beginPost(int target) {
    if (network.isTimed(rank, target) && !pending.isFull()) {
      beginTimed(TimedCall.POST);
    } else {
      begin(target);
    }
  }

  /** A call begins that orders or completes what is pending. */
  private void beginOrder() {
    if (pending.isEmpty()) {
      begin();
    } else {
      beginTimed(TimedCall.ACT);
    }
  }

  private void end() {
    execution.computes();
  }

  /**
   * Waits until a blocking operation reaches its target; returns when its answer is back, 0 if it
   * takes no time.
   */
  private long reach(int target, long bytes) {
    traffic.count(target, bytes);
    if (!network.isTimed(rank, target)) {
      return 0;
    }
    long end = send(Direction.GET, target, bytes);
    execution.untilThere(pe, end - network.returnNanos(rank, target));
    return end;
  }

  /**
   * Hands an operation to the network, which the strand is busy with; returns when it completes.
   */
  private long send(Direction direction, int target, long bytes) {
    long overhead = network.overheadNanos(rank);
    if (overhead > 0) {
      execution.until(pe, execution.moment() + overhead);
    }
    return carry(direction, target, bytes);
  }

  private long carry(Direction direction, int target, long bytes) {
    try {
      return switch (direction) {
        case PUT -> network.put(rank, target, bytes, execution.moment());
        case GET -> network.get(rank, target, bytes, execution.moment());
      };
    } catch (GasException e) {
      pe.abort(e); // the operation has begun and will never end
      throw e;
    }
  }

  /** The answer is back. */
  private void comeBack(long end) {
    if (end != 0) {
      execution.until(pe, end);
    }
    end();
  }

  /**
   * Moment at which a non-blocking operation will have been carried, 0 if that takes no time. Waits
   * if the network is full.
   */
  private long arrival(Direction direction, int target, long bytes) {
    traffic.count(target, bytes);
    if (!network.isTimed(rank, target)) {
      return 0;
    }
    while (pending.isFull()) {
      awaitReady(pending.lastIssued());
    }
    return send(direction, target, bytes);
  }

  /**
   * Delivers what a fence orders before an operation on {@code target} that acts now; returns for
   * how long that has delayed it.
   */
  private long awaitFenced(int target) {
    if (!pending.blocks(target)) {
      return 0;
    }
    long start = execution.moment();
    do {
      awaitReady(pending.lastIssued());
    } while (pending.blocks(target));
    return execution.moment() - start;
  }

  /**
   * Delivers what is ready, and if something up to number {@code last} is not, waits; false if
   * nothing is left.
   */
  private boolean awaitReady(long last) {
    long ready = pending.deliverReady(last);
    if (ready == Event.NEVER) {
      return false;
    }
    execution.until(pe, ready);
    return true;
  }

  @Override
  public void fence() {
    beginOrder();
    pending.fence();
    end();
  }

  @Override
  public boolean holdsBuffers() {
    beginOrder();
    boolean holds = pending.deliverReady(pending.lastIssued()) != Event.NEVER;
    end();
    return holds;
  }

  @Override
  public void quiet() {
    beginOrder();
    complete();
    end();
  }

  /** A quiet without lots: of the channel's own strand or of a barrier. */
  void complete() {
    if (!pending.isEmpty()) {
      long last = pending.lastIssued();
      while (awaitReady(last)) {
        pe.checkAlive();
      }
    }
    // Full: a put before and a get after must not change places, on which flags in both directions
    // rely.
    VarHandle.fullFence();
  }

  @Override
  public void close() {
    if (!closed) {
      quiet();
      closed = true;
      pe.transport().forget(this);
    }
  }

  /** Delivers what is due; whether anything is pending after. */
  boolean moveOn() {
    pending.progress();
    return !pending.isEmpty();
  }

  /** Counter of what has been issued so far. */
  TrafficCounter traffic() {
    return traffic;
  }

  void abandon() {
    pending.abandon();
  }

  // Virtual time.

  Delivery delivery() {
    return delivery;
  }

  /** Event at which something of a channel arrives. */
  static final class Delivery extends Event {
    private final SimulatedChannel channel;

    private Delivery(SimulatedChannel channel) {
      this.channel = channel;
    }

    void happen() {
      long next = channel.nextAct > at ? channel.nextAct : NEVER;
      if (channel.moveOn()) {
        next = Math.min(next, Math.max(channel.pending.nextDue(), at + 1));
      }
      if (next != NEVER) {
        channel.execution.delivers(channel, next);
      }
    }
  }
}
