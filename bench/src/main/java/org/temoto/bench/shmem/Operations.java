package org.temoto.bench.shmem;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The operations between two PEs beside the C program's. */
record Operations(List<Comparison> comparisons, Spread ownNanos, double ownBytesMoved) {
  private static final int BULK = TransportProbes.BULK;

  private static final List<Pair> PAIRS =
      List.of(
          new Pair("8-byte get", "get8", "get8", 50_000, 0, Aim.atMost(1.5)),
          new Pair("fetchAdd", "fetchAdd", "fetchAdd", 50_000, 0, Aim.atMost(1.5)),
          new Pair("read of 8 bytes anywhere", "readAny", "getAny", 20_000, 0, Aim.atMost(3)),
          new Pair("localize of an element", "localizeAny", "getAny", 20_000, 0, Aim.atMost(3)),
          new Pair("256 KiB get", "getBulk", "getBulk", 400, BULK, Aim.atLeast(0.9)),
          new Pair("localize miss, 256 KiB", "miss", "getBulk", 400, BULK, Aim.atLeast(0.8)),
          new Pair("steal; C: fetchAdd and get", "claim", "claim", 4000, 0, Aim.atMost(3)));

  private static final int OWN_COUNT = 1000;

  static Operations measure(OshrunJob temoto, OshrunJob c, int warmUp, int rounds) {
    List<Comparison> comparisons = new ArrayList<>();
    for (Pair pair : PAIRS) {
      comparisons.add(pair.measure(temoto, c, warmUp, rounds));
    }
    double[] own = new double[rounds];
    double moved = temoto.ask("own", (long) OWN_COUNT * warmUp)[1];
    for (int round = 0; round < rounds; round++) {
      double[] answer = temoto.ask("own", OWN_COUNT);
      own[round] = answer[0];
      moved += answer[1];
    }
    return new Operations(comparisons, Spread.of(own), moved);
  }

  Map<String, Object> object() {
    Map<String, Object> own = new LinkedHashMap<>();
    own.put("name", "localize of 32 own pages");
    own.put("temotoNanoseconds", ownNanos.object());
    own.put("bytesMoved", ownBytesMoved);
    own.put("holds", ownBytesMoved == 0);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("comparisons", comparisons.stream().map(Comparison::object).toList());
    fields.put("ownPages", own);
    return fields;
  }

  List<String> table() {
    List<String> lines = new ArrayList<>();
    lines.add(Comparison.heading());
    comparisons.forEach(comparison -> lines.add(comparison.line()));
    lines.add(
        String.format(
            Locale.ROOT,
            "%-30s %22s   %.0f bytes moved, aim 0",
            "localize of 32 own pages",
            String.format(Locale.ROOT, "%.1f ns", ownNanos.median()),
            ownBytesMoved));
    return lines;
  }
}
