package org.temoto.apps.cli;

import org.temoto.apps.simulate.SweepPoint;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/** A command that runs a job, so that it can be a point of a simulation. */
interface JobCommand {
  /**
   * Refuses what the options ask for, as running the command would, as far as that can be told
   * before anything runs.
   */
  void check();

  /** The workers of all PEs that the options ask for. */
  int totalWorkers();

  /**
   * Refuses {@code point} if it could not be run, as running it would.
   *
   * @param all the root of all commands
   * @return what its words came to
   */
  static ParseResult check(CommandLine all, SweepPoint point) {
    ParseResult parsed = all.parseArgs(point.arguments().toArray(String[]::new));
    while (parsed.hasSubcommand()) {
      parsed = parsed.subcommand();
    }
    of(parsed).check();
    return parsed;
  }

  /** The command that {@code parsed} calls. */
  static JobCommand of(ParseResult parsed) {
    return (JobCommand) parsed.commandSpec().userObject();
  }
}
