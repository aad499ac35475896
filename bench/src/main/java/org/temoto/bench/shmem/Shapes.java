package org.temoto.bench.shmem;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The same sort on 1 and 2 PEs with 1 and 2 workers each, in turns. */
record Shapes(List<Result> results, Spread ratio) {
  private static final Aim AIM = Aim.atMost(1.25);
  private static final double MEGA = 1e6;

  /** A job of so many PEs with so many workers. */
  record Shape(int pes, int workers) {
    @Override
    public String toString() {
      return pes + " x " + workers;
    }
  }

  static final Shape THREADS = new Shape(1, 2);
  static final Shape PROCESSES = new Shape(2, 1);
  static final List<Shape> ALL = List.of(new Shape(1, 1), THREADS, PROCESSES, new Shape(2, 2));

  /** Result of one shape; seconds, and per round on average the other numbers. */
  record Result(Shape shape, Spread seconds, double fetched, double committed, double steals) {
    Map<String, Object> object() {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("pes", shape.pes());
      fields.put("workers", shape.workers());
      fields.put("seconds", seconds.object());
      fields.put("bytesFetched", fetched);
      fields.put("bytesCommitted", committed);
      fields.put("remoteSteals", steals);
      return fields;
    }

    String line() {
      return String.format(
          Locale.ROOT,
          "%-12s %9.1f %9.1f %9.1f %12.1f %12.1f %10.1f",
          shape,
          seconds.minimum() * 1e3,
          seconds.median() * 1e3,
          seconds.maximum() * 1e3,
          fetched / MEGA,
          committed / MEGA,
          steals);
    }
  }

  /** {@code jobs} are in the order of {@link #ALL}. */
  static Shapes measure(List<OshrunJob> jobs, int warmUp, int rounds) {
    double[][] seconds = new double[jobs.size()][rounds];
    double[][] sums = new double[jobs.size()][4];
    for (int round = -warmUp; round < rounds; round++) {
      for (int i = 0; i < jobs.size(); i++) {
        int which = round % 2 == 0 ? i : jobs.size() - 1 - i;
        double[] answer = jobs.get(which).ask("sort", 1);
        if (round >= 0) {
          seconds[which][round] = answer[0] * 1e-9;
          for (int k = 0; k < answer.length; k++) {
            sums[which][k] += answer[k] / rounds;
          }
        }
      }
    }
    List<Result> results = new ArrayList<>();
    for (int i = 0; i < jobs.size(); i++) {
      double[] sum = sums[i];
      results.add(new Result(ALL.get(i), Spread.of(seconds[i]), sum[1], sum[2], sum[3]));
    }
    Spread ratio = Spread.ofRatios(seconds[ALL.indexOf(PROCESSES)], seconds[ALL.indexOf(THREADS)]);
    return new Shapes(results, ratio);
  }

  boolean holds() {
    return AIM.holds(ratio.median(), results.getFirst().seconds().median() * 1e9);
  }

  Map<String, Object> object() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("shapes", results.stream().map(Result::object).toList());
    fields.put("processesByThreads", ratio.object());
    fields.put("aim", AIM.toString());
    fields.put("holds", holds());
    return fields;
  }

  List<String> table() {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            "%-12s %9s %9s %9s %12s %12s %10s",
            "PEs x workers", "min ms", "median", "max", "MB fetched", "committed", "stolen"));
    results.forEach(result -> lines.add(result.line()));
    lines.add(
        String.format(
            Locale.ROOT,
            "%s by %s: %.2f (%.2f to %.2f), aim %s%s",
            PROCESSES,
            THREADS,
            ratio.median(),
            ratio.minimum(),
            ratio.maximum(),
            AIM,
            holds() ? "" : ": missed"));
    return lines;
  }
}
