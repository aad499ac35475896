package org.temoto.gas.simulated.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.Traffic;

/** Tests of the counts, by PE, of the bytes that a PE moves to and from others. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TrafficTest {
  private static final long SEED = Long.getLong("temoto.seed", System.nanoTime() & 0xffff_ffffL);
  private static final int BYTES = 1000;

  @Test
  void shouldCountWhatIsIssuedOnANetworkWithoutTime() {
    Clusters.timeless(3, SEED, TrafficTest::moveAndCount);
  }

  @Test
  void shouldCountTheSameWhereTheNetworkTakesTime() {
    Clusters.timed(3, new Network(1_000, Network.UNLIMITED), TrafficTest::moveAndCount);
  }

  private static void moveAndCount(ProcessingElement pe) {
    long area = pe.heap().allocate(BYTES, 8);
    Traffic before = pe.transport().traffic().orElseThrow();
    if (pe.rank() == 0) {
      move(pe, area);
    }
    pe.transport().barrier();
    Traffic moved = pe.transport().traffic().orElseThrow().since(before);
    if (pe.rank() == 0) {
      assertThat(moved.bytes()).containsExactly(0, 100 + 50 + 5 * 8 + 300, 2 * 8 + 3 * 16 + 64);
      assertThat(moved.operations()).containsExactly(0, 8, 4);
    } else {
      assertThat(moved.bytes()).containsExactly(0, 0, 0);
      assertThat(moved.operations()).containsExactly(0, 0, 0);
    }
  }

  /** Moves bytes by two channels, one of which is closed before the count is read. */
  private static void move(ProcessingElement pe, long area) {
    MemorySegment buffer = Arena.ofAuto().allocate(BYTES, 8);
    try (Channel channel = pe.transport().openChannel()) {
      channel.get(1, area, buffer, 0, 100);
      channel.put(1, area, buffer, 0, 50);
      channel.fetch(1, area);
      channel.swap(1, area, 1);
      channel.fetchAdd(1, area, 1);
      channel.set(1, area, 1);
      channel.add(1, area, 1);
      channel.touch(1, 300);
      channel.get(0, area, buffer, 0, 700); // its own heap
      channel.add(0, area, 1);
    }
    Channel other = pe.transport().openChannel();
    other.compareAndSwap(2, area, 0, 1);
    other.fetchOr(2, area, 1);
    other.getStridedNonBlocking(2, area, 32, buffer, 0, 16, 16, 3);
    other.putNonBlocking(2, area, buffer, 0, 64);
    other.putNonBlocking(2, area, buffer, 0, 0); // nothing is sent
    other.quiet();
  }

  @Test
  void shouldNotCountForMorePesThanThereIsRoomFor() {
    Clusters.timeless(
        TrafficCounter.MOST_PES + 1,
        SEED,
        pe -> {
          if (pe.rank() == 0) {
            pe.transport().openChannel().fetch(1, 0);
            assertThat(pe.transport().traffic()).isEmpty();
          }
        });
  }
}
