package org.temoto.gas.simulated.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Costs;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.RemoteWords.Atomic;
import org.temoto.gas.spi.RemoteWords.Operation;

/** Tests of virtual time: an operation takes the time that the model of the network says. */
@Timeout(60)
class ModelledTimeTest {
  private static final int BYTES = 1000;

  /** Costs where nothing but the network takes time, so to speak. */
  private static final Costs NONE = new Costs(false, 0, 1, 1, 0, 0, 0);

  /** Time that a step of an operation takes beside, in nanoseconds. */
  private static final long STEP = 4;

  /** 1 ns per byte. */
  private static final double RATE = 8e9;

  /** From {@code nanos} on, and at most {@code steps} longer. */
  private static ThrowingConsumer<Long> within(long nanos, int steps) {
    return taken -> assertThat(taken).isBetween(nanos, nanos + steps * STEP);
  }

  private static void inVirtualTime(int pes, Network network, Consumer<ProcessingElement> program) {
    new SimulatedBackend()
        .launch(
            Clusters.options(pes)
                .with(
                    SimulationOptions.DEFAULT,
                    simulation ->
                        simulation
                            .withNetwork(network)
                            .withSchedule(Schedule.VIRTUAL)
                            .withCosts(NONE)),
            program);
  }

  /** Time that a get of {@link #BYTES} from {@code target} takes PE 0 while all others wait. */
  private static long get(int pes, Network network, int target) {
    Map<String, Long> taken = new ConcurrentHashMap<>();
    inVirtualTime(
        pes,
        network,
        pe -> {
          long area = pe.heap().allocate(BYTES, 8);
          if (pe.rank() == 0) {
            Channel channel = pe.transport().openChannel();
            MemorySegment to = Arena.ofAuto().allocate(BYTES, 8);
            long start = pe.clock().now();
            channel.get(target, area, to, 0, BYTES);
            taken.put("get", pe.clock().now() - start);
          }
          pe.transport().barrier();
        });
    return taken.get("get");
  }

  @Test
  void shouldTakeWhatEachModelSays() {
    assertThat(get(2, new Network(1800, RATE), 1)).satisfies(within(2800, 2));
    Network contentionFree = new Network(new Network.Costs.ContentionFree(1800, RATE));
    assertThat(get(2, contentionFree, 1)).satisfies(within(2800, 2));
    Network logGp = new Network(new Network.Costs.LogGp(1000, RATE, 300, 50));
    assertThat(get(2, logGp, 1)).satisfies(within(300 + 999 + 1000, 2));
    Network twoLevel = new Network(new Network.Costs.TwoLevel(2000, RATE, 2, 100, 4 * RATE));
    assertThat(get(4, twoLevel, 1)).satisfies(within(100 + 250, 2));
    assertThat(get(4, twoLevel, 2)).satisfies(within(2000 + 1000, 2));
    Network fatTree = new Network(new Network.Costs.FatTree(500, RATE, 2, 100, 1));
    assertThat(get(8, fatTree, 1)).satisfies(within(500 + 100 + 1000, 2));
    assertThat(get(8, fatTree, 7)).satisfies(within(500 + 5 * 100 + 1000, 2));
  }

  @Test
  void shouldBeBusyWithTheOverheadOfNonBlockingOperations() {
    Network network = new Network(new Network.Costs.LogGp(1000, RATE, 300, 50));
    inVirtualTime(
        2,
        network,
        pe -> {
          long area = pe.heap().allocate(BYTES, 8);
          if (pe.rank() == 0) {
            Channel channel = pe.transport().openChannel();
            MemorySegment to = Arena.ofAuto().allocate(BYTES, 8);
            long start = pe.clock().now();
            channel.getNonBlocking(1, area, to, 0, 1);
            channel.add(1, area, 1);
            assertThat(pe.clock().now() - start).satisfies(within(2 * 300, 4));
            channel.quiet();
            assertThat(pe.clock().now() - start).satisfies(within(2 * 300 + 7 + 1000, 6));
          }
          pe.transport().barrier();
        });
  }

  @Test
  void shouldLetEachOfSeveralAtomicsActWhenItArrives() {
    Network network = new Network(new Network.Costs.LogGp(1000, RATE, 300, 0));
    inVirtualTime(
        2,
        network,
        pe -> {
          long word = pe.heap().allocate(Long.BYTES, 8);
          Channel channel = pe.transport().openChannel();
          pe.transport().barrier();
          if (pe.rank() == 0) {
            List<Atomic> adds = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
              adds.add(new Atomic(Operation.FETCH_ADD, 1, word, 1, 0));
            }
            long start = pe.clock().now();
            channel.atomics(adds);
            assertThat(pe.clock().now() - start).satisfies(within(20 * 300 + 7 + 1000, 50));
            assertThat(adds.stream().map(add -> add.result)).isEqualTo(longs(20));
          } else {
            pe.strands().park(4_000); // of those sent after 300, 600, ... 3300 ns, 11 have acted
            assertThat(channel.fetch(1, word)).isBetween(10L, 12L);
          }
          pe.transport().barrier();
        });
  }

  private static List<Long> longs(int count) {
    return LongStream.range(0, count).boxed().toList();
  }

  @Test
  void shouldBringTheAnswerBackOfWhatAFenceHasDelayed() {
    inVirtualTime(
        2,
        new Network(1000, RATE),
        pe -> {
          long area = pe.heap().allocate(100_000, 8);
          Channel channel = pe.transport().openChannel();
          if (pe.rank() == 0) {
            MemorySegment from = Arena.ofAuto().allocate(100_000, 8);
            long start = pe.clock().now();
            channel.putNonBlocking(1, area, from, 0, 100_000);
            channel.fence();
            channel.fetch(1, area);
            assertThat(pe.clock().now() - start).satisfies(within(101_000 + 500, 10));
          }
          pe.transport().barrier();
        });
  }

  /** A fence keeps what is sent to one PE behind a long put there, and nothing else. */
  @Test
  void shouldDelayByAFenceOnlyWhatIsSentToItsPe() {
    Network network = new Network(new Network.Costs.LogGp(1000, RATE, 300, 0));
    inVirtualTime(
        3,
        network,
        pe -> {
          long area = pe.heap().allocate(100_000, 8);
          Channel channel = pe.transport().openChannel();
          pe.transport().barrier();
          long start = pe.clock().now();
          if (pe.rank() == 0) {
            MemorySegment from = Arena.ofAuto().allocate(100_000, 8);
            channel.putNonBlocking(1, area, from, 0, 100_000);
            channel.fence();
            List<Atomic> adds = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
              adds.add(new Atomic(Operation.FETCH_ADD, 1 + i % 2, area, 1, 0));
            }
            channel.atomics(adds);
            assertThat(pe.clock().now() - start).satisfies(within(300 + 99_999 + 1000 + 500, 60));
          } else if (pe.rank() == 2) {
            pe.strands().park(10_000);
            assertThat(channel.fetch(2, area)).isEqualTo(10);
          }
          pe.transport().barrier();
        });
  }
}
