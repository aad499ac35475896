package org.temoto.gas.simulated;

import java.util.Objects;
import org.temoto.gas.GasOptions;
import org.temoto.gas.InvalidOptionException;
import org.temoto.gas.OptionGroup;

/**
 * Options that only a simulated job has; immutable. Other backends refuse a schedule other than
 * {@link Schedule#THREADS} and the race checker, and ignore the rest.
 *
 * @param buffers how local copies of global memory are kept
 * @param network the network that is imitated
 * @param schedule what decides which strand goes on
 * @param costs what computing and waiting take in virtual time
 * @param raceChecker whether to look for broken promises, and end the job with a {@link
 *     CheckFailedException} if there are any (docs/checker.md); several times slower; by default as
 *     the system property {@code temoto.raceChecker} says
 */
public record SimulationOptions(
    Buffers buffers, Network network, Schedule schedule, Costs costs, boolean raceChecker)
    implements OptionGroup {
  /** What holds where nothing is said. */
  public static final SimulationOptions DEFAULT =
      new SimulationOptions(
          Buffers.SEPARATE,
          Network.NONE,
          Schedule.THREADS,
          Costs.MEASURED,
          Boolean.getBoolean("temoto.raceChecker"));

  public SimulationOptions {
    Objects.requireNonNull(buffers, "buffers");
    Objects.requireNonNull(network, "network");
    Objects.requireNonNull(schedule, "schedule");
    Objects.requireNonNull(costs, "costs");
  }

  @Override
  public void requireIgnorable() {
    if (schedule == Schedule.VIRTUAL) {
      throw new InvalidOptionException(
          "time", "virtual", "wall: only a simulated job has a time of its own");
    }
    if (schedule != Schedule.THREADS) {
      throw new InvalidOptionException(
          "schedule", "seeded", "threads: only a simulated job runs one strand at a time");
    }
    if (raceChecker) {
      throw new InvalidOptionException(
          "raceChecker", true, "false: only a simulated job, which is one process, can be checked");
    }
  }

  /** Those attached to {@code options}, or the defaults. */
  public static SimulationOptions of(GasOptions options) {
    return options.group(DEFAULT);
  }

  /** The same with another {@link #buffers()}. */
  public SimulationOptions withBuffers(Buffers value) {
    return new SimulationOptions(value, network, schedule, costs, raceChecker);
  }

  /** The same with another {@link #network()}. */
  public SimulationOptions withNetwork(Network value) {
    return new SimulationOptions(buffers, value, schedule, costs, raceChecker);
  }

  /** The same with another {@link #schedule()}. */
  public SimulationOptions withSchedule(Schedule value) {
    return new SimulationOptions(buffers, network, value, costs, raceChecker);
  }

  /** The same with other {@link #costs()}. */
  public SimulationOptions withCosts(Costs value) {
    return new SimulationOptions(buffers, network, schedule, value, raceChecker);
  }

  /** The same with another {@link #raceChecker()}. */
  public SimulationOptions withRaceChecker(boolean value) {
    return new SimulationOptions(buffers, network, schedule, costs, value);
  }
}
