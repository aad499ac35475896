package org.temoto.apps.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.temoto.gas.shmem.Evidence;
import org.temoto.gas.shmem.Oshrun;

/** Jobs on two hosts that are namespaces of this machine, by the script {@code hosts}. */
final class Hosts {
  private static final Path PROJECT =
      Path.of(System.getProperty("basedir", ".")).resolve("..").toAbsolutePath().normalize();
  private static final String SCRIPT = PROJECT.resolve("gas-shmem/src/test/hosts/hosts").toString();
  private static final long SECONDS = 60;

  private Hosts() {}

  /** Requires that this machine can have hosts. */
  static void require() throws IOException, InterruptedException {
    Path output = Files.createTempFile("temoto-hosts", ".txt");
    try {
      Process process =
          new ProcessBuilder(SCRIPT, "check", "--delay")
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();
      Evidence.require(process.exitValue() == 0, read(output));
    } finally {
      Files.delete(output);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      return "and its reason cannot be read: " + e;
    }
  }

  /** Starts {@code hosts run} with {@code arguments}, which name options and a command. */
  static Process start(File output, File errors, List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(SCRIPT, "run"));
    command.addAll(arguments);
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(output).redirectError(errors);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder
        .environment()
        .putIfAbsent("TEMOTO_BUILDING", "yes"); // a build is what started this test
    builder.environment().put("TEMOTO_JAVA_OPTS", Oshrun.QUICK);
    return builder.start();
  }

  /**
   * Runs a temoto command with {@code --json} on two hosts, checks that it ended well and left
   * nothing, and returns what it printed.
   */
  static Map<String, Object> json(Path folder, List<String> options, String line)
      throws IOException, InterruptedException {
    File output = folder.resolve("output").toFile();
    File errors = folder.resolve("errors").toFile();
    List<String> arguments = new ArrayList<>(options);
    arguments.add(PROJECT.resolve("temoto").toString());
    arguments.addAll(List.of(line.split(" ", -1)));
    arguments.add("--json");
    Process process = start(output, errors, arguments);
    try {
      boolean ended = process.waitFor(SECONDS, TimeUnit.SECONDS);
      String all = Files.readString(output.toPath()) + Files.readString(errors.toPath());
      assertThat(ended).as("ended in %d s: %s", SECONDS, all).isTrue();
      assertThat(process.exitValue()).as(all).isZero();
    } finally {
      process.destroy(); // which ends the job and removes the hosts
    }
    assertThat(namespaces(process.pid())).isEmpty();
    return JSON.std.mapFrom(output);
  }

  /** The hosts of a run that are there. */
  static List<Path> namespaces(long process) throws IOException {
    Path folder = Path.of("/run/netns");
    if (!Files.exists(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("temoto-" + process + "-"))
          .toList();
    }
  }

  /** Runs the script's command that removes what killed runs have left. */
  static void clean() throws IOException, InterruptedException {
    Process process = new ProcessBuilder(SCRIPT, "clean").inheritIO().start();
    assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();
  }
}
