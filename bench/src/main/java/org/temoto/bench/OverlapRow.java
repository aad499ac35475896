package org.temoto.bench;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.temoto.task.collective.CollectiveOptions;

/**
 * Result of a case of {@link Overlap}.
 *
 * @param seconds until the last PE was done, median of the rounds
 * @param lost share of its speed without collectives that the computation of a PE lost meanwhile,
 *     mean of the PEs
 */
record OverlapRow(
    OverlapCase of, CollectiveOptions.Progress progress, double seconds, double lost) {
  Map<String, Object> object() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("progress", progress.name().toLowerCase(Locale.ROOT));
    fields.put("algorithm", of.algorithm().name().toLowerCase(Locale.ROOT));
    fields.put("grain", of.grain());
    fields.put("bytes", of.bytes());
    fields.put("seconds", seconds);
    fields.put("lost", lost);
    return fields;
  }
}
