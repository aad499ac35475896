package org.temoto.gas.simulated.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.temoto.gas.simulated.backend.VirtualPes.COSTS;
import static org.temoto.gas.simulated.backend.VirtualPes.LATENCY;
import static org.temoto.gas.simulated.backend.VirtualPes.SLIGHTLY;
import static org.temoto.gas.simulated.backend.VirtualPes.WORD;
import static org.temoto.gas.simulated.backend.VirtualPes.assertTook;
import static org.temoto.gas.simulated.backend.VirtualPes.launch;
import static org.temoto.gas.simulated.backend.VirtualPes.time;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.temoto.gas.GasException;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.spi.Channel;

/** Tests of the moments, in virtual time, at which PEs see what the network carries. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class VirtualDeliveryTest {
  private static final int LONG_PUT = 100_000;

  @Test
  void shouldTakeWhatTheNetworkTakes() {
    launch(
        2,
        pe -> {
          try (Channel channel = pe.transport().openChannel();
              Arena arena = Arena.ofConfined()) {
            MemorySegment bytes = arena.allocate(4096);
            if (pe.rank() == 0) {
              assertTook(time(pe, () -> channel.get(1, 0, bytes, 0, 4096)), LATENCY + 4096);
              assertTook(time(pe, () -> channel.fetchAdd(1, WORD, 1)), LATENCY + 8);
              assertTook(time(pe, () -> channel.putNonBlocking(1, 0, bytes, 0, 4096)), 0);
              assertTook(time(pe, channel::quiet), LATENCY + 4096 - SLIGHTLY / 2);
              assertTook(time(pe, () -> channel.get(0, 0, bytes, 0, 4096)), 0);
            }
          }
          pe.transport().barrier();
        });
  }

  /** A task may catch the failure; the job has failed all the same. */
  @Test
  void shouldFailWhenALinkWouldBeTakenForLongerThanTimeLasts() {
    assertThatThrownBy(() ->
            launch(
                2,
                COSTS,
                new Network(0, 1e-9),
                pe -> {
                  if (pe.rank() == 0) {
                    Channel channel = pe.transport().openChannel();
                    assertThatThrownBy(() -> channel.add(1, WORD, 1))
                        .hasMessageContaining("a link would carry");
                  }
                }))
        .isInstanceOf(GasException.class)
        .hasMessageContaining("a link would carry")
        .satisfies(failure ->
            assertThat(failure.getSuppressed()).noneMatch(AssertionError.class::isInstance));
  }

  @Test
  void shouldShowAnAddWhenTheNetworkHasCarriedItAndNotBefore() {
    List<Long> seen = new ArrayList<>();
    launch(
        2,
        pe -> {
          try (Channel channel = pe.transport().openChannel()) {
            if (pe.rank() == 0) {
              channel.add(1, WORD, 1); // and goes away without a quiet
              pe.strands().park(100_000);
            } else {
              MemorySegment own = pe.heap().segment();
              for (int i = 0; i < 50; i++) {
                pe.strands().charge(100);
                if (own.get(ValueLayout.JAVA_LONG, WORD) == 1) {
                  seen.add(pe.clock().now());
                }
              }
            }
          }
        });
    assertThat(seen.getFirst())
        .isBetween(LATENCY + 8, LATENCY + 8 + 2 * SLIGHTLY); // looks each 100
    assertThat(seen).hasSizeGreaterThan(20);
  }

  /** A strand that goes on at the moment of an arrival sees it. */
  @Test
  void shouldShowAPutAtTheMomentOfItsArrival() {
    long[] arrived = new long[1];
    long[] seen = new long[1];
    launch(
        2,
        pe -> {
          MemorySegment own = pe.heap().segment();
          if (pe.rank() == 0) {
            try (Channel channel = pe.transport().openChannel();
                Arena arena = Arena.ofConfined()) {
              channel.put(1, WORD, arena.allocateFrom(ValueLayout.JAVA_LONG, 1), 0, Long.BYTES);
              arrived[0] = pe.clock().now() - COSTS.readingNanos();
            }
          } else {
            while (own.get(ValueLayout.JAVA_LONG, WORD) == 0) {
              pe.strands().charge(1);
              seen[0]++;
            }
          }
        });
    assertThat(seen[0]).isEqualTo(arrived[0]).isGreaterThan(LATENCY);
  }

  /** A small operation goes between the packets of a long one, whatever that one's target. */
  @Test
  void shouldNotLetASetWaitForWhatIsOnItsWayToOtherPes() {
    assertThat(seenAfterALongPut(2, false)).isBetween(LATENCY, LATENCY + SLIGHTLY);
    assertThat(seenAfterALongPut(2, true)).isBetween(LATENCY, LATENCY + SLIGHTLY);
    assertThat(seenAfterALongPut(1, false)).isBetween(LATENCY, LATENCY + SLIGHTLY);
  }

  @Test
  void shouldLetASetWaitForWhatAFenceHasAheadOfIt() {
    assertThat(seenAfterALongPut(1, true)).isGreaterThanOrEqualTo(LATENCY + LONG_PUT);
  }

  /** Moment at which {@code target} sees a word that PE 0 sets after a long put to PE 1. */
  private static long seenAfterALongPut(int target, boolean fenced) {
    long[] seen = new long[1];
    launch(
        3,
        pe -> {
          MemorySegment own = pe.heap().segment();
          if (pe.rank() == 0) {
            try (Channel channel = pe.transport().openChannel();
                Arena arena = Arena.ofConfined()) {
              MemorySegment from = arena.allocate(LONG_PUT).fill((byte) 1);
              channel.putNonBlocking(1, 1024, from, 0, LONG_PUT);
              if (fenced) {
                channel.fence();
              }
              channel.set(target, WORD + Long.BYTES, 1);
              channel.set(target, WORD, 1);
              channel.quiet();
            }
          } else if (pe.rank() == target) {
            while (own.get(ValueLayout.JAVA_LONG, WORD) == 0) {
              pe.strands().charge(1);
              seen[0]++;
            }
            if (fenced && target == 1) {
              assertThat(own.get(ValueLayout.JAVA_BYTE, 1024 + LONG_PUT - 1)).isOne();
            }
          }
        });
    return seen[0];
  }

  /** A get is not ordered by fences. */
  @Test
  void shouldNotLetAGetWaitForWhatAFenceHasAheadOfOthers() {
    launch(
        2,
        pe -> {
          MemorySegment own = pe.heap().segment();
          own.set(ValueLayout.JAVA_LONG, WORD, 1);
          pe.transport().barrier();
          if (pe.rank() == 0) {
            try (Channel channel = pe.transport().openChannel();
                Arena arena = Arena.ofConfined()) {
              MemorySegment to = arena.allocate(Long.BYTES, Long.BYTES);
              channel.putNonBlocking(1, 1024, arena.allocate(LONG_PUT), 0, LONG_PUT);
              channel.fence();
              channel.getNonBlocking(1, WORD, to, 0, Long.BYTES);
              long start = pe.clock().now();
              while (to.get(ValueLayout.JAVA_LONG, 0) == 0) {
                pe.strands().charge(1);
              }
              assertTook(pe.clock().now() - start, LATENCY);
              channel.quiet();
            }
          }
        });
  }

  /** Thousands on their way, each fenced from the last: what took cubic time once. */
  @Test
  @Timeout(10)
  void shouldDeliverManyThatFencesOrder() {
    int count = 4_000;
    launch(
        3,
        pe -> {
          if (pe.rank() == 0) {
            try (Channel channel = pe.transport().openChannel()) {
              for (int i = 0; i < count; i++) {
                channel.add(1 + i % 2, WORD, 1);
                channel.fence();
              }
              channel.quiet();
              assertThat(channel.fetch(1, WORD) + channel.fetch(2, WORD)).isEqualTo(count);
            }
          }
        });
  }

  @Test
  void shouldQueueUpAtAPeThatMakesOthersWait() {
    List<Long> ends = new ArrayList<>();
    launch(
        5,
        pe -> {
          try (Channel channel = pe.transport().openChannel();
              Arena arena = Arena.ofConfined()) {
            if (pe.rank() > 0) {
              MemorySegment bytes = arena.allocate(100_000);
              channel.get(0, 0, bytes, 0, 100_000);
              ends.add(pe.clock().now());
            }
          }
        });
    for (int i = 0; i < 4; i++) {
      assertTook(ends.get(i), LATENCY + 100_000L * (i + 1));
    }
  }
}
