package org.temoto.task.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The evidence that the random programs can see: each step of the protocol that is left out of the
 * real source makes them diverge. A mutated class is compiled to the front of the class path of a
 * JVM of its own.
 */
class MutationTest {
  /** Seconds that a search may take; most mutations are found in the first two. */
  private static final int PATIENCE = 180;

  static List<Mutation> mutations() {
    return Mutation.ALL;
  }

  @ParameterizedTest
  @MethodSource("mutations")
  void shouldBeCaughtByRandomPrograms(Mutation mutation, @TempDir Path folder) throws Exception {
    mutation.compile(folder);
    Path output = folder.resolve("output");
    Process search =
        new ProcessBuilder(command(folder))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(search.waitFor(2L * PATIENCE, TimeUnit.SECONDS)).as("search ends").isTrue();
    } finally {
      search.destroyForcibly();
    }
    String text = Files.readString(output);
    assertThat(search.exitValue())
        .as("%s is not caught: %s", mutation.what(), text)
        .isEqualTo(ProgramSearch.FOUND);
    System.out.println(
        "mutation "
            + mutation
            + ": "
            + text.lines().filter(line -> line.startsWith("found")).findFirst().orElseThrow());
  }

  private static List<String> command(Path folder) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("@" + Mutation.root().resolve(".mvn").resolve("temoto.args"));
    command.addAll(
        List.of(
            "-Xmx1g",
            "-ea",
            "-cp",
            folder + File.pathSeparator + System.getProperty("java.class.path")));
    command.add(ProgramSearch.class.getName());
    command.addAll(List.of("1", "1000000", "20", String.valueOf(PATIENCE)));
    return command;
  }
}
