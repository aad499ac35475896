package org.temoto.lab.evaluate;

import java.util.List;
import java.util.stream.Stream;
import org.temoto.lab.aggregation.Aggregation;
import org.temoto.lab.aggregation.AggregationProblem.Program;
import org.temoto.lab.simulate.Dimension;
import org.temoto.lab.simulate.Sweep;

/**
 * A line of {@link AggregationExhibit}: a program in all ways to bring data to hand. Computing is
 * always modelled: what differs is communication.
 */
public record AggregationLine(Program program) {
  static final int PES = 8;

  /** The shorter latency. */
  static final String LATENCY = Series.LATENCIES.getFirst();

  private static final List<String> OPTIONS =
      List.of(
          "--pes=" + PES,
          "--workers=1",
          "--page-size=4KiB",
          "--latency=" + LATENCY,
          "--bandwidth=" + Series.BANDWIDTH,
          "--backend=simulated",
          "--time=virtual",
          "--cost=" + Plan.MODEL);

  /** One for each program. */
  static final List<AggregationLine> ALL =
      Stream.of(Program.values()).map(AggregationLine::new).toList();

  /** Name for people. */
  public String label() {
    return program.word();
  }

  /** A point for each way, in the order of {@link Aggregation}. */
  public Sweep sweep() {
    List<String> ways = Stream.of(Aggregation.values()).map(Aggregation::word).toList();
    List<String> always =
        Stream.concat(Stream.of("--program=" + program.word()), OPTIONS.stream()).toList();
    return new Sweep(List.of("run", "aggregation"), List.of(new Dimension("--way", ways)), always);
  }
}
