package org.temoto.gas.spi;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Record of what a PE is at, which it gives to others that wait for it.
 *
 * @param call the collective call that its program is in
 * @param line where that stands in the program
 * @param barriers how many barriers it has come to so far
 * @param collectives how many collectives it has issued so far, {@link ProgramCalls#issues}
 * @param tasks those that its workers are at, each with its line
 */
public record Whereabouts(
    ProgramCall call, String line, long barriers, long collectives, List<String> tasks) {
  private static final String SEPARATOR = "\n";

  /** Whereabouts of a PE that does not answer. */
  public static final Whereabouts UNKNOWN =
      new Whereabouts(ProgramCall.NONE, ProgramLines.UNKNOWN, 0, 0, List.of());

  /** One text, from which {@link #parse} makes the same again, or of what fits the beginning. */
  public String text() {
    return Stream.concat(
            Stream.of(call.name(), Long.toString(barriers), Long.toString(collectives), line),
            tasks.stream().map(task -> task.replace(SEPARATOR, " ")))
        .collect(Collectors.joining(SEPARATOR));
  }

  /** From a {@link #text}. */
  public static Whereabouts parse(String text) {
    String[] parts = text.split(SEPARATOR);
    return new Whereabouts(
        ProgramCall.valueOf(parts[0]),
        parts[3],
        Long.parseLong(parts[1]),
        Long.parseLong(parts[2]),
        Arrays.asList(parts).subList(4, parts.length));
  }

  /** The same in {@code known}, which is known from elsewhere. */
  public Whereabouts in(ProgramCall known) {
    return new Whereabouts(known, line, barriers, collectives, tasks);
  }

  /** The call and its line, for messages. */
  public String place() {
    return call == ProgramCall.END ? call.text() : call.text() + " at " + line;
  }
}
