package org.temoto.gas;

/**
 * The network that a simulated backend imitates: a transfer of s bytes takes {@code latency + s /
 * bandwidth}, and occupies the links of both PEs for {@code s / bandwidth} (P1, cost model).
 *
 * @param latencyNanos one-way cost of every operation, in nanoseconds
 * @param bitsPerSecond bandwidth of each PE's link; {@link #UNLIMITED} for none
 */
public record Network(long latencyNanos, double bitsPerSecond) {
  /** The bandwidth of a network whose transfers take no time. */
  public static final double UNLIMITED = Double.POSITIVE_INFINITY;

  /** No latency, unlimited bandwidth. */
  public static final Network NONE = new Network(0, UNLIMITED);

  public Network {
    if (latencyNanos < 0) {
      throw new InvalidOptionException("latency", latencyNanos + " ns", "0 or more");
    }
    if (!(bitsPerSecond > 0)) {
      throw new InvalidOptionException("bandwidth", bitsPerSecond + " bit/s", "positive");
    }
  }

  /** Nanoseconds that a link is occupied by {@code bytes}. */
  public long transferNanos(long bytes) {
    return (long) (bytes * 8e9 / bitsPerSecond);
  }

  public boolean isFree() {
    return latencyNanos == 0 && bitsPerSecond == UNLIMITED;
  }
}
