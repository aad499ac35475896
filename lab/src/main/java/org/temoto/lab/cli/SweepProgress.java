package org.temoto.lab.cli;

import java.io.PrintWriter;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * Progress line of a sweep: how many points are finished, and how long the others will take if they
 * are like these.
 */
final class SweepProgress implements AutoCloseable {
  private static final int COLUMNS = 79;

  /** Empties the line of a terminal. */
  static final String ERASE = "\r\033[K";

  /** Null where no terminal shows it. */
  private final ProgressBar bar;

  /** Null where nothing is shown. */
  private final PrintWriter terminal;

  private SweepProgress(ProgressBar bar, PrintWriter terminal) {
    this.bar = bar;
    this.terminal = terminal;
  }

  /** A line on {@code terminal} that changes, until {@link #close}. */
  static SweepProgress on(PrintWriter terminal, String name, int points) {
    ProgressBar bar =
        new ProgressBarBuilder()
            .setTaskName(name)
            .setInitialMax(points)
            .setUnit(" points", 1)
            .setStyle(ProgressBarStyle.ASCII)
            .setConsumer(new DelegatingProgressBarConsumer(line -> show(terminal, line), COLUMNS))
            .build();
    return new SweepProgress(bar, terminal);
  }

  /** Shows nothing. */
  static SweepProgress hidden() {
    return new SweepProgress(null, null);
  }

  /** Prints a line on {@code err} for everything that begins. */
  static SweepProgress telling(PrintWriter err) {
    return new SweepProgress(null, err);
  }

  private static void show(PrintWriter terminal, String line) {
    terminal.print(ERASE + line);
    terminal.flush();
  }

  /** The next points are those of {@code line}. */
  void begin(String line) {
    if (bar != null) {
      bar.setExtraMessage(" " + line);
    } else if (terminal != null) {
      terminal.println("running " + line);
    }
  }

  /** Another point is finished. */
  void step() {
    if (bar != null) {
      bar.step();
    }
  }

  /** Removes the line. */
  @Override
  public void close() {
    if (bar != null) {
      bar.close();
      terminal.print(ERASE);
      terminal.flush();
    }
  }
}
