package org.temoto.gas.shmem;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Starts jobs of PEs by {@code oshrun} and the launcher {@code temoto}, as a user would. */
public final class Oshrun {
  private static final Path PROJECT = Path.of(System.getProperty("basedir", ".")).resolve("..");

  /**
   * Flags of JVMs that run briefly: what they start with is compiled quickly, which is half of what
   * they compute.
   */
  public static final String QUICK = "-XX:TieredStopAtLevel=1";

  private Oshrun() {}

  /** Exit code and output of a job. */
  public record Outcome(int exitCode, String output) {}

  /**
   * Runs {@code temoto} with {@code arguments} on {@code pes} PEs; ends it after {@code seconds}.
   */
  public static Outcome run(int pes, long seconds, List<String> arguments)
      throws IOException, InterruptedException {
    return run(pes, seconds, Map.of(), arguments);
  }

  /** The same with more environment variables. */
  public static Outcome run(
      int pes, long seconds, Map<String, String> environment, List<String> arguments)
      throws IOException, InterruptedException {
    ProcessBuilder builder = builder(command(pes, arguments));
    builder.environment().putAll(environment);
    return run(builder, seconds);
  }

  /** Runs the job of {@code builder}; ends it after {@code seconds}. */
  public static Outcome run(ProcessBuilder builder, long seconds)
      throws IOException, InterruptedException {
    Path output = Files.createTempFile("temoto-oshrun", ".txt");
    Process process = builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
    try {
      boolean ended = process.waitFor(seconds, TimeUnit.SECONDS);
      String text = Files.readString(output);
      return ended
          ? new Outcome(process.exitValue(), text)
          : new Outcome(-1, text + "\nnot ended after " + seconds + " s");
    } finally {
      process.destroy(); // which ends its PEs
      Files.delete(output);
    }
  }

  /** Builder of a brief job of {@code command}, with the JDK and the build of this test. */
  public static ProcessBuilder builder(List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder
        .environment()
        .putIfAbsent("TEMOTO_BUILDING", "yes"); // a build is what started this test
    builder.environment().put("TEMOTO_JAVA_OPTS", QUICK);
    return builder;
  }

  /** Command that starts {@code temoto} with {@code arguments} on {@code pes} PEs. */
  public static List<String> command(int pes, List<String> arguments) {
    List<String> command = new ArrayList<>(List.of("oshrun", "--oversubscribe"));
    if (System.getProperty("user.name").equals("root")) {
      command.add("--allow-run-as-root");
    }
    command.addAll(part(pes, arguments));
    return command;
  }

  /** The part of a command that is for {@code pes} PEs; more parts may follow after a colon. */
  public static List<String> part(int pes, List<String> arguments) {
    List<String> part = new ArrayList<>(List.of("-np", Integer.toString(pes)));
    part.add(PROJECT.resolve("temoto").toAbsolutePath().normalize().toString());
    part.addAll(arguments);
    return part;
  }
}
