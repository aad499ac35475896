package org.temoto.bench.shmem;

import java.util.ArrayList;
import java.util.List;

/** Steps of a job of two PEs, which end with a barrier, beside the C program's. */
record Steps(List<Comparison> comparisons) {
  private static final Aim BARRIER = Aim.atMost(3).plusNanos(2000);
  private static final Aim JACOBI = Aim.atMost(1.5);

  private static final List<Pair> PAIRS =
      List.of(
          pair("barrier after 20 us", "barrier20", 1000, BARRIER),
          pair("barrier after 100 us", "barrier100", 300, BARRIER),
          pair("barrier after 300 us", "barrier300", 100, BARRIER),
          pair("jacobi 1024, a step", "jacobi1024", 200, JACOBI),
          pair("jacobi 4096, a step", "jacobi4096", 50, JACOBI));

  private static Pair pair(String name, String probe, long count, Aim aim) {
    return new Pair(name, probe, probe, count, 0, aim);
  }

  static Steps measure(OshrunJob temoto, OshrunJob c, int warmUp, int rounds) {
    List<Comparison> comparisons = new ArrayList<>();
    for (Pair pair : PAIRS) {
      comparisons.add(pair.measure(temoto, c, warmUp, rounds));
    }
    return new Steps(comparisons);
  }

  List<Object> objects() {
    return comparisons.stream().<Object>map(Comparison::object).toList();
  }

  List<String> table() {
    List<String> lines = new ArrayList<>();
    lines.add(Comparison.heading());
    comparisons.forEach(comparison -> lines.add(comparison.line()));
    return lines;
  }
}
