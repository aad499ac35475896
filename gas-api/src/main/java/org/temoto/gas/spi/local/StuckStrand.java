package org.temoto.gas.spi.local;

import org.temoto.gas.GasException;
import org.temoto.gas.spi.ProgramLines;

/** Report of a strand that goes on although its job has failed. */
public final class StuckStrand {
  /** The property that says how long the strands of a simulated job may take to end. */
  public static final String PATIENCE = "temoto.patience.millis";

  private static final long DEFAULT_MILLIS = 5000;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private StuckStrand() {}

  /** Time that the strands of a simulated job may take to end once it has failed. */
  public static long patienceNanos() {
    return Long.getLong(PATIENCE, DEFAULT_MILLIS) * NANOS_PER_MILLI;
  }

  /** Report on {@code strand}, with the line that it is at. */
  public static GasException of(Thread strand) {
    GasException report =
        new GasException(
            "strand %s does not end: it is at %s; it goes on, and the job's memory stays mapped until it ends"
                .formatted(strand.getName(), ProgramLines.of(strand)));
    report.setStackTrace(strand.getStackTrace());
    return report;
  }
}
