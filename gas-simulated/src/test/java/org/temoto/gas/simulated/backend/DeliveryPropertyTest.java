package org.temoto.gas.simulated.backend;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.temoto.gas.GasOptions;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.simulated.Network.Disturbance;
import org.temoto.gas.simulated.Network.Disturbance.Slower;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Costs;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.ProcessingElement;

/**
 * Tests of random sequences of operations on one channel: at every moment each target looks as the
 * promises allow.
 */
class DeliveryPropertyTest {
  private static final int PES = 2;

  /** Words that are written; the last one is added to. */
  private static final int WORDS = 5;

  private static final int COUNTER = WORDS - 1;

  enum What {
    PUT,
    PUT_NON_BLOCKING,
    PUT_TWO_WORDS,
    SET,
    ADD,
    FETCH,
    FENCE,
    QUIET
  }

  record Step(What what, int pe, int word) {}

  @Provide
  Arbitrary<List<Step>> steps() {
    Arbitrary<Step> step =
        Combinators.combine(
                Arbitraries.of(What.class),
                Arbitraries.integers().between(0, PES - 1),
                Arbitraries.integers().between(0, COUNTER - 2))
            .as(Step::new);
    return step.list().ofMaxSize(40);
  }

  @Property(tries = 300)
  void shouldDeliverOnlyInAllowedOrders(@ForAll("steps") List<Step> steps, @ForAll long seed) {
    Clusters.timeless(
        PES,
        seed,
        pe -> {
          long area = pe.heap().allocate(WORDS * 8, 8);
          if (pe.rank() == 0) {
            new Run(pe, area).execute(steps);
          }
          pe.transport().barrier();
        });
  }

  /** Some operations overtake others here, as their latencies are drawn. */
  @Property(tries = 300)
  void shouldDeliverOnlyInAllowedOrdersInVirtualTime(
      @ForAll("steps") List<Step> steps, @ForAll long seed) {
    Disturbance jitter = new Disturbance(5, Slower.NONE, Slower.NONE);
    GasOptions options =
        Clusters.options(PES)
            .with(
                SimulationOptions.DEFAULT,
                simulation ->
                    simulation
                        .withSchedule(Schedule.VIRTUAL)
                        .withCosts(Costs.MODELLED)
                        .withNetwork(new Network(new Network.Costs.Simple(200, 8e9), jitter)))
            .withSeed(seed);
    new SimulatedBackend()
        .launch(
            options,
            pe -> {
              long area = pe.heap().allocate(WORDS * 8, 8);
              if (pe.rank() == 0) {
                new Run(pe, area).execute(steps);
              }
              pe.transport().barrier();
            });
  }

  /** One execution beside its reference. */
  private static final class Run {
    private final Channel channel;
    private final Channel observer;
    private final long area;
    private final DeliveryReference[] references = new DeliveryReference[PES];
    private final MemorySegment sources = Arena.ofAuto().allocate(1024 * 8, 8);
    private int writes;

    Run(ProcessingElement pe, long area) {
      this.area = area;
      channel = pe.transport().openChannel();
      observer = pe.transport().openChannel();
      Arrays.setAll(references, i -> new DeliveryReference(WORDS));
    }

    void execute(List<Step> steps) {
      for (Step step : steps) {
        execute(step);
        check(step);
      }
      channel.quiet();
      Arrays.stream(references).forEach(DeliveryReference::quiet);
      check(new Step(What.QUIET, 0, 0));
    }

    private void check(Step step) {
      for (int pe = 0; pe < PES; pe++) {
        long[] state = new long[WORDS];
        for (int word = 0; word < WORDS; word++) {
          state[word] = observer.fetch(pe, area + word * 8L);
        }
        assertThat(references[pe].allows(state))
            .as("PE %d may hold %s after %s", pe, Arrays.toString(state), step)
            .isTrue();
      }
    }

    private void execute(Step step) {
      long offset = area + step.word() * 8L;
      switch (step.what()) {
        case PUT -> channel.put(step.pe(), offset, sources, source(step, 1), 8);
        case PUT_NON_BLOCKING ->
            channel.putNonBlocking(step.pe(), offset, sources, source(step, 1), 8);
        case PUT_TWO_WORDS ->
            channel.putNonBlocking(step.pe(), offset, sources, source(step, 2), 16);
        case SET -> channel.set(step.pe(), offset, sources.get(JAVA_LONG, source(step, 1)));
        case ADD -> add(step.pe());
        case FETCH -> channel.fetch(step.pe(), offset);
        case FENCE -> {
          channel.fence();
          Arrays.stream(references).forEach(DeliveryReference::fence);
        }
        case QUIET -> {
          channel.quiet();
          Arrays.stream(references).forEach(DeliveryReference::quiet);
        }
      }
    }

    /** Writes new values to the reference; returns where they stand for the channel. */
    private long source(Step step, int words) {
      long position = writes * 8L;
      for (int i = 0; i < words; i++) {
        writes++;
        sources.setAtIndex(JAVA_LONG, writes - 1, writes);
        references[step.pe()].write(step.word() + i, writes);
      }
      return position;
    }

    private void add(int pe) {
      long value = 1L << writes++ % 60;
      channel.add(pe, area + COUNTER * 8L, value);
      references[pe].add(COUNTER, value);
    }
  }
}
