package org.temoto.task.pattern;

import java.util.stream.Stream;
import org.temoto.gas.GasOptions;
import org.temoto.gas.simulated.SimulationOptions;

/** Tests of all patterns under the checker, which finds nothing: else the job would end. */
class PatternCheckerTest extends PatternContractTest {
  @Override
  protected Stream<GasOptions> clusters() {
    return Stream.of(
        options("simulated", 2)
            .withWorkers(2)
            .with(SimulationOptions.DEFAULT, simulation -> simulation.withRaceChecker(true)));
  }
}
