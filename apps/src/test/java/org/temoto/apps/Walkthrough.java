package org.temoto.apps;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.temoto.gas.shmem.Oshrun;

/**
 * Reader that does what a document says, in its order: saves programs, changes lines of them, types
 * commands, and compares what these print with what stands there.
 *
 * @param launcher what the document calls {@code ./temoto}
 * @param folder where it saves programs
 */
public record Walkthrough(Path launcher, Path folder) {
  private static final Pattern BLOCK = Pattern.compile("```(\\w+)\n(.*?)```", Pattern.DOTALL);
  private static final Pattern WHOLE = Pattern.compile("// (\\w+\\.java)\n.*", Pattern.DOTALL);
  private static final Pattern CHANGE =
      Pattern.compile("// in (\\w+\\.java), instead of the line that begins alike\n([^\n]+)\n");
  private static final Pattern COMMAND =
      Pattern.compile("(oshrun -np 2 )?\\./temoto (java|run) \\w+/(\\w+\\.java)(.*)\n");

  /** Part up to which lines begin alike; one that is commented out does, too. */
  private static final Pattern BEGINNING = Pattern.compile("\\s*(?:// )?([^=(]+[=(])");

  private static final String ANYTHING = "…";

  private record Block(String kind, String text) {}

  /** Number of commands of {@code page} that were run: those for oshrun, or the others. */
  public int follow(Path page, boolean oshrun) throws IOException, InterruptedException {
    String text = Files.readString(page);
    List<Block> blocks =
        BLOCK.matcher(text).results().map(b -> new Block(b.group(1), b.group(2))).toList();
    int runs = 0;
    for (int i = 0; i < blocks.size(); i++) {
      Block block = blocks.get(i);
      switch (block.kind) {
        case "java" -> save(block.text);
        case "sh" -> {
          Matcher command = COMMAND.matcher(block.text);
          assertThat(command.matches()).as("a command is one of %s: %s", COMMAND, block).isTrue();
          Block printed = blocks.get(++i);
          assertThat(printed.kind).as("after %s", block).isEqualTo("text");
          if (oshrun == (command.group(1) != null)) {
            run(oshrun, arguments(command), printed.text);
            runs++;
          }
        }
        default -> throw new AssertionError("there is nothing to do with " + block);
      }
    }
    return runs;
  }

  private void save(String text) throws IOException {
    Matcher whole = WHOLE.matcher(text);
    if (whole.matches()) {
      Files.writeString(folder.resolve(whole.group(1)), text);
      return;
    }
    Matcher change = CHANGE.matcher(text);
    assertThat(change.matches()).as("a program, or a line of one: %s", text).isTrue();
    Path file = folder.resolve(change.group(1));
    String beginning = beginning(change.group(2));
    assertThat(Files.readAllLines(file))
        .filteredOn(line -> beginning(line).equals(beginning))
        .hasSize(1);
    Files.write(
        file,
        Files.readAllLines(file).stream()
            .map(line -> beginning(line).equals(beginning) ? change.group(2) : line)
            .toList());
  }

  private static String beginning(String line) {
    Matcher matcher = BEGINNING.matcher(line);
    return matcher.lookingAt() ? matcher.group(1) : "";
  }

  private List<String> arguments(Matcher command) {
    Stream<String> program =
        Stream.of(command.group(2), folder.resolve(command.group(3)).toString());
    Stream<String> options =
        Stream.of(command.group(4).split(" ", -1)).filter(word -> !word.isEmpty());
    return Stream.concat(program, options).toList();
  }

  /** A program that fails has said so among its errors. */
  private void run(boolean oshrun, List<String> arguments, String printed)
      throws IOException, InterruptedException {
    List<String> command =
        oshrun
            ? Oshrun.command(2, arguments)
            : Stream.concat(Stream.of(launcher.toString()), arguments.stream()).toList();
    Path errors = folder.resolve("errors");
    Process process = Oshrun.builder(command).redirectError(errors.toFile()).start();
    try {
      process.getOutputStream().close();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("%s ended", command).isTrue();
      Pattern expected =
          Pattern.compile(
              Stream.of(printed.split(ANYTHING, -1))
                  .map(Pattern::quote)
                  .collect(Collectors.joining(".*")),
              Pattern.DOTALL);
      if (process.exitValue() == 0) {
        assertThat(output).as("%s", command).matches(expected);
      } else {
        assertThat(Files.readString(errors)).as("%s", command).containsPattern(expected);
      }
    } finally {
      process.destroy();
    }
  }
}
