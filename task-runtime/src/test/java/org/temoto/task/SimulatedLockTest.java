package org.temoto.task;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GasOptions.Coherence;

/** Tests of locks on threads, with late and unordered deliveries. */
class SimulatedLockTest extends LockContractTest {
  @Override
  protected Stream<GasOptions> clusters() {
    return IntStream.range(0, 8)
        .mapToObj(i ->
            options("simulated", 1 + i % 4)
                .withWorkers(1 + i % 2)
                .withCoherence(i % 3 == 0 ? Coherence.AUTOMATIC : Coherence.EXPLICIT)
                .withSeed(i));
  }
}
