package org.temoto.apps.cli;

import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Runs several commands in one process, so that a test has to start a job only once. */
final class Commands {
  private Commands() {}

  /**
   * Arguments with which {@code temoto} runs {@code commands}, each of words with blanks between.
   */
  static List<String> under(List<String> commands) {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    List<String> arguments =
        new ArrayList<>(List.of("java", "-cp", classPath, Commands.class.getName()));
    arguments.addAll(commands);
    return arguments;
  }

  /** Exits with the highest code of all commands. */
  public static void main(String[] commands) {
    PrintWriter out = new PrintWriter(System.out, true, Charset.defaultCharset());
    PrintWriter err = new PrintWriter(System.err, true, Charset.defaultCharset());
    System.exit(
        Stream.of(commands)
            .mapToInt(command -> Main.run(out, err, command.split(" ", -1)))
            .max()
            .orElseThrow());
  }
}
