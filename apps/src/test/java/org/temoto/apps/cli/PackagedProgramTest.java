package org.temoto.apps.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.apps.program.UserProgram;
import org.temoto.gas.shmem.Oshrun;

/** Tests of programs that are compiled: in jars, and in folders that {@code -cp} adds. */
@Timeout(120)
class PackagedProgramTest {
  private static final String PROGRAM =
      """
      package my;

      import org.temoto.gas.*;
      import org.temoto.task.*;

      final class Depth {
        record Down(long from) implements LongTask {
          public long compute(TaskContext context) {
            return from == 0 ? 0 : context.fork(new Down(from - 1)).join() + my.parts.One.VALUE.get();
          }
        }

        public static void main(String[] arguments) {
          Temoto.launch(GasOptions.DEFAULT.withPes(3), space -> {
            try (TaskRuntime runtime = TaskRuntime.start(space)) {
              long depth = runtime.run(new Down(Long.parseLong(arguments[0])));
              space.report().put("depth", depth).verify(depth == 20);
            }
          });
        }
      }
      """;

  private static final String LIBRARY =
      """
      package my.parts;

      public final class One {
        public static final java.util.concurrent.atomic.AtomicLong VALUE =
            new java.util.concurrent.atomic.AtomicLong(1);
      }
      """;

  @TempDir private static Path folder;

  /** Classes of the program, without those of its library. */
  private static Path classes;

  private static Path library;

  @BeforeAll
  static void compile() throws IOException {
    Path sources = folder.resolve("sources");
    Path one = sources.resolve(Path.of("my", "parts", "One.java"));
    Path depth = sources.resolve(Path.of("my", "Depth.java"));
    Files.createDirectories(one.getParent());
    Files.writeString(one, LIBRARY);
    Files.writeString(depth, PROGRAM);
    library = folder.resolve("library");
    classes = folder.resolve("classes");
    compile(library, "", one);
    compile(classes, ":" + library, depth);
  }

  private static void compile(Path to, String more, Path source) {
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-proc:none",
                "-cp",
                System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path"))
                    + more,
                "-d",
                to.toString(),
                source.toString());
    assertThat(code).isZero();
  }

  /**
   * Makes a jar of {@code folders}, whose main class is that of the program.
   *
   * @param name that no other test has: classes are kept by path for the life of this process
   */
  private static String jar(String name, Path... folders) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "my.Depth");
    Path jar = folder.resolve(name);
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file, manifest)) {
      for (Path root : folders) {
        try (Stream<Path> all = Files.walk(root)) {
          for (Path each : all.filter(Files::isRegularFile).toList()) {
            out.putNextEntry(new JarEntry(root.relativize(each).toString()));
            Files.copy(each, out);
          }
        }
      }
    }
    return jar.toString();
  }

  @Test
  void shouldRunAJar() throws IOException {
    String jar = jar("whole.jar", classes, library);
    Map<String, Object> json = Cli.run("run", jar, "--workers", "2", "--json", "--", "20").json();
    assertThat(json)
        .containsEntry("name", jar)
        .containsEntry("values", Map.of("depth", 20))
        .containsEntry("verified", true)
        .containsEntry("pes", 3)
        .containsEntry("workers", 2)
        .containsEntry("forks", 20);
  }

  /** As those of a source file: each point of a sweep would else begin with cold code. */
  @Test
  void shouldLoadTheClassesOfAJarOnce() throws IOException {
    String jar = jar("again.jar", classes, library);
    Path other = Path.of(jar).resolveSibling("no").resolve("..").resolve("again.jar");
    Files.createDirectories(other.getParent().getParent());
    Class<?> main = UserProgram.of(jar).main();
    assertThat(UserProgram.of(jar).main()).isSameAs(main);
    assertThat(UserProgram.of(other.toString()).main()).isSameAs(main);
  }

  @Test
  void shouldCheckAJar() throws IOException {
    Cli cli = Cli.run("check", jar("checked.jar", classes, library), "--", "20");
    assertThat(cli.err()).contains("depth=20", ": nothing found");
    assertThat(cli.exitCode()).isZero();
  }

  @Test
  void shouldSayWhatAJarHasNot() throws IOException {
    assertRefused(Cli.run("run", jar("empty.jar")), "there is no class my.Depth on ", "empty.jar");
    Path text = Files.writeString(folder.resolve("text.jar"), "no jar");
    assertRefused(Cli.run("run", text.toString()), "text.jar is no jar that can be read");
    Path silent = folder.resolve("it's silent.jar");
    try (OutputStream file = Files.newOutputStream(silent);
        JarOutputStream out = new JarOutputStream(file)) {
      out.putNextEntry(new JarEntry("a.txt"));
    }
    assertRefused(
        Cli.run("run", silent.toString()),
        "silent.jar names no main class: name it, by temoto -cp '"
            + silent.toString().replace("'", "'\\''")
            + "' run CLASS");
    assertRefused(Cli.run("run", "no/such.jar"), "there is no file no/such.jar that can be read");
  }

  private static void assertRefused(Cli cli, String... words) {
    assertThat(cli.err()).startsWith("temoto: ").contains(words).hasLineCount(1);
    assertThat(cli.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
  }

  /** Runs the launcher where the classes are. */
  private static Oshrun.Outcome launch(String line) throws Exception {
    List<String> command = new ArrayList<>(List.of(Oshrun.part(1, List.of()).getLast()));
    command.addAll(List.of(line.split(" ", -1)));
    return Oshrun.run(Oshrun.builder(command).directory(folder.toFile()), 60);
  }

  /** One class path of both, one after the other, and a jar whose library is elsewhere. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "-cp classes:library run my.Depth --json -- 20",
        "-cp classes -cp library run my.Depth --json -- 20",
        "--class-path classes:library run my.Depth --backend simulated --json -- 20",
        "-cp library run part.jar --json -- 20"
      })
  void shouldRunWhatIsOnAClassPathMore(String line) throws Exception {
    jar("part.jar", classes);
    Oshrun.Outcome outcome = launch(line);
    assertThat(outcome.output())
        .hasLineCount(1)
        .contains("\"values\":{\"depth\":20}", "\"verified\":true");
    assertThat(outcome.exitCode()).isZero();
  }

  /** The class path has an older build of it, and its library's class is newer than the source. */
  @ParameterizedTest
  @ValueSource(strings = {"stale/my/Depth.java", "fresh.jar"})
  void shouldRunWhatIsNamedRatherThanAnOlderBuild(String name) throws Exception {
    Path old = folder.resolve("old-" + name.replace('/', '-'));
    compileDepth("1", old);
    Path fresh = folder.resolve("fresh");
    Path part = compileDepth("2", fresh);
    jar("fresh.jar", fresh);
    Files.setLastModifiedTime(part, FileTime.fromMillis(0));
    Oshrun.Outcome outcome = launch("-cp " + old + " run " + name + " --json");
    assertThat(outcome.output()).contains("\"values\":{\"depth\":22}").hasLineCount(1);
    assertThat(outcome.exitCode()).isZero();
  }

  /** The jar also has a copy of a JDK class, and a resource that the class path has, too. */
  @Test
  void shouldTakeFromAJarWhatIsItsOwn() throws Exception {
    Path sources = Files.createDirectories(folder.resolve("shaded"));
    Path program =
        Files.writeString(
            sources.resolve("Depth.java"),
            """
            package my;

            import java.net.URL;
            import java.util.Collections;
            import org.temoto.gas.*;

            final class Depth {
              public static void main(String[] arguments) throws Exception {
                ClassLoader loader = Depth.class.getClassLoader();
                Object document =
                    javax.xml.parsers.DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .newDocument();
                org.w3c.dom.Document own = (org.w3c.dom.Document) document;
                String all = "";
                for (URL each : Collections.list(loader.getResources("META-INF/my"))) {
                  all += new String(each.openStream().readAllBytes());
                }
                String first =
                    new String(loader.getResource("META-INF/my").openStream().readAllBytes());
                String text = first + " " + all + " " + own.hasChildNodes();
                Temoto.launch(GasOptions.DEFAULT, space -> space.report().put("text", text));
              }
            }
            """);
    Path shaded = folder.resolve("shaded-classes");
    compile(shaded, "", program);
    Path copy = Files.createDirectories(shaded.resolve(Path.of("org", "w3c", "dom")));
    try (InputStream in = ClassLoader.getSystemResourceAsStream("org/w3c/dom/Document.class")) {
      Files.copy(in, copy.resolve("Document.class"));
    }
    Files.writeString(Files.createDirectories(shaded.resolve("META-INF")).resolve("my"), "own");
    jar("shaded.jar", shaded);
    Path parent = Files.createDirectories(folder.resolve(Path.of("parent", "META-INF")));
    Files.writeString(parent.resolve("my"), "parent's");
    Oshrun.Outcome outcome = launch("-cp parent run shaded.jar --json");
    assertThat(outcome.output()).contains("\"text\":\"own ownparent's false\"").hasLineCount(1);
    assertThat(outcome.exitCode()).isZero();
  }

  /** Compiles a program that tells {@code depth}; returns the source of its part. */
  private static Path compileDepth(String depth, Path to) throws IOException {
    Path sources = Files.createDirectories(folder.resolve(Path.of("stale", "my")));
    Path part =
        Files.writeString(
            sources.resolve("Part.java"),
            "package my; final class Part { static int depth() { return %s; } }".formatted(depth));
    Path program =
        Files.writeString(
            sources.resolve("Depth.java"),
            """
            package my;

            import org.temoto.gas.*;

            final class Depth {
              public static void main(String[] arguments) {
                Temoto.launch(
                    GasOptions.DEFAULT, space -> space.report().put("depth", %s0 + Part.depth()));
              }
            }
            """
                .formatted(depth));
    compile(to, "", part);
    compile(to, ":" + to, program);
    return part;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "run my.Depth -- 20",
        "-cp library run my.Depth -- 20",
        "run my/Depth.class -- 20"
      })
  void shouldNotFindWhatIsNotOnTheClassPath(String line) throws Exception {
    Oshrun.Outcome outcome = launch(line);
    assertThat(outcome.output())
        .hasLineCount(1)
        .startsWith("temoto: there is no class my")
        .contains(" on the class path");
    assertThat(outcome.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
  }

  /** The job ends with the task that needs the class, which is named. */
  @Test
  void shouldNameTheClassThatAProgramMisses() throws Exception {
    Oshrun.Outcome outcome = launch("-cp classes run my.Depth -- 20");
    assertThat(outcome.output()).contains("temoto: ", "my/parts/One");
    assertThat(outcome.exitCode()).isEqualTo(ExitCode.FAILED);
  }
}
