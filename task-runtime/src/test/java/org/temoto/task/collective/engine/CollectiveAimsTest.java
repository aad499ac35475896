package org.temoto.task.collective.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.temoto.gas.GasOptions;
import org.temoto.gas.Temoto;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Costs;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.gas.spi.Clock;
import org.temoto.gas.spi.RuntimeSupport;
import org.temoto.task.TaskRuntime;
import org.temoto.task.collective.Collectives;
import org.temoto.task.collective.Datatype;
import org.temoto.task.collective.Operator;

/**
 * Tests of the virtual time, which is exact, that collectives take, compared with what the network
 * allows.
 */
@Timeout(100)
class CollectiveAimsTest {
  private static final int PES = 8;
  private static final long LATENCY = 1_800;
  private static final double BYTES_PER_NANO = 9.0 / 8;
  private static final int BYTES = 8 << 20;
  private static final int CHUNK = 64 << 10;

  /** Nanoseconds from the first PE's call to the last one's return, when all is warm. */
  private static long nanos(Consumer<Collectives> program) {
    GasOptions options =
        GasOptions.DEFAULT
            .withBackend("simulated")
            .withPes(PES)
            .withHeapBytes(64 << 20)
            .with(
                SimulationOptions.DEFAULT,
                simulation ->
                    simulation
                        .withSchedule(Schedule.VIRTUAL)
                        .withCosts(Costs.MODELLED)
                        .withNetwork(new Network(LATENCY, 9e9)));
    AtomicLong first = new AtomicLong(Long.MAX_VALUE);
    AtomicLong last = new AtomicLong();
    Temoto.launch(
        options,
        space -> {
          Clock clock = RuntimeSupport.of(space).processingElement().clock();
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            Collectives collectives = runtime.collectives();
            program.accept(collectives);
            space.barrier();
            first.accumulateAndGet(clock.now(), Math::min);
            program.accept(collectives);
            last.accumulateAndGet(clock.now(), Math::max);
            space.barrier();
          }
        });
    return last.get() - first.get();
  }

  private static MemorySegment bytes() {
    return Arena.ofAuto().allocate(BYTES, Double.BYTES);
  }

  @Test
  void shouldBroadcastAsFastAsAPipelineCan() {
    double least = (BYTES + (PES - 2) * CHUNK) / BYTES_PER_NANO;
    assertThat((double) nanos(collectives -> collectives.broadcast(3, bytes())))
        .isBetween(least, 1.15 * least);
  }

  @Test
  void shouldReduceToAllAsFastAsLinksCan() {
    double least = 2.0 * (PES - 1) / PES * BYTES / BYTES_PER_NANO;
    long found =
        nanos(collectives -> collectives.allreduce(bytes(), Datatype.FLOAT64, Operator.SUM));
    assertThat((double) found).isBetween(least, 1.2 * least);
  }

  @Test
  void shouldMeetInThreeLatencies() {
    double least = 3 * LATENCY;
    assertThat((double) nanos(Collectives::barrier)).isBetween(least, 1.2 * least);
  }
}
