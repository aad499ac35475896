package org.temoto.bench.shmem;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Compilation for this machine of the C programs of {@code src/main/c}, which are the limits. */
final class LimitProgram {
  private static final String COMPILER = "oshcc";

  private LimitProgram() {}

  /** Makes {@code executable} of {@code source}. */
  static void compile(Path source, Path executable) throws IOException, InterruptedException {
    List<String> command =
        List.of(
            COMPILER,
            "-O3",
            "-march=native",
            "-std=gnu11",
            "-o",
            executable.toString(),
            source.toString());
    Process compiler = start(command);
    compiler.getOutputStream().close();
    String messages =
        new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    if (compiler.waitFor() != 0) {
      throw new BenchException(String.join(" ", command) + " failed: " + messages);
    }
  }

  private static Process start(List<String> command) {
    try {
      return new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      throw new BenchException(
          "no " + COMPILER + " here, which compiles the C program to compare with" + MEND, e);
    }
  }

  /** Hint at what brings the tools that are missing. */
  static final String MEND = " (Debian: apt-get install openmpi-bin libopenmpi-dev gcc)";
}
