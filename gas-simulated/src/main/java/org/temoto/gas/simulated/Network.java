package org.temoto.gas.simulated;

import java.util.Map;
import java.util.Objects;
import org.temoto.gas.InvalidOptionException;

/**
 * The network that a simulated backend imitates.
 *
 * @param costs the model, with its values
 * @param disturbance how operations and PEs depart from it
 */
public record Network(NetworkCosts costs, Disturbance disturbance) {
  /** The bandwidth of a network whose transfers take no time. */
  public static final double UNLIMITED = Double.POSITIVE_INFINITY;

  /** No value of a model that is a time is longer, disturbed or not: a day. */
  static final long LONGEST_NANOS = 24 * 3600 * 1_000_000_000L;

  /** No latency, unlimited bandwidth. */
  public static final Network NONE = new Network(0, UNLIMITED);

  public Network {
    Objects.requireNonNull(costs, "costs");
    Objects.requireNonNull(disturbance, "disturbance");
    double latencies = disturbance.latencyFactor();
    double links = disturbance.stragglers().longestFactor();
    requireDisturbed("latency", costs.latencyNanos(), latencies);
    switch (costs) {
      case NetworkCosts.Simple _, NetworkCosts.ContentionFree _ -> {}
      case NetworkCosts.LogGp logGp -> {
        requireDisturbed("overhead", logGp.overheadNanos(), disturbance.slowPes().longestFactor());
        requireDisturbed("gap", logGp.gapNanos(), links);
      }
      case NetworkCosts.TwoLevel twoLevel ->
          requireDisturbed("hostLatency", twoLevel.hostLatencyNanos(), latencies);
      case NetworkCosts.FatTree fatTree ->
          requireDisturbed("hopLatency", fatTree.hopNanos(), latencies);
    }
  }

  private static void requireDisturbed(String option, long nanos, double factor) {
    if (nanos * factor > LONGEST_NANOS) {
      throw new InvalidOptionException(
          option,
          "%s, up to %s times as long where it is disturbed"
              .formatted(Quantities.time(nanos), Quantities.number(factor)),
          "at most " + Quantities.time(LONGEST_NANOS) + " altogether, a day");
    }
  }

  /** An undisturbed network. */
  public Network(NetworkCosts costs) {
    this(costs, Disturbance.NONE);
  }

  /**
   * The model {@link NetworkCosts.Simple}, undisturbed.
   *
   * @param latencyNanos one-way cost of every operation, in nanoseconds
   * @param bitsPerSecond bandwidth of each PE's link; {@link #UNLIMITED} for none
   */
  public Network(long latencyNanos, double bitsPerSecond) {
    this(new NetworkCosts.Simple(latencyNanos, bitsPerSecond));
  }

  /**
   * All values that are in effect, in order: the names of options ({@code hostLatency} for {@code
   * --host-latency}), and values with their units, as these options take them.
   */
  public Map<String, String> describe() {
    Map<String, String> values = costs.describe();
    disturbance.describe(values);
    return values;
  }

  /**
   * Options of how a simulated cluster departs from its model; what is drawn is drawn by {@link
   * org.temoto.gas.GasOptions#seed()}.
   *
   * @param jitter each operation's latency is longer by a share of it that is drawn anew, evenly
   *     between 0 and this
   * @param stragglers PEs whose links are slower: their operations, and those of others on them,
   *     have a longer latency and a lower bandwidth
   * @param slowPes PEs that compute slower; that shows where a backend charges for computing, not
   *     on the wall clock
   */
  public record Disturbance(double jitter, Slower stragglers, Slower slowPes) {
    private static final double MAX_JITTER = 100;

    /** Nothing departs. */
    public static final Disturbance NONE = new Disturbance(0, Slower.NONE, Slower.NONE);

    public Disturbance {
      if (!(jitter >= 0 && jitter <= MAX_JITTER)) {
        throw new InvalidOptionException("jitter", Quantities.share(jitter), "from 0% to 10000%");
      }
      stragglers.require("stragglers");
      slowPes.require("slowPes");
    }

    /**
     * Share of PEs that are slower than others, by some measure.
     *
     * @param share of all PEs, from 0 to 1, rounded up to whole PEs; the seed chooses which
     * @param factor how many times as long they take
     */
    public record Slower(double share, double factor) {
      private static final double MAX_FACTOR = 1e6;

      /** No PE. */
      public static final Slower NONE = new Slower(0, 1);

      private void require(String option) {
        if (!(share >= 0 && share <= 1)) {
          throw new InvalidOptionException(option, this, "a share from 0% to 100% of the PEs");
        }
        if (!(factor >= 1 && factor <= MAX_FACTOR)) {
          throw new InvalidOptionException(
              option, this, "a factor from 1 to " + Quantities.number(MAX_FACTOR));
        }
      }

      /** Tells whether some PE of a job is slower. */
      public boolean isAny() {
        return share > 0 && factor > 1;
      }

      double longestFactor() {
        return isAny() ? factor : 1;
      }

      /** As the command line has it, for example {@code 10%x4}. */
      @Override
      public String toString() {
        return Quantities.share(share) + "x" + Quantities.number(factor);
      }
    }

    /** Factor by which a latency may become longer. */
    double latencyFactor() {
      return (1 + jitter) * stragglers.longestFactor();
    }

    void describe(Map<String, String> values) {
      values.put("jitter", Quantities.share(jitter));
      values.put("stragglers", stragglers.toString());
      values.put("slowPes", slowPes.toString());
    }
  }
}
