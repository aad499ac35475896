package org.temoto.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.temoto.bench.Prediction.Round;

/**
 * Result of {@link Validation} for a command.
 *
 * @param copies how many runs on one worker there were at once
 * @param overlap the share of their time in which all of them ran
 * @param compiling seconds of this process's compilers for each round
 */
record ValidationRow(
    String command, Prediction prediction, int copies, double overlap, double compiling) {
  /**
   * Under a line with the command, one line for each number: its median, minimum and maximum; in
   * the end how much was compiled, which is little after enough rounds of warm-up.
   */
  List<String> lines() {
    return Stream.of(
            command,
            times("real", Round::real),
            times("virtual", Round::virtual) + error(Round::errorWithoutContention),
            times("alone", Round::alone),
            times(copies + " at once", Round::atOnce)
                + String.format(
                    Locale.ROOT, "  all of them in %.0f %% of their time", 100 * overlap),
            line("contention", "%.2f", 1, Round::contention),
            times("predicted", Round::predicted) + error(Round::error),
            String.format(Locale.ROOT, "  %-11s%9.2f ms  a round", "compilers", 1e3 * compiling))
        .map(String::stripTrailing)
        .toList();
  }

  private String times(String name, ToDoubleFunction<Round> seconds) {
    return line(name, "%.2f ms", 1e3, seconds);
  }

  private String line(String name, String format, double scale, ToDoubleFunction<Round> number) {
    Samples samples = prediction.samples(number);
    return String.format(
        Locale.ROOT,
        "  %-11s%12s  %-20s",
        name,
        String.format(Locale.ROOT, format, scale * samples.median()),
        String.format(
            Locale.ROOT, "(%.2f to %.2f)", scale * samples.minimum(), scale * samples.maximum()));
  }

  private String error(ToDoubleFunction<Round> error) {
    Samples errors = prediction.samples(error);
    return String.format(
        Locale.ROOT,
        "  error %+.1f %% (%+.1f to %+.1f)",
        100 * errors.median(),
        100 * errors.minimum(),
        100 * errors.maximum());
  }

  Map<String, Object> object() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("line", command);
    fields.put("realSeconds", median(Round::real));
    fields.put("virtualSeconds", median(Round::virtual));
    fields.put("aloneSeconds", median(Round::alone));
    fields.put("copies", copies);
    fields.put("atOnceSeconds", median(Round::atOnce));
    fields.put("overlap", overlap);
    fields.put("contention", median(Round::contention));
    fields.put("predictedSeconds", median(Round::predicted));
    fields.put("error", median(Round::error));
    fields.put("errorWithoutContention", median(Round::errorWithoutContention));
    fields.put("compilingSeconds", compiling);
    return fields;
  }

  private double median(ToDoubleFunction<Round> number) {
    return prediction.samples(number).median();
  }
}
