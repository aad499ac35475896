package org.temoto.apps.cli;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;

/**
 * Program that runs a few commands in one JVM, from which that JVM makes an archive of what it has
 * loaded and linked: the launcher of a distribution starts the next ones from it.
 */
final class QuickStart {
  /** One of each kind that people start often, so small that it takes no time. */
  static final List<String> COMMANDS =
      List.of(
          "--version",
          "--help",
          "run fib --help",
          "run fib --n 20",
          "run nqueens --n 6 --json",
          "sort --generate 10000",
          "sort --generate 10000 --pes 2 --latency 1us --json");

  private QuickStart() {}

  /** Exits with the code of the first command that fails. */
  static void main() {
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    for (String command : COMMANDS) {
      int code = Main.run(nowhere, nowhere, command.split(" ", -1));
      if (code != ExitCode.OK) {
        System.exit(code);
      }
    }
  }
}
