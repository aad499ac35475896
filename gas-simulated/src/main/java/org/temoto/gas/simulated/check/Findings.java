package org.temoto.gas.simulated.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.temoto.gas.GasOptions.Coherence;
import org.temoto.gas.simulated.CheckFailedException.Finding;
import org.temoto.gas.simulated.CheckFailedException.Finding.Kind;

/** Mistakes of a job: one finding per kind and lines. Thread-safe. */
final class Findings {
  /**
   * Most pairs of accesses that are kept of one cause to tell what it is, and as many doubtful
   * ones, of which the end decides whether they are mistakes.
   */
  private static final int MOST_PAIRS = 64;

  private final Map<List<Object>, Cause> causes = new LinkedHashMap<>();

  private final Coherence coherence;

  /**
   * @param coherence automatic where views for reading and writing may be wider than what is
   *     written through them
   */
  Findings(Coherence coherence) {
    this.coherence = coherence;
  }

  /** Two accesses that do not go together, and where. */
  private record Pair(CheckedAccess first, CheckedAccess second, long from, long to) {
    boolean mayBeExcused() {
      return first.mightComeAfter(second) || second.mightComeAfter(first);
    }

    boolean isExcused() {
      return first.mayComeAfter(second) || second.mayComeAfter(first);
    }

    /** Tells whether others, told as races, have changed all of it that the first may have. */
    boolean mayBeOfOthers() {
      return first.mayBeOfOthers(from, to);
    }

    /** Tells whether one is a wide view that has not changed what the other has used. */
    boolean isApart() {
      return first.isApart(second, from, to) || second.isApart(first, from, to);
    }
  }

  /** Mistakes of the same lines. */
  private final class Cause {
    private final boolean mayBeWide;
    private final Kind kind;
    private final String memory;
    private final List<Pair> pairs = new ArrayList<>();
    private final List<Pair> doubtful = new ArrayList<>();
    private Finding finding;

    Cause(Kind kind, String memory) {
      this.mayBeWide = coherence == Coherence.AUTOMATIC && kind == Kind.RACE;
      this.kind = kind;
      this.memory = memory;
    }

    void add(Pair pair) {
      List<Pair> list = kind == Kind.RACE && pair.mayBeExcused() ? doubtful : pairs;
      if (list.size() == MOST_PAIRS) {
        doubtful.removeIf(Pair::isExcused);
        list.removeIf(this::isNone);
      }
      if (list.size() < MOST_PAIRS) {
        list.add(pair);
      }
    }

    /**
     * Finding, if there is one. Not before the job has ended: then it is known what was changed,
     * and which views outlasted joins.
     */
    Optional<Finding> result() {
      if (finding != null) {
        return Optional.of(finding);
      }
      List<Pair> all = new ArrayList<>(pairs);
      doubtful.stream().filter(pair -> !pair.isExcused()).forEach(all::add);
      all.removeIf(this::isNone);
      return all.isEmpty() ? Optional.empty() : Optional.of(result(all));
    }

    /** Tells whether the pair turns out to be no mistake, or another's. */
    private boolean isNone(Pair pair) {
      return kind == Kind.NOT_COMMITTED && pair.mayBeOfOthers() || mayBeWide && pair.isApart();
    }

    private Finding result(List<Pair> all) {
      Pair shown = all.getFirst();
      Kind shownKind = kind;
      if (kind == Kind.RACE) {
        Optional<Pair> met = all.stream().filter(Cause::isMeeting).findFirst();
        shown = met.orElse(shown);
        shownKind = met.isPresent() ? Kind.RACE : Kind.WIDE_VIEW;
      }
      return shown.first.finding(
          shownKind, memory, shown.from, shown.to, Optional.ofNullable(shown.second));
    }

    private static boolean isMeeting(Pair pair) {
      return CheckedAccess.meet(pair.first, pair.second, pair.from, pair.to);
    }
  }

  /**
   * @param second null if one access alone is wrong
   */
  synchronized void add(
      Kind kind, String memory, CheckedAccess first, CheckedAccess second, long from, long to) {
    Object one = first.line.identity();
    Object other = second == null ? "" : second.line.identity();
    List<Object> lines = List.of(one, other);
    List<Object> key = List.of(kind, memory, kind == Kind.RACE ? Set.copyOf(lines) : lines);
    Cause cause = causes.computeIfAbsent(key, _ -> new Cause(kind, memory));
    cause.add(new Pair(first, second, from, to));
  }

  synchronized void add(Finding finding) {
    List<Object> key = List.of(finding.kind(), finding.memory(), lines(finding));
    causes.computeIfAbsent(key, _ -> new Cause(finding.kind(), finding.memory())).finding = finding;
  }

  /**
   * In the order in which they were found, but views left open first, as others may come of them;
   * after the end of the job.
   */
  synchronized List<Finding> list() {
    Map<List<Object>, Finding> all = new LinkedHashMap<>();
    for (Cause cause : causes.values()) { // several may turn out to be of the same lines
      cause
          .result()
          .ifPresent(found -> {
            Object lines = found.kind() == Kind.RACE ? Set.copyOf(lines(found)) : lines(found);
            all.putIfAbsent(List.of(found.kind(), found.memory(), lines), found);
          });
    }
    return all.values().stream()
        .sorted(Comparator.comparing(each -> each.kind() != Kind.LEFT_OPEN))
        .toList();
  }

  private static List<String> lines(Finding finding) {
    return List.of(finding.first().line(), finding.second().map(Finding.Place::line).orElse(""));
  }
}
