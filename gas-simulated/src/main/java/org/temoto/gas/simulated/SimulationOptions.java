package org.temoto.gas.simulated;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GasOptions.OptionGroup;
import org.temoto.gas.InvalidOptionException;

/**
 * Options that only a simulated job has; immutable. Other backends refuse the race checker, and
 * ignore the rest, with a warning of a schedule other than {@link Schedule#THREADS}.
 *
 * @param buffers how local copies of global memory are kept; default {@link Buffers#SEPARATE}
 * @param network the network that is imitated; default {@link Network#NONE}
 * @param schedule what decides which strand goes on; default {@link Schedule#THREADS}
 * @param costs what computing and waiting take in virtual time; default {@link Costs#MEASURED}
 * @param raceChecker whether to look for broken promises, and end the job with a {@link
 *     CheckFailedException} if there are any (docs/checker.md, with what it costs); by default as
 *     the system property {@code temoto.raceChecker} says
 */
public record SimulationOptions(
    Buffers buffers, Network network, Schedule schedule, Costs costs, boolean raceChecker)
    implements OptionGroup {
  /** Default of every option. */
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
  public List<String> ignored() {
    if (raceChecker) {
      throw new InvalidOptionException(
          "raceChecker", true, "false: only a simulated job, which is one process, can be checked");
    }
    return schedule == Schedule.THREADS
        ? List.of()
        : List.of("schedule " + schedule.name().toLowerCase(Locale.ROOT));
  }

  /** The simulation options attached to {@code options}, or the defaults. */
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

  /** Choice of how a simulated backend keeps local copies of global memory (Ikegami and Taura). */
  public enum Buffers {
    /**
     * Each PE has copies of its own, as on a cluster: a forgotten localize or commit gives a wrong
     * answer.
     */
    SEPARATE,
    /**
     * The global memory itself is handed out: localize and commit cost what the network says and
     * move nothing.
     */
    IDENTITY
  }

  /** Rule by which one strand of a simulated job goes on after another. */
  public enum Schedule {
    /** The machine: strands are threads, on the wall clock. */
    THREADS,

    /**
     * The seed: one strand of all PEs runs at a time, and at each operation of the transport and
     * each wait the seed picks the strand that goes on, and what the network delivers. Time is that
     * of the schedule. The same program with the same options takes the same course, as long as it
     * asks neither the machine's clock nor its random numbers, and waits for other strands only
     * through Temoto. Deep recursion is limited by the JVM's {@code -Xss}.
     */
    SEEDED,

    /**
     * Virtual time: one strand of all PEs runs at a time, always the one whose time is behind all
     * others'. Computing takes what {@link Costs} say, operations what the network model says; so a
     * few cores show what thousands of workers would do. Deep recursion is limited by the JVM's
     * {@code -Xss}.
     */
    VIRTUAL
  }

  /**
   * Costs of computing and waiting in {@link Schedule#VIRTUAL virtual time}, in nanoseconds. The
   * time that a program computes between two scheduling points is either measured on this machine,
   * or modelled: {@code forkNanos} per fork, and what the program says (see {@code
   * TaskContext.charge}); then two runs with equal options take the same course and the same time,
   * on any machine.
   *
   * @param isMeasured whether computing is measured
   * @param forkNanos of a fork, the start and the join of its task, if that is modelled
   * @param readingNanos of reading the clock
   * @param pointNanos of any operation of the transport or wait, beside what the network takes
   * @param wakeNanos from waking a strand that sleeps until it goes on
   * @param startNanos from starting a strand until it runs
   * @param timerNanos how much later than asked a strand goes on that has slept for a time
   */
  public record Costs(
      boolean isMeasured,
      long forkNanos,
      long readingNanos,
      long pointNanos,
      long wakeNanos,
      long startNanos,
      long timerNanos) {
    /** From one thread's unpark to another's return from park, as the bench measures it. */
    private static final long WAKE_NANOS = 12_000;

    /** From the start of a platform thread to its first reading of the clock, measured. */
    private static final long START_NANOS = 60_000;

    /**
     * From the moment that a thread wanted to sleep until to its return, measured. Strands have the
     * kernel's slack, 50 us, taken away.
     */
    private static final long TIMER_NANOS = 17_000;

    /** Everything is computed. */
    public static final Costs MODELLED =
        new Costs(false, 10, 20, 20, WAKE_NANOS, START_NANOS, TIMER_NANOS);

    /** Computing is measured. */
    public static final Costs MEASURED =
        new Costs(true, 0, 1, 1, WAKE_NANOS, START_NANOS, TIMER_NANOS);

    public Costs {
      require("forkNanos", forkNanos, 0);
      require("readingNanos", readingNanos, 1);
      require("pointNanos", pointNanos, 1);
      require("wakeNanos", wakeNanos, 0);
      require("startNanos", startNanos, 0);
      require("timerNanos", timerNanos, 0);
    }

    private static void require(String name, long value, long least) {
      if (value < least) { // a spin on the clock, or a poll, must end
        throw new InvalidOptionException(name, value, "at least " + least);
      }
      if (value > Network.LONGEST_NANOS) {
        throw new InvalidOptionException(
            name, value, "at most " + Network.LONGEST_NANOS + ", a day");
      }
    }
  }
}
