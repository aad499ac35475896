package org.temoto.bench.shmem;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** The C program that is the limit: {@code src/main/c/limit.c}, compiled for this machine. */
final class LimitProgram {
  /** The executable. */
  static final String NAME = "limit";

  private static final String COMPILER = "oshcc";

  private LimitProgram() {}

  /** Compiles {@code source} into {@code folder}; returns the executable. */
  static Path compile(Path source, Path folder) throws IOException, InterruptedException {
    Path executable = folder.resolve(NAME);
    List<String> command =
        List.of(COMPILER, "-O2", "-std=gnu11", "-o", executable.toString(), source.toString());
    Process compiler = start(command);
    compiler.getOutputStream().close();
    String messages =
        new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    if (compiler.waitFor() != 0) {
      throw new BenchException(String.join(" ", command) + " failed: " + messages);
    }
    return executable;
  }

  private static Process start(List<String> command) {
    try {
      return new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      throw new BenchException(
          "no " + COMPILER + " here, which compiles the C program to compare with" + MEND, e);
    }
  }

  /** What brings the tools that are missing. */
  static final String MEND = " (Debian: apt-get install openmpi-bin libopenmpi-dev gcc)";
}
