package org.temoto.gas.shmem;

import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.temoto.gas.shmem.bindings.OpenShmem;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.Transport;
import org.temoto.gas.spi.local.Job;

/** The channels of this PE, and its part of the barrier. */
final class ShmemTransport implements Transport {
  /** Barriers of one launch come before all of the next. */
  private static final int BARRIER_BITS = 40;

  private final Shmem shmem;
  private final Job job;
  private final MemorySegment heap;
  private final Meeting barrier;
  private final List<ShmemChannel> channels = new CopyOnWriteArrayList<>();
  private long barriers;

  ShmemTransport(Shmem shmem, Job job, Control control, MemorySegment heap) {
    this.shmem = shmem;
    this.job = job;
    this.heap = heap;
    barriers = control.launch() << BARRIER_BITS;
    barrier =
        new Meeting(
            control,
            shmem.rank(),
            shmem.count(),
            round -> ControlLayout.barrier((int) round),
            this::progress);
  }

  void checkAlive() {
    job.checkAlive();
  }

  @Override
  public Channel openChannel() {
    checkAlive();
    ShmemChannel channel = new ShmemChannel(this, shmem.takeContext(), heap, shmem.count());
    channels.add(channel);
    return channel;
  }

  /** Nothing is pending on the channel any more. */
  void closed(ShmemChannel channel) {
    if (channels.remove(channel)) {
      shmem.giveBack(channel.context());
    }
  }

  @Override
  public void barrier() {
    checkAlive();
    for (ShmemChannel channel : channels) {
      channel.complete();
    }
    barrier.await(++barriers);
  }

  @Override
  public Optional<MemorySegment> direct(int pe) {
    if (pe == shmem.rank()) {
      return Optional.of(heap);
    }
    MemorySegment there = OpenShmem.shmem_ptr(heap, pe);
    return there.address() == 0
        ? Optional.empty()
        : Optional.of(there.reinterpret(heap.byteSize()));
  }

  @Override
  public boolean isOneSided() {
    return shmem.reach().oneSided();
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
        shmem.reach().oneHost()
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
