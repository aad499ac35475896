package org.temoto.bench.shmem;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs {@code temoto bench} as a user does. */
final class BenchCommand {
  private static final Path PROJECT =
      Path.of(System.getProperty("basedir", ".")).resolve("..").toAbsolutePath().normalize();

  private BenchCommand() {}

  record Result(int code, String output, String errors) {}

  /** Runs {@code temoto bench} with {@code arguments}; {@code folder} is for its output. */
  static Result run(Path folder, String... arguments) throws IOException, InterruptedException {
    Path output = folder.resolve("output");
    Path errors = folder.resolve("errors");
    List<String> command = new ArrayList<>(List.of(PROJECT + "/temoto", "bench"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(output.toFile()).redirectError(errors.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("TEMOTO_BUILDING", "yes"); // a build is what started this test
    Process process = builder.start();
    try {
      assertThat(process.waitFor(100, TimeUnit.SECONDS)).as("the benchmark ends").isTrue();
    } finally {
      process.destroy();
    }
    return new Result(process.exitValue(), Files.readString(output), Files.readString(errors));
  }
}
