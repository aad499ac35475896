package org.temoto.task;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.temoto.gas.GasOptions;

/** Tests of the memory model on threads, with late and unordered deliveries. */
class SimulatedLitmusTest extends LitmusContractTest {
  @Override
  protected Stream<GasOptions> clusters() {
    return IntStream.range(0, 6)
        .mapToObj(i -> options("simulated", 1 + i % 4).withWorkers(1 + i % 2).withSeed(i));
  }
}
