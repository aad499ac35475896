package org.temoto.apps.cli;

import java.util.List;
import org.temoto.apps.BadInputException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Stands in the list of commands; the launcher runs the tests, because they need the sources and
 * Maven.
 */
@Command(
    name = "test",
    description = "Sets up and runs everything that has to pass (in a clone of the sources).",
    mixinStandardHelpOptions = true)
final class TestCommand implements Runnable {
  @Parameters(arity = "0..*", hidden = true)
  private List<String> arguments = List.of();

  @Override
  public void run() {
    throw new BadInputException(
        "tests are run by the launcher in a clone of the sources: ./temoto test "
            + String.join(" ", arguments));
  }
}
