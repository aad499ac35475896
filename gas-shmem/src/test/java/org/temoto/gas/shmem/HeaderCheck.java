package org.temoto.gas.shmem;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Statements about the installed {@code shmem.h}, for OpenSHMEM's C compiler to accept or refuse.
 */
final class HeaderCheck {
  private final StringBuilder source = new StringBuilder("#include <shmem.h>\n");

  void constant(String name, long value) {
    source.append("_Static_assert(%s == %dL, \"%s\");%n".formatted(name, value, name));
  }

  /** A second declaration of what the header declares: C accepts it if and only if both agree. */
  void declaration(String declaration) {
    source.append(declaration).append('\n');
  }

  /** Errors of the compiler; empty if every statement is true. */
  String compile() throws IOException, InterruptedException {
    Process compiler =
        new ProcessBuilder("oshcc", "-std=gnu11", "-fsyntax-only", "-x", "c", "-")
            .redirectErrorStream(true)
            .start();
    try (var in = compiler.getOutputStream()) {
      in.write(source.toString().getBytes(StandardCharsets.UTF_8));
    }
    String output = new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int exit = compiler.waitFor();
    return exit == 0 ? "" : "oshcc exit " + exit + "\n" + output;
  }
}
