package org.temoto.gas.simulated.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.Strands;

/**
 * Tests of waits for the network: they really take what the model says, at least: a loaded machine
 * may take longer.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class NetworkTimeTest {
  private static final int BYTES = 100_000;

  /** One byte per nanosecond. */
  private static final double BITS_PER_SECOND = 8e9;

  private static final long[] LATENCIES = {2_000, 300_000}; // spun and parked

  private static long nanos(ProcessingElement pe, Runnable action) {
    long start = pe.clock().now();
    action.run();
    return pe.clock().now() - start;
  }

  private static MemorySegment buffer() {
    return Arena.ofAuto().allocate(BYTES, 8);
  }

  @Test
  void shouldTakeTheTimeOfEveryBlockingOperation() {
    for (long latency : LATENCIES) {
      Clusters.timed(2, new Network(latency, BITS_PER_SECOND), pe -> measureBlocking(pe, latency));
    }
  }

  private static void measureBlocking(ProcessingElement pe, long latency) {
    long area = pe.heap().allocate(BYTES, 8);
    if (pe.rank() == 0) {
      Channel channel = pe.transport().openChannel();
      MemorySegment buffer = buffer();
      assertThat(nanos(pe, () -> channel.fetch(1, area))).isGreaterThanOrEqualTo(latency);
      assertThat(nanos(pe, () -> channel.swap(1, area, 1))).isGreaterThanOrEqualTo(latency);
      assertThat(nanos(pe, () -> channel.get(1, area, buffer, 0, BYTES)))
          .isGreaterThanOrEqualTo(latency + BYTES);
      assertThat(nanos(pe, () -> channel.put(1, area, buffer, 0, BYTES)))
          .isGreaterThanOrEqualTo(latency + BYTES);
      assertThat(nanos(pe, () -> channel.touch(1, BYTES))).isGreaterThanOrEqualTo(latency + BYTES);
    }
    pe.transport().barrier();
    assertThat(nanos(pe, () -> pe.transport().barrier())).isGreaterThanOrEqualTo(latency);
  }

  @Test
  void shouldWaitInQuietForTheLastTransfer() {
    for (long latency : LATENCIES) {
      Clusters.timed(
          2,
          new Network(latency, BITS_PER_SECOND),
          pe -> {
            long area = pe.heap().allocate(BYTES, 8);
            Channel channel = pe.transport().openChannel();
            MemorySegment buffer = buffer();
            if (pe.rank() == 0) {
              assertThat(nanos(pe, () -> getThrice(channel, area, buffer)))
                  .isGreaterThanOrEqualTo(latency + 3 * BYTES);
            }
            pe.transport().barrier();
          });
    }
  }

  private static void getThrice(Channel channel, long area, MemorySegment buffer) {
    for (int i = 0; i < 3; i++) {
      channel.getNonBlocking(1, area, buffer, 0, BYTES);
    }
    channel.quiet();
  }

  @Test
  void shouldQueueUpAtTheLinkOfABusyPe() {
    int pes = 4;
    AtomicLongArray starts = new AtomicLongArray(pes);
    AtomicLongArray ends = new AtomicLongArray(pes);
    Clusters.timed(
        pes,
        new Network(1000, BITS_PER_SECOND),
        pe -> {
          long area = pe.heap().allocate(BYTES, 8);
          Channel channel = pe.transport().openChannel();
          starts.set(pe.rank(), pe.clock().now());
          if (pe.rank() != 0) {
            channel.get(0, area, buffer(), 0, BYTES);
          }
          ends.set(pe.rank(), pe.clock().now());
          pe.transport().barrier();
        });
    long start = Math.min(starts.get(1), Math.min(starts.get(2), starts.get(3)));
    long end = Math.max(ends.get(1), Math.max(ends.get(2), ends.get(3)));
    assertThat(end - start).isGreaterThanOrEqualTo(1000 + 3 * BYTES);
  }

  @Test
  void shouldNotDeliverASignalBeforeItsLatency() {
    long latency = 2_000_000;
    AtomicLongArray times = new AtomicLongArray(2);
    Clusters.timed(
        2,
        new Network(latency, BITS_PER_SECOND),
        pe -> {
          long flag = pe.heap().allocate(8, 8);
          Channel channel = pe.transport().openChannel();
          if (pe.rank() == 0) {
            times.set(0, pe.clock().now());
            channel.add(1, flag, 1);
          } else {
            while (channel.fetch(1, flag) == 0) {
              pe.strands().yield();
            }
            times.set(1, pe.clock().now());
          }
          pe.transport().barrier();
        });
    assertThat(times.get(1) - times.get(0)).isGreaterThanOrEqualTo(latency);
  }

  @Test
  void shouldKeepAnUnparkOverAWaitForTheNetwork() {
    Clusters.timed(
        2,
        new Network(3_000_000, BITS_PER_SECOND),
        pe -> {
          long word = pe.heap().allocate(8, 8);
          Strands.Strand self = pe.strands().current();
          Strands.Strand waker = pe.strands().spawn("waker", () -> pe.strands().unpark(self));
          pe.strands().join(waker);
          pe.transport()
              .openChannel()
              .fetch(1 - pe.rank(), word); // parks, and so takes LockSupport's permit
          pe.strands().park();
        });
  }
}
