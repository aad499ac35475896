package org.temoto.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.temoto.gas.simulated.Network;

/**
 * One line of a table of {@link Suite}.
 *
 * @param workers 0 for plain Java
 * @param speedUp how many times as much work it does in the same time as one worker
 * @param capacity the speed-up of as many runs at once that have nothing to do with each other;
 *     null where there is one worker, or none
 * @param efficiency share of plain Java on every worker
 * @param overlap for runs at once, the share of their time in which all of them ran; else null
 * @param bytesPerSteal null where nothing was stolen by another PE
 */
record SuiteRow(
    SuiteSubject subject,
    Samples samples,
    int workers,
    double speedUp,
    Double capacity,
    double efficiency,
    Double overlap,
    Double bytesPerSteal) {
  private static final String FORMAT = "%-26s%9s %9s %9s  %9s %9s %9s %9s %9s %12s";

  /**
   * The rows of a subject.
   *
   * @param samples plain Java's, one worker's, those of the rest of {@code byTasks}, those of
   *     {@code copies}
   */
  static List<SuiteRow> of(
      SuiteSubject subject,
      List<Samples> samples,
      List<ApplicationContender> byTasks,
      List<Copies> copies) {
    double plain = samples.get(0).median();
    double one = samples.get(1).median();
    List<Samples> ofCopies = samples.subList(1 + byTasks.size(), samples.size());
    Map<Integer, Double> capacities = new LinkedHashMap<>();
    for (int i = 0; i < copies.size(); i++) {
      int count = copies.get(i).count();
      capacities.put(count, capacity(count, one, ofCopies.get(i).median()));
    }
    List<SuiteRow> rows = new ArrayList<>();
    rows.add(new SuiteRow(subject, samples.getFirst(), 0, one / plain, null, 1, null, null));
    for (int i = 0; i < byTasks.size(); i++) {
      ApplicationContender contender = byTasks.get(i);
      Samples own = samples.get(i + 1);
      int workers = contender.allWorkers();
      long steals = contender.remoteSteals();
      rows.add(
          new SuiteRow(
              subject,
              own,
              workers,
              one / own.median(),
              capacities.get(workers),
              plain / (workers * own.median()),
              null,
              steals == 0 ? null : (double) contender.bytes(subject.pageBytes()) / steals));
    }
    for (int i = 0; i < copies.size(); i++) {
      Samples own = ofCopies.get(i);
      int count = copies.get(i).count();
      double capacity = capacities.get(count);
      double overlap = copies.get(i).overlap(own.seconds().length);
      rows.add(
          new SuiteRow(
              subject, own, count, capacity, capacity, plain / own.median(), overlap, null));
    }
    return rows;
  }

  /**
   * Ratio of the work that {@code count} runs at once do to that of one alone in the same time, if
   * each of them takes {@code atOnce} seconds and the one {@code alone}.
   */
  static double capacity(int count, double alone, double atOnce) {
    return count * alone / atOnce;
  }

  Map<String, Object> object() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", subject.label());
    fields.put("on", samples.name());
    fields.put("workers", workers);
    fields.put("rounds", samples.seconds().length);
    fields.put("minimumSeconds", samples.minimum());
    fields.put("medianSeconds", samples.median());
    fields.put("maximumSeconds", samples.maximum());
    fields.put("speedUp", speedUp);
    fields.put("capacity", capacity);
    fields.put("speedUpOfCapacity", capacity == null ? null : speedUp / capacity);
    fields.put("efficiencyOfOneWorker", workers == 0 ? null : speedUp / workers);
    fields.put("efficiencyOfPlain", workers == 0 ? null : efficiency);
    fields.put("overlap", overlap);
    fields.put("bytesPerRemoteSteal", bytesPerSteal);
    return fields;
  }

  /** The line above the rows of {@code subject}. */
  static String head(SuiteSubject subject) {
    return String.format(
        FORMAT,
        subject.label(),
        "min ms",
        "median",
        "max",
        "speed-up",
        "capacity",
        "of that",
        "of one",
        "of plain",
        hasNetwork(subject) ? "KiB/steal" : "");
  }

  String line() {
    return String.format(
        FORMAT,
        "  " + samples.name(),
        number("%.2f", samples.minimum() * 1e3),
        number("%.2f", samples.median() * 1e3),
        number("%.2f", samples.maximum() * 1e3),
        number("%.2f", speedUp),
        capacity == null ? "" : number("%.2f", capacity),
        capacity == null ? "" : percent(speedUp / capacity),
        workers == 0 ? "" : percent(speedUp / workers),
        workers == 0 ? "" : percent(efficiency),
        !hasNetwork(subject) || bytesPerSteal == null ? "" : number("%.0f", bytesPerSteal / 1024));
  }

  private static boolean hasNetwork(SuiteSubject subject) {
    return !subject.network().equals(Network.NONE);
  }

  private static String percent(double share) {
    return number("%.0f %%", 100 * share);
  }

  private static String number(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }
}
