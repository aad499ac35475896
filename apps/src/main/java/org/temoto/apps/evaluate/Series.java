package org.temoto.apps.evaluate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.temoto.apps.simulate.Dimension;
import org.temoto.apps.simulate.Sweep;
import org.temoto.task.pattern.Kernel;

/**
 * A line of a figure: a program on so many workers, one number after the other.
 *
 * @param latency of the network, as it is typed; empty where there is none
 */
public record Series(Program program, Kernel kernel, Kind kind, String latency, Sweep sweep) {
  /** Bandwidth of P1's network. */
  public static final String BANDWIDTH = "9Gbps";

  /** The same in bytes per second. */
  public static final double BYTES_PER_SECOND = 9e9 / Byte.SIZE;

  /** The two latencies that P1 can be read with. */
  public static final List<String> LATENCIES = List.of("1.8us", "1.8ms");

  /**
   * All lines of {@code program} with one kernel.
   *
   * @param workers numbers of workers as they are typed, ascending
   * @param common options that all runs have
   */
  public static List<Series> of(
      Program program, Kernel kernel, List<String> workers, List<String> common) {
    List<Series> lines = new ArrayList<>();
    lines.add(of(program, kernel, Kind.PLAIN_TASKS, "", workers, common));
    for (String latency : LATENCIES) {
      lines.add(of(program, kernel, Kind.IDENTITY, latency, workers, common));
      lines.add(of(program, kernel, Kind.SEPARATE, latency, workers, common));
    }
    return lines;
  }

  private static Series of(
      Program program,
      Kernel kernel,
      Kind kind,
      String latency,
      List<String> workers,
      List<String> common) {
    List<String> always = new ArrayList<>(program.always());
    always.add("--kernel=" + kernel.name().toLowerCase(Locale.ROOT));
    always.addAll(kind.options());
    if (kind.hasNetwork()) {
      always.add("--latency=" + latency);
      always.add("--bandwidth=" + BANDWIDTH);
    }
    always.addAll(common);
    Dimension size = new Dimension(kind.size(), workers);
    return new Series(
        program, kernel, kind, latency, new Sweep(program.command(), List.of(size), always));
  }

  /** Whether its last point is compared with plain tasks or a bound, and so measured longer. */
  public boolean isCompared() {
    return kind == Kind.SEPARATE && latency.equals(LATENCIES.getFirst());
  }

  /** For people. */
  public String label() {
    return kind.hasNetwork() ? kind.label() + ", l = " + latency : kind.label();
  }
}
