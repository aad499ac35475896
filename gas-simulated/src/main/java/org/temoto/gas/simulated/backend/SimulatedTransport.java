package org.temoto.gas.simulated.backend;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.Traffic;
import org.temoto.gas.spi.Transport;

/** Transport of one PE: its channels, and its part of the barrier. */
final class SimulatedTransport implements Transport {
  private final SimulatedPe pe;
  private final SimulatedCluster cluster;
  private final List<SimulatedChannel> channels = new CopyOnWriteArrayList<>();
  private final AtomicInteger opened = new AtomicInteger();
  private final Optional<MemorySegment> own;

  /** Traffic of channels that are closed; its monitor guards it and which channels are open. */
  private final TrafficCounter ended;

  SimulatedTransport(SimulatedPe pe, SimulatedCluster cluster) {
    this.pe = pe;
    this.cluster = cluster;
    own = Optional.of(cluster.memory.segment(pe.rank()));
    ended = new TrafficCounter(pe.rank(), cluster.count);
  }

  @Override
  public Channel openChannel() {
    pe.checkAlive();
    SimulatedChannel channel = new SimulatedChannel(pe, cluster, opened.getAndIncrement());
    channels.add(channel);
    return channel;
  }

  /** A channel has been closed: nothing is pending on it. */
  void forget(SimulatedChannel channel) {
    synchronized (ended) {
      if (channels.remove(channel)) {
        ended.add(channel.traffic());
      }
    }
  }

  @Override
  public void barrier() {
    pe.checkAlive();
    for (SimulatedChannel channel : channels) {
      channel.complete();
    }
    pe.calls().meets();
    cluster.execution.barrier(pe);
    long nanos = cluster.network.barrierNanos;
    if (nanos > 0) {
      cluster.execution.until(pe, cluster.execution.moment() + nanos);
    }
  }

  /** Own memory only: the PEs imitate separate hosts. */
  @Override
  public Optional<MemorySegment> direct(int rank) {
    return rank == pe.rank() ? own : Optional.empty();
  }

  @Override
  public boolean isNear(int rank) {
    return cluster.network.isSameHost(pe.rank(), rank);
  }

  @Override
  public long bytesPerOperation() {
    return cluster.network.bytesPerOperation;
  }

  @Override
  public long bytesPerLatency(int rank) {
    return cluster.network.bytesPerLatency(pe.rank(), rank);
  }

  @Override
  public boolean overlapsAtomics() {
    return !cluster.network.isFree();
  }

  @Override
  public boolean isOneSided() {
    return true;
  }

  @Override
  public Optional<Traffic> traffic() {
    if (!TrafficCounter.isKept(cluster.count)) {
      return Optional.empty();
    }
    TrafficCounter all = new TrafficCounter(pe.rank(), cluster.count);
    synchronized (ended) {
      all.add(ended);
      channels.forEach(channel -> all.add(channel.traffic()));
    }
    return Optional.of(all.traffic());
  }

  @Override
  public void progress() {
    pe.checkAlive();
    moveOn();
  }

  /** Delivers what is due; whether anything is pending after. */
  boolean moveOn() {
    boolean pending = false;
    for (SimulatedChannel channel : channels) {
      pending |= channel.moveOn();
    }
    return pending;
  }

  /** Drops what is pending: the job has failed. */
  void abandon() {
    for (SimulatedChannel channel : channels) {
      channel.abandon();
    }
  }
}
