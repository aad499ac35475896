package org.temoto.gas.simulated;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.temoto.gas.GasOptions;
import org.temoto.gas.InvalidOptionException;

/**
 * The network that a simulated backend imitates.
 *
 * @param costs the model, with its values
 * @param disturbance how operations and PEs depart from it
 */
public record Network(Costs costs, Disturbance disturbance) {
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
      case Costs.Simple _, Costs.ContentionFree _ -> {}
      case Costs.LogGp logGp -> {
        requireDisturbed("overhead", logGp.overheadNanos(), disturbance.slowPes().longestFactor());
        requireDisturbed("gap", logGp.gapNanos(), links);
      }
      case Costs.TwoLevel twoLevel ->
          requireDisturbed("hostLatency", twoLevel.hostLatencyNanos(), latencies);
      case Costs.FatTree fatTree -> requireDisturbed("hopLatency", fatTree.hopNanos(), latencies);
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
  public Network(Costs costs) {
    this(costs, Disturbance.NONE);
  }

  /**
   * The model {@link Costs.Simple}, undisturbed.
   *
   * @param latencyNanos cost of every operation, its answer included, in nanoseconds
   * @param bitsPerSecond bandwidth of each PE's link; {@link #UNLIMITED} for none
   */
  public Network(long latencyNanos, double bitsPerSecond) {
    this(new Costs.Simple(latencyNanos, bitsPerSecond));
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

  /**
   * Cost model of a network: formulas for its operations, and their values. A model has the values
   * that each network has, and may have more; docs/networks.md has the formulas.
   *
   * <p>In each model an operation's latency counts once, also where an answer comes back, and every
   * link carries one transfer at a time, except in {@link ContentionFree}.
   */
  public sealed interface Costs {
    /**
     * Nanoseconds from one PE to another, where no switch or host is between that counts itself.
     */
    long latencyNanos();

    /** Bandwidth of a PE's link, or of a host's; {@link Network#UNLIMITED} for none. */
    double bitsPerSecond();

    /**
     * Nanoseconds by which an operation more delays a PE that has others on their way, its bytes
     * not counted: 0 where there is only latency, which they share.
     */
    default long operationNanos() {
      return this instanceof LogGp costs ? costs.overheadNanos + costs.gapNanos : 0;
    }

    /** The bytes that a link carries in {@link #operationNanos()}. */
    default long bytesPerOperation() {
      return operationNanos() == 0 ? 0 : (long) (operationNanos() * bitsPerSecond() / 8e9);
    }

    /** The model's name, as the command line has it. */
    default String model() {
      return switch (this) {
        case Simple _, ContentionFree _ -> "simple";
        case LogGp _ -> "loggp";
        case TwoLevel _ -> "two-level";
        case FatTree _ -> "fat-tree";
      };
    }

    /** Tells whether no operation takes any time. */
    default boolean isFree() {
      return latencyNanos() == 0
          && bitsPerSecond() == Network.UNLIMITED
          && switch (this) {
            case Simple _, ContentionFree _ -> true;
            case LogGp costs -> costs.operationNanos() == 0;
            case TwoLevel costs ->
                costs.hostLatencyNanos == 0 && costs.hostBitsPerSecond == Network.UNLIMITED;
            case FatTree costs -> costs.hopNanos == 0;
          };
    }

    /**
     * Model {@code d = l + s / B}, which occupies the links of both PEs for {@code s / B} (Ikegami
     * and Taura).
     */
    record Simple(long latencyNanos, double bitsPerSecond) implements Costs {
      public Simple {
        requireLink(latencyNanos, bitsPerSecond);
      }
    }

    /**
     * The model simple without contention: {@code d = l + s / B} for each transfer by itself, as
     * links carry any number of them at a time.
     */
    record ContentionFree(long latencyNanos, double bitsPerSecond) implements Costs {
      public ContentionFree {
        requireLink(latencyNanos, bitsPerSecond);
      }
    }

    /**
     * Model LogGP: {@code d = o + L + (s - 1) G}, of which {@code o} is time of the strand that
     * issues the operation; the links of both PEs are occupied for {@code (s - 1) G + g}. {@code G}
     * is the time of a byte at the bandwidth.
     *
     * @param overheadNanos o
     * @param gapNanos g: its inverse bounds the messages per second of a PE
     */
    record LogGp(long latencyNanos, double bitsPerSecond, long overheadNanos, long gapNanos)
        implements Costs {
      /** Default of this model: the order of a host adapter's own costs. */
      public static final LogGp DEFAULT = new LogGp(600, 100e9, 200, 50);

      public LogGp {
        requireLink(latencyNanos, bitsPerSecond);
        requireTime("overhead", overheadNanos);
        requireTime("gap", gapNanos);
      }
    }

    /**
     * Model of hosts of several PEs: between hosts as {@link Simple}, where the PEs of a host share
     * its link; inside a host {@code host latency + s / host bandwidth}, through a link of each
     * PE's own.
     *
     * @param pesPerHost PEs 0 to {@code pesPerHost - 1} are on the first host, and so on
     */
    record TwoLevel(
        long latencyNanos,
        double bitsPerSecond,
        int pesPerHost,
        long hostLatencyNanos,
        double hostBitsPerSecond)
        implements Costs {
      /** Default of this model: the order of a network card, and of a memory. */
      public static final TwoLevel DEFAULT = new TwoLevel(600, 100e9, 4, 200, 80e9);

      public TwoLevel {
        requireLink(latencyNanos, bitsPerSecond);
        require(
            pesPerHost >= 1 && pesPerHost <= GasOptions.MAX_PES,
            "pesPerHost",
            pesPerHost,
            "from 1 to " + GasOptions.MAX_PES);
        requireTime("hostLatency", hostLatencyNanos);
        requireBandwidth("hostBandwidth", hostBitsPerSecond);
      }
    }

    /**
     * Model of switches with {@code radix} links down, on as many levels as the PEs need. Two PEs
     * whose paths meet on level m pass 2 m - 1 switches: {@code d = l + (2 m - 1) h + s / B}. They
     * occupy their own links, and the uplinks of the m - 1 switches on either side, each as fast as
     * its PEs' links together divided by {@code oversubscription} once per level.
     *
     * @param hopNanos h, of one switch
     * @param oversubscription 1 for a full fat tree; 2 if a switch has half as many links up as
     *     down
     */
    record FatTree(
        long latencyNanos, double bitsPerSecond, int radix, long hopNanos, double oversubscription)
        implements Costs {
      /** The most links down that a switch may have. */
      public static final int MAX_RADIX = 1 << 10;

      private static final double MAX_OVERSUBSCRIPTION = 1000;

      /** Default of this model: switches of 36 ports, half of them down. */
      public static final FatTree DEFAULT = new FatTree(600, 100e9, 18, 100, 1);

      public FatTree {
        requireLink(latencyNanos, bitsPerSecond);
        require(radix >= 2 && radix <= MAX_RADIX, "radix", radix, "from 2 to " + MAX_RADIX);
        requireTime("hopLatency", hopNanos);
        if (!(oversubscription >= 1 && oversubscription <= MAX_OVERSUBSCRIPTION)) {
          throw new InvalidOptionException(
              "oversubscription",
              Quantities.number(oversubscription),
              "from 1 to " + Quantities.number(MAX_OVERSUBSCRIPTION));
        }
      }
    }

    /** All values, in order: names of options, and values as options have them. */
    default Map<String, String> describe() {
      Map<String, String> values = new LinkedHashMap<>();
      values.put("network", model());
      values.put("latency", Quantities.time(latencyNanos()));
      values.put("bandwidth", Quantities.bandwidth(bitsPerSecond()));
      switch (this) {
        case Simple _ -> {}
        case ContentionFree _ -> values.put("contention", "off");
        case LogGp costs -> {
          values.put("overhead", Quantities.time(costs.overheadNanos));
          values.put("gap", Quantities.time(costs.gapNanos));
        }
        case TwoLevel costs -> {
          values.put("pesPerHost", Integer.toString(costs.pesPerHost));
          values.put("hostLatency", Quantities.time(costs.hostLatencyNanos));
          values.put("hostBandwidth", Quantities.bandwidth(costs.hostBitsPerSecond));
        }
        case FatTree costs -> {
          values.put("radix", Integer.toString(costs.radix));
          values.put("hopLatency", Quantities.time(costs.hopNanos));
          values.put("oversubscription", Quantities.number(costs.oversubscription));
        }
      }
      return values;
    }

    private static void requireLink(long latencyNanos, double bitsPerSecond) {
      requireTime("latency", latencyNanos);
      requireBandwidth("bandwidth", bitsPerSecond);
    }

    private static void requireTime(String name, long nanos) {
      require(nanos >= 0, name, nanos + " ns", "0 or more");
      if (nanos > Network.LONGEST_NANOS) {
        throw new InvalidOptionException(
            name,
            Quantities.time(nanos),
            "at most " + Quantities.time(Network.LONGEST_NANOS) + ", a day");
      }
    }

    private static void requireBandwidth(String name, double bitsPerSecond) {
      require(bitsPerSecond > 0, name, bitsPerSecond + " bit/s", "positive");
    }

    private static void require(boolean holds, String name, Object value, String rule) {
      if (!holds) {
        throw new InvalidOptionException(name, value, rule);
      }
    }
  }
}
