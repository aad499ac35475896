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

  /** See {@link NetworkCosts#latencyNanos()}. */
  public long latencyNanos() {
    return costs.latencyNanos();
  }

  /** See {@link NetworkCosts#bitsPerSecond()}. */
  public double bitsPerSecond() {
    return costs.bitsPerSecond();
  }

  /** The same costs, disturbed otherwise. */
  public Network withDisturbance(Disturbance value) {
    return new Network(costs, value);
  }

  /** Whether no operation takes any time. */
  public boolean isFree() {
    return costs.isFree();
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
}
