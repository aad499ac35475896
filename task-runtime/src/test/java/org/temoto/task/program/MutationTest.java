package org.temoto.task.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.tools.JavaCompiler;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
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
    compile(mutation, folder);
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

  private static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve(".mvn"))) {
      folder = folder.getParent();
    }
    return folder;
  }

  private static void compile(Mutation mutation, Path folder) throws IOException {
    String source = mutation.apply(root());
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    SimpleJavaFileObject file =
        new SimpleJavaFileObject(
            URI.create("mem:///" + mutation.file()), javax.tools.JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return source;
          }
        };
    List<String> options =
        List.of(
            "-proc:none", "-d", folder.toString(), "-cp", System.getProperty("java.class.path"));
    assertThat(compiler.getTask(null, null, null, options, null, List.of(file)).call())
        .as("%s compiles", mutation)
        .isTrue();
  }

  private static List<String> command(Path folder) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("@" + root().resolve(".mvn").resolve("temoto.args"));
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
