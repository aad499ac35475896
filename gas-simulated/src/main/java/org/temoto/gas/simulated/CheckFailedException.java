package org.temoto.gas.simulated;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.temoto.gas.GasException;

/**
 * Exception for a job that ran with {@link SimulationOptions#raceChecker} and has broken promises.
 * Another reason why the job failed, if there was one, is among the suppressed.
 */
public final class CheckFailedException extends GasException {
  private static final long serialVersionUID = 1;

  private final transient List<Finding> findings;

  public CheckFailedException(List<Finding> findings) {
    super(
        findings.stream()
            .map(Finding::toString)
            .collect(Collectors.joining("\n", "the checker found:\n", "")));
    this.findings = List.copyOf(findings);
  }

  /** In the order in which they were found. */
  public List<Finding> findings() {
    return findings;
  }

  /**
   * A mistake that a checked job has made, once per cause.
   *
   * @param from the first byte concerned, from the start of the memory
   * @param to the byte after the last
   * @param elementBytes of the elements that the bytes were localized as; 0 if that is not known
   * @param first what came first, or all there is to say
   * @param second what it does not go together with
   */
  public record Finding(
      Kind kind,
      String memory,
      long from,
      long to,
      int elementBytes,
      Place first,
      Optional<Place> second) {
    /** Kind of promise of a program (docs/memory-model.md) that is broken. */
    public enum Kind {
      /** Two accesses, at least one of them a write, are in no order. */
      RACE("data race"),
      /** As a race, but the bytes were not changed: the view is wider than what is written. */
      WIDE_VIEW("write view wider than what is written"),
      /** Another task reads what was written and not committed. */
      NOT_COMMITTED("written, not committed, and read by another task"),
      /**
       * A {@link org.temoto.gas.Access#WRITE} view is committed, and bytes of it were not stored.
       */
      NOT_STORED("committed through a WRITE view, and not stored"),
      /** A view, or its segment, is used after it was closed. */
      USED_AFTER_CLOSE("used after unlocalize"),
      /** Bytes of a heap are used after their block was freed. */
      USED_AFTER_FREE("used after its block was freed"),
      /** Blocks of a heap are still allocated when it is closed. */
      NEVER_FREED("allocated, and not freed when the heap was closed"),
      /** A view is used between a fork and the join of all children. */
      USED_WHILE_FROZEN("view used between a fork and the join of all children"),
      /** A task ends and leaves a view open. */
      LEFT_OPEN("view left open by its task"),
      /** A collective on a global range, which is not awaited. */
      NOT_AWAITED("collective on a global range never awaited"),
      /** Bytes that no view covers are used. */
      OUTSIDE_VIEWS("used without a view: localize is missing");

      private final String words;

      Kind(String words) {
        this.words = words;
      }

      /** For people. */
      public String words() {
        return words;
      }
    }

    /**
     * Place in a program where something happened.
     *
     * @param what for example {@code READ view}
     * @param line of the program, as in a stack trace
     * @param task from the task itself to the root
     */
    public record Place(String what, String line, List<String> task, int pe) {
      public Place {
        task = List.copyOf(task);
      }

      @Override
      public String toString() {
        return what + " at " + line + "\n    in " + String.join(" < ", task) + " on PE " + pe;
      }
    }

    /**
     * The elements concerned: the first, and the one after the last; empty if that is not known.
     */
    public Optional<long[]> elements() {
      return elementBytes == 0
          ? Optional.empty()
          : Optional.of(new long[] {from / elementBytes, Math.ceilDiv(to, elementBytes)});
    }

    /** Several lines for people. */
    @Override
    public String toString() {
      List<String> lines = new ArrayList<>();
      String bytes = from < to ? ", bytes [" + from + ", " + to + ")" : "";
      String indexes =
          elements()
              .filter(range -> from < to)
              .map(range -> ", elements [" + range[0] + ", " + range[1] + ")")
              .orElse("");
      lines.add(
          kind.words() + (memory.isEmpty() ? "" : ": memory \"" + memory + "\"" + bytes + indexes));
      lines.add("  " + first);
      second.ifPresent(other -> lines.add("  " + other));
      return String.join("\n", lines);
    }
  }
}
