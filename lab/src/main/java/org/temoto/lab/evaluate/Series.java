package org.temoto.lab.evaluate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.temoto.apps.Kernel;
import org.temoto.lab.simulate.Dimension;
import org.temoto.lab.simulate.Sweep;

/**
 * A line of a figure: a program on so many workers, one number after the other.
 *
 * @param method how the program uses global memory
 * @param network empty where there is none
 */
public record Series(
    Program program,
    Method method,
    Kernel kernel,
    Kind kind,
    Optional<Network> network,
    Sweep sweep) {
  /**
   * Network of a line.
   *
   * @param latency as it is typed
   * @param contention whether transfers wait for each other; the paper's own model has no queues
   */
  public record Network(String latency, boolean contention) {
    private List<String> options() {
      return List.of(
          "--latency=" + latency,
          "--bandwidth=" + BANDWIDTH,
          "--contention=" + (contention ? "on" : "off"));
    }

    private String label() {
      return latency + (contention ? "" : ", no queues");
    }
  }

  /** Bandwidth of the paper's network. */
  public static final String BANDWIDTH = "9Gbps";

  /** The same in bytes per second. */
  public static final double BYTES_PER_SECOND = 9e9 / Byte.SIZE;

  /** The two latencies that the paper can be read with. */
  public static final List<String> LATENCIES = List.of("1.8us", "1.8ms");

  /**
   * All lines of {@code program} with one kernel: with the plain one by both methods, the paper's
   * on all networks; with the fast one, which the paper has not, on the shorter latency.
   *
   * @param workers numbers of workers as they are typed, ascending
   * @param common options that all runs have
   */
  public static List<Series> of(
      Program program, Kernel kernel, List<String> workers, List<String> common) {
    Lines all = new Lines(program, kernel, workers, common);
    Lines ends = all.ofEnds();
    Optional<Network> none = Optional.empty();
    Optional<Network> near = Optional.of(new Network(LATENCIES.getFirst(), true));
    Optional<Network> alone = Optional.of(new Network(LATENCIES.getFirst(), false));
    Optional<Network> far = Optional.of(new Network(LATENCIES.getLast(), true));
    Method localized = program.localized();
    Method tuned = program.tuned();
    if (kernel == Kernel.PLAIN) {
      return List.of(
          of(all, localized, Kind.PLAIN_TASKS, none),
          of(ends, localized, Kind.IDENTITY, near),
          of(all, localized, Kind.SEPARATE, near),
          of(ends, localized, Kind.SEPARATE, alone),
          of(ends, localized, Kind.IDENTITY, far),
          of(ends, localized, Kind.SEPARATE, far),
          of(ends, tuned, Kind.PLAIN_TASKS, none),
          of(ends, tuned, Kind.SEPARATE, near));
    }
    return List.of(
        of(ends, localized, Kind.PLAIN_TASKS, none),
        of(ends, localized, Kind.SEPARATE, near),
        of(ends, tuned, Kind.PLAIN_TASKS, none),
        of(all, tuned, Kind.SEPARATE, near));
  }

  /** Lines that have these in common. */
  private record Lines(Program program, Kernel kernel, List<String> workers, List<String> common) {
    /** The same with the fewest and the most workers only. */
    Lines ofEnds() {
      List<String> ends = Stream.of(workers.getFirst(), workers.getLast()).distinct().toList();
      return new Lines(program, kernel, ends, common);
    }
  }

  private static Series of(Lines lines, Method method, Kind kind, Optional<Network> network) {
    List<String> always = new ArrayList<>(lines.program.always());
    always.addAll(method.always());
    always.add("--kernel=" + lines.kernel.name().toLowerCase(Locale.ROOT));
    always.addAll(kind.options());
    if (network.isPresent()) {
      always.addAll(method.global());
      always.addAll(network.get().options());
    }
    always.addAll(lines.common);
    Dimension size = new Dimension(kind.size(), lines.workers);
    Sweep sweep = new Sweep(lines.program.command(), List.of(size), always);
    return new Series(lines.program, method, lines.kernel, kind, network, sweep);
  }

  /**
   * Tells whether its last point is compared with plain tasks or a bound, and so measured longer:
   * the paper's method with plain kernels, the tuned one with fast ones.
   */
  public boolean isCompared() {
    return kind == Kind.SEPARATE
        && method.equals(kernel == Kernel.PLAIN ? program.localized() : program.tuned())
        && network.equals(Optional.of(new Network(LATENCIES.getFirst(), true)));
  }

  /** Name for people. */
  public String label() {
    String where = network.map(some -> ", " + some.label()).orElse("");
    return method.label() + ": " + kind.label() + where;
  }
}
