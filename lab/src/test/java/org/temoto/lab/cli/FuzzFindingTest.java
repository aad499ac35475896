package org.temoto.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.temoto.apps.cli.ExitCode;
import org.temoto.apps.cli.Main;
import org.temoto.task.program.Change;
import org.temoto.task.program.Mutation;

/** Tests of {@code temoto fuzz} on a runtime from whose source a step has been left out. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class FuzzFindingTest {
  private static final Mutation MUTATION =
      Mutation.of(
          "no-acquire-on-join",
          "a joiner trusts what its PE validated before the join",
          Change.drop());

  @TempDir Path folder;

  @BeforeEach
  void compile() throws Exception {
    MUTATION.compile(folder);
  }

  private record Outcome(int exitCode, String out, String err) {}

  @Test
  void shouldTellWhatDiffersAndHowToSeeItAgain() throws Exception {
    Outcome found = temoto("fuzz", "--seeds", "200", "--shrink", "off");
    assertThat(found.exitCode).as(found.err).isEqualTo(ExitCode.FAILED);
    assertThat(found.out).isEmpty();
    assertThat(found.err)
        .contains("one differs", "seed ", "memory \"", "expected ", "seen ", "PEs of", "task 1")
        .doesNotContain("made smaller");
    List<String> lines = found.err.lines().toList();
    String again = lines.getLast().substring("again: temoto ".length());
    Outcome repeated = temoto((again + " --shrink off").split(" ", -1));
    assertThat(repeated.exitCode).isEqualTo(ExitCode.FAILED);
    String what = lines.stream().filter(line -> line.startsWith("seed ")).findFirst().orElseThrow();
    assertThat(repeated.err.lines()).contains(what);
  }

  @Test
  void shouldMakeItSmall() throws Exception {
    Outcome found = temoto("fuzz", "--seeds", "200", "--json");
    assertThat(found.exitCode).as(found.err).isEqualTo(ExitCode.FAILED);
    Map<String, Object> json = JSON.std.mapFrom(found.out);
    assertThat(json).containsEntry("verified", false);
    Map<?, ?> failure = (Map<?, ?>) json.get("failure");
    Map<?, ?> shrunk = (Map<?, ?>) json.get("shrunk");
    assertThat((Integer) shrunk.get("steps")).isLessThan((Integer) failure.get("steps"));
    assertThat((List<?>) shrunk.get("program")).anyMatch(line -> line.toString().contains("fork"));
    Map<?, ?> divergence = (Map<?, ?>) shrunk.get("divergence");
    assertThat(divergence.get("expected")).isNotEqualTo(divergence.get("seen"));
    assertThat((Integer) divergence.get("to")).isGreaterThan((Integer) divergence.get("from"));
  }

  private Outcome temoto(String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("@" + Mutation.root().resolve(".mvn").resolve("temoto.args"));
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    command.addAll(List.of("-cp", folder + File.pathSeparator + classPath, Main.class.getName()));
    command.addAll(List.of(arguments));
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    try {
      assertThat(process.waitFor(4, TimeUnit.MINUTES)).as("ends").isTrue();
    } finally {
      process.destroyForcibly();
    }
    return new Outcome(process.exitValue(), Files.readString(out), Files.readString(err));
  }
}
