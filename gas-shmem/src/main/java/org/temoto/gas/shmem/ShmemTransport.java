package org.temoto.gas.shmem;

import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.temoto.gas.cluster.ClusterOptions;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.ProgramCalls;
import org.temoto.gas.spi.Transport;
import org.temoto.gas.spi.local.Job;

/** Transport of this PE: its channels, and its part of the barrier. */
final class ShmemTransport implements Transport {
  /** Barriers of one launch come before all of the next. */
  private static final int BARRIER_BITS = 38;

  /** The number of the last launch of which a word of the barrier can tell. */
  static final long LAST_LAUNCH = -1L >>> BARRIER_BITS + DisseminationBarrier.TAG_BITS;

  /** For a memory, which finds a page of the system about as fast as it copies it. */
  private static final long BYTES_PER_NEAR_LATENCY = 4 << 10;

  /** For a network of 100 Gbit/s, whose gets take 1.3 us. */
  private static final long BYTES_PER_LATENCY = 16 << 10;

  private final Shmem shmem;
  private final Job job;
  private final MemorySegment heap;
  private final DisseminationBarrier barrier;
  private final List<ShmemChannel> channels = new CopyOnWriteArrayList<>();
  private final NearHeaps near;

  /** True to move bytes to and from PEs of this host by loads and stores. */
  private final boolean direct;

  /** Bytes that the channels that are closed have moved by loads and stores. */
  private final AtomicLong bytesDirect = new AtomicLong();

  private final ProgramCalls calls;
  private final DisseminationBarrier.Disagreement disagreement;
  private long barriers;

  /**
   * @param calls what the program is in, which the barrier compares
   * @param disagreement called if another PE comes to a barrier in another call
   * @param hasCore whether a strand that spins takes no core from others
   */
  ShmemTransport(
      Shmem shmem,
      Job job,
      Control control,
      ProgramCalls calls,
      DisseminationBarrier.Disagreement disagreement,
      MemorySegment heap,
      ClusterOptions options,
      BooleanSupplier hasCore) {
    this.shmem = shmem;
    this.job = job;
    this.calls = calls;
    this.disagreement = disagreement;
    this.heap = heap;
    near = shmem.nearHeaps();
    this.direct = options.direct();
    barriers = control.launch() << BARRIER_BITS;
    barrier =
        new DisseminationBarrier(
            control,
            shmem.rank(),
            shmem.count(),
            round -> ControlLayout.barrier((int) round),
            this::progress,
            hasCore);
  }

  void checkAlive() {
    job.checkAlive();
  }

  @Override
  public Channel openChannel() {
    checkAlive();
    ShmemContext context = direct ? shmem.takeDirectContext() : shmem.takeContext();
    ShmemChannel channel = new ShmemChannel(this, context, heap, shmem.count());
    channels.add(channel);
    return channel;
  }

  /** Nothing is pending on the channel any more. */
  void closed(ShmemChannel channel) {
    if (channels.remove(channel)) {
      bytesDirect.addAndGet(channel.bytesDirect());
      shmem.giveBack(channel.context());
    }
  }

  @Override
  public void barrier() {
    checkAlive();
    for (ShmemChannel channel : channels) {
      channel.complete();
    }
    calls.meets();
    barrier.await(++barriers, calls.call().ordinal(), disagreement);
  }

  @Override
  public Optional<MemorySegment> direct(int pe) {
    if (pe != shmem.rank() && !(direct && near.isNear(pe))) {
      return Optional.empty();
    }
    long there = heap.address() + near.shifts()[pe];
    return Optional.of(MemorySegment.ofAddress(there).reinterpret(heap.byteSize()));
  }

  @Override
  public boolean isNear(int pe) {
    return near.isNear(pe);
  }

  @Override
  public long bytesPerLatency(int pe) {
    return near.isNear(pe) ? BYTES_PER_NEAR_LATENCY : BYTES_PER_LATENCY;
  }

  @Override
  public long bytesDirect() {
    return bytesDirect.get() + channels.stream().mapToLong(ShmemChannel::bytesDirect).sum();
  }

  @Override
  public boolean isOneSided() {
    return shmem.reach().isOneSided();
  }

  @Override
  public long progressCalls() {
    return shmem.progressCalls();
  }

  @Override
  public Map<String, String> description() {
    Map<String, String> description = new LinkedHashMap<>();
    description.put("thread level", shmem.level().name());
    description.put(
        "one-sided",
        shmem.reach() == Reach.ONE_HOST
            ? "yes: all PEs are on one host"
            : isOneSided() ? "yes" : "no: a PE that computes does not answer by itself");
    description.put("progress thread", shmem.progressThread());
    return description;
  }

  @Override
  public void progress() {
    checkAlive();
    shmem.serve();
  }

  /** All strands have ended: completes and closes the channels that they left open. */
  void end() {
    channels.forEach(ShmemChannel::close);
  }
}
