package org.temoto.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.temoto.task.program.Marks;
import org.temoto.task.program.Mutation;
import org.temoto.task.schedule.ScheduleMutations;

/**
 * Tests of the fuzzer by mutations: each step of the protocol that is left out of the real source
 * makes a program diverge, of the same seed each time. A mutated class is compiled to the front of
 * the class path of a JVM of its own.
 *
 * <p>By itself it tries those that are found within seconds; with -Dtemoto.mutations=all, all of
 * them, and with names in place of all, those.
 */
class MutationTest {
  private static final long SEEDS = 20_000;
  private static final int MINUTES = 30;

  private static final Set<String> QUICK =
      Set.of(
          "no-release-on-expose",
          "no-acquire-on-join",
          "bump-before-put",
          "takeover-without-copy",
          "signal-before-message");

  @TempDir Path folder;

  private static Stream<Mutation> everyMutation() {
    return Stream.of(CoherenceMutations.ALL, CollectiveMutations.ALL).flatMap(List::stream);
  }

  static List<Mutation> mutations() {
    String wanted = System.getProperty("temoto.mutations", "");
    Set<String> names = wanted.isEmpty() ? QUICK : Set.of(wanted.split(",", -1));
    return everyMutation()
        .filter(each -> names.contains("all") || names.contains(each.name()))
        .toList();
  }

  /** Also of those that are not searched for here. */
  @Test
  void shouldCompileFromTodaysSources() throws IOException {
    List<Mutation> all = Stream.concat(everyMutation(), ScheduleMutations.all()).toList();
    Marks.ofProject().requireOf(all);
    for (Mutation each : all) {
      each.compile(Files.createDirectory(folder.resolve(each.name())));
    }
  }

  @ParameterizedTest
  @MethodSource("mutations")
  @Timeout(value = MINUTES, unit = TimeUnit.MINUTES)
  void shouldBeFound(Mutation mutation) throws Exception {
    List<String> lines = search(mutation, false);
    System.out.println("mutation " + mutation + ": " + lines.getFirst());
    String what = lines.getFirst().substring(lines.getFirst().indexOf(": ") + 2);
    assertThat(withoutLimit(lines.get(1)))
        .as("the same seed once more")
        .isEqualTo(withoutLimit("again: " + what));
  }

  /**
   * The line without the limit that ended a hang: of simulated or of real time, as the load
   * decides.
   */
  private static String withoutLimit(String line) {
    return line.replaceFirst("(\\S+Exception: )?no end in .*", "no end");
  }

  @Test
  void shouldMakeWhatItFindsSmall() throws Exception {
    Mutation mutation = CoherenceMutations.named("no-acquire-on-join");
    List<String> lines = search(mutation, true);
    String[] steps = lines.get(2).split(" ", -1);
    assertThat(Integer.parseInt(steps[2]))
        .as(String.join(System.lineSeparator(), lines))
        .isLessThanOrEqualTo(10); // of more than a hundred; which ones stay depends on the seed
    assertThat(lines).anyMatch(line -> line.strip().equals("fork"));
    assertThat(lines).anyMatch(line -> line.strip().startsWith("write"));
  }

  /** Lines that a search prints from its finding on. */
  private List<String> search(Mutation mutation, boolean shrinks) throws Exception {
    mutation.compile(folder);
    Path output = folder.resolve("output");
    Process search =
        new ProcessBuilder(command(shrinks))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(search.waitFor(MINUTES, TimeUnit.MINUTES)).as("search ends").isTrue();
    } finally {
      search.destroyForcibly();
    }
    String text = Files.readString(output);
    assertThat(search.exitValue())
        .as("%s is not found: %s", mutation.what(), text)
        .isEqualTo(SeedSearch.FOUND);
    return text.lines().dropWhile(line -> !line.startsWith("found")).toList();
  }

  private List<String> command(boolean shrinks) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("@" + Mutation.root().resolve(".mvn").resolve("temoto.args"));
    String classPath = folder + File.pathSeparator + System.getProperty("java.class.path");
    command.addAll(List.of("-Xmx1g", "-ea", "-cp", classPath, SeedSearch.class.getName()));
    command.addAll(List.of("1", String.valueOf(SEEDS), String.valueOf(shrinks)));
    return command;
  }
}
