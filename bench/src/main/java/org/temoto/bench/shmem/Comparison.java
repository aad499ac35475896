package org.temoto.bench.shmem;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Result of a {@link Pair}; times in nanoseconds per operation. */
record Comparison(Pair pair, Spread temoto, Spread limit, Spread ratio) {
  boolean holds() {
    return pair.aim().holds(ratio.median(), limit.median());
  }

  Map<String, Object> object() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", pair.name());
    fields.put("temotoNanoseconds", temoto.object());
    fields.put("limitNanoseconds", limit.object());
    fields.put("ratio", ratio.object());
    fields.put("aim", pair.aim().toString());
    fields.put("holds", holds());
    return fields;
  }

  static String heading() {
    return String.format(
        "%-30s %22s %22s   %-22s %s", "2 PEs", "Temoto", "C", "ratio (min to max)", "aim");
  }

  String line() {
    return String.format(
        Locale.ROOT,
        "%-30s %22s %22s   %-22s %s",
        pair.name(),
        cost(temoto),
        cost(limit),
        String.format(
            Locale.ROOT, "%.2f (%.2f to %.2f)", ratio.median(), ratio.minimum(), ratio.maximum()),
        pair.aim() + (holds() ? "" : ": missed"));
  }

  private String cost(Spread time) {
    String text = String.format(Locale.ROOT, "%.1f ns", time.median());
    return pair.bytes() == 0
        ? text
        : text + String.format(Locale.ROOT, ", %.1f GB/s", pair.bytes() / time.median());
  }
}
