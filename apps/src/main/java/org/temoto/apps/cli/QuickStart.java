package org.temoto.apps.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.temoto.gas.GasOptions;
import org.temoto.gas.cluster.ClusterOptions;

/**
 * Program that runs a few commands in one JVM, from which that JVM makes an archive of what it has
 * loaded and linked: the launcher of a distribution starts the next ones from it.
 */
final class QuickStart {
  /** One of each kind that people start often, so small that it takes no time. */
  static final List<String> COMMANDS =
      List.of(
          "--version",
          "--help",
          "run fib --help",
          "run fib --n 20",
          "run nqueens --n 6 --json",
          "sort --generate 10000",
          "sort --generate 10000 --pes 2 --latency 1us --json");

  /** Run last, where there is OpenSHMEM: a JVM can have one job of it. */
  private static final String COMMAND_OF_PE = "run fib --n 20 --backend shmem";

  /** A job takes a second; a library that does not fit the machine may wait for ever. */
  private static final Duration LONGEST_OF_PE = Duration.ofMinutes(1);

  /** A program of a user, for which the compiler is loaded, too. */
  private static final String SOURCE =
      """
      import java.util.stream.LongStream;
      import org.temoto.gas.*;
      import org.temoto.gas.array.*;
      import org.temoto.task.*;

      record Sum(GlobalLongs part) implements LongTask {
        public long compute(TaskContext context) {
          if (part.length() <= 100) {
            try (LongView view = part.localize(Access.READ)) {
              return LongStream.range(0, part.length()).map(view::get).sum();
            }
          }
          long middle = part.length() / 2;
          Forked.OfLong left = context.fork(new Sum(part.slice(0, middle)));
          return new Sum(part.slice(middle, part.length())).compute(context) + left.join();
        }
      }

      void main() {
        Temoto.launch(GasOptions.DEFAULT.withPes(2), space -> {
          GlobalLongs numbers = GlobalLongs.allocate(space, "numbers", 1_000);
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            runtime.run(new Sum(numbers));
          }
        });
      }
      """;

  private QuickStart() {}

  /**
   * Exits as commands do, with the code of the first that fails.
   *
   * @param words {@code pe} where this process can be the only PE of a job, else nothing
   */
  static void main(String... words)
      throws ReflectiveOperationException, URISyntaxException, IOException {
    var _ = Terminal.isError(); // loads what each command asks first
    loadJarOf(ClusterOptions.class);
    loadJarOf(GasOptions.class);
    for (String command : COMMANDS) {
      exitUnlessOk(run(command.split(" ", -1)));
    }
    exitUnlessOk(runSource());
    if (List.of(words).contains("pe")) {
      Thread limit = haltAfter(LONGEST_OF_PE);
      exitUnlessOk(run(COMMAND_OF_PE.split(" ", -1)));
      limit.interrupt();
    }
    System.exit(ExitCode.OK);
  }

  /** Loads the classes beside {@code any}: a PE needs some that the commands here do not. */
  private static void loadJarOf(Class<?> any)
      throws ReflectiveOperationException, URISyntaxException, IOException {
    Path jar = Path.of(any.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (JarFile file = new JarFile(jar.toFile())) {
      for (JarEntry entry : Collections.list(file.entries())) {
        String name = entry.getName();
        if (name.startsWith("org/") && name.endsWith(".class")) {
          String type = name.substring(0, name.lastIndexOf('.')).replace('/', '.');
          Class.forName(type, false, any.getClassLoader());
        }
      }
    }
  }

  private static Thread haltAfter(Duration longest) {
    return Thread.ofPlatform()
        .daemon()
        .start(() -> {
          try {
            Thread.sleep(longest);
          } catch (InterruptedException e) {
            return; // the job has ended
          }
          Runtime.getRuntime().halt(ExitCode.FAILED);
        });
  }

  private static void exitUnlessOk(int code) {
    if (code != ExitCode.OK) {
      System.exit(code);
    }
  }

  /** Runs a program of a user and returns its exit code. */
  static int runSource() throws IOException {
    Path source = Files.createTempFile("Start", ".java");
    try {
      return run("run", Files.writeString(source, SOURCE).toString());
    } finally {
      Files.delete(source);
    }
  }

  private static int run(String... words) {
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    return Main.run(nowhere, nowhere, words);
  }
}
