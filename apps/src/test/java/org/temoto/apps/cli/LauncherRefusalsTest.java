package org.temoto.apps.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.gas.shmem.Evidence;
import org.temoto.gas.shmem.Oshrun;

/**
 * Tests of what the launcher refuses by itself, before a JVM starts: one line each, exit code 2. It
 * is a copy, in a tree where nothing is built.
 */
@Timeout(60)
class LauncherRefusalsTest {
  private static final Path LAUNCHER = Path.of("..", "temoto");
  private static final Path PARTS = Path.of("..", ".mvn");
  private static final String WANTED = "java_wanted=";

  /** A version that no JDK here has. */
  private static final String FUTURE = "1000";

  @TempDir Path root;

  @BeforeEach
  void makeTree() throws Exception {
    Path parts = Files.createDirectories(root.resolve(".mvn"));
    for (File part : PARTS.toFile().listFiles()) {
      Files.copy(part.toPath(), parts.resolve(part.getName()));
    }
    writeLauncher(Files.readString(LAUNCHER));
  }

  private void writeLauncher(String text) throws Exception {
    Path file = Files.writeString(root.resolve("temoto"), text);
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  /** The builder of the launcher's process. */
  private ProcessBuilder launcher(String line) {
    List<String> command = new ArrayList<>(List.of(root.resolve("temoto").toString()));
    command.addAll(List.of(line.split(" ", -1)));
    ProcessBuilder builder = Oshrun.builder(command).directory(root.toFile());
    builder.environment().remove("CDPATH");
    return builder;
  }

  /** The builder of a process that finds {@code name} first, a program of one line. */
  private ProcessBuilder withProgram(String name, String line, ProcessBuilder builder)
      throws Exception {
    Path program = Files.createDirectories(root.resolve("bin")).resolve(name);
    Files.writeString(program, "#!/bin/sh\n" + line + "\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    builder.environment().merge("PATH", root + "/bin:", (path, own) -> own + path);
    return builder;
  }

  private static void assertRefused(ProcessBuilder builder, String... words) throws Exception {
    Oshrun.Outcome outcome = Oshrun.run(builder, 30);
    assertThat(outcome.output()).hasLineCount(1).startsWith("temoto: ").contains(words);
    assertThat(outcome.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-cp|-cp needs a class path",
        "-classpath|-classpath needs a class path",
        "--class-path|--class-path needs a class path",
        "-cp a -cp|-cp needs a class path",
        "java -cp|-cp needs a class path",
        "java -Da=b -classpath|-classpath needs a class path",
        "java --class-path|--class-path needs a class path",
        "java|java needs a program, for example: ./temoto java MyProgram.java",
        "java -cp .mvn|java needs a program",
        "java --class-path=.mvn|java needs a program",
        "java Nowhere.java 1|there is no file Nowhere.java that can be read",
        "-cp .mvn java -Da=b Nowhere.java|there is no file Nowhere.java that can be read",
        "-cp classes test|a class path before test is not used: it is for run, simulate, check",
        "-cp classes install|a class path before install is not used",
        "-cp classes deploy file:/tmp/r|a class path before deploy is not used",
        "-cp classes dist|a class path before dist is not used",
        "-cp classes exec true|a class path before exec is not used",
        "-cp classes bench -l|a class path before bench is not used",
        "-cp classes -cp more sort --generate 9|a class path before sort is not used",
        "-cp classes doctor|a class path before doctor is not used",
        "-cp .mvn run fib|a class path before run is for a program of yours, and here is none",
        "-cp .mvn run --list|a class path before run is for a program of yours",
        "-cp .mvn run fib --latency 1.8us|a class path before run is for a program of yours",
        "-cp .mvn simulate --out my.out sort --generate 9|a class path before simulate is for",
        "-cp .mvn check matmul|a class path before check is for a program of yours",
        "-cp .mvn:no/classes run my.Heat|there is no no/classes, which -cp names",
        "-cp no/jars/* check Heat.java|there is no no/jars/*, which -cp names",
        "java -cp .mvn:no/classes my.Main|there is no no/classes, which -cp names",
        "java --source 25 -cp no/classes Main.java|there is no no/classes, which -cp names",
        "java --patch-module a=b -cp no/classes my.Main|there is no no/classes, which -cp names",
        "java --class-path=no/classes my.Main|there is no no/classes, which -cp names",
        "java @.mvn/temoto.args -cp no/classes my.Main|there is no no/classes, which -cp names",
        "exec|exec needs a command, for example: ./temoto exec java",
        "exec no-such-command 1|exec: there is no command no-such-command",
        "exec refuse it|exec: there is no command refuse",
        "exec ./no-such-command|exec: there is no command ./no-such-command",
        "install --version|install: Maven does nothing with --version: leave it out",
        "deploy file:/tmp/r -v|deploy: Maven does nothing with -v: leave it out",
        "test -o --version|test: Maven does nothing with --version: leave it out",
        "deploy|deploy needs the URL of a Maven repository",
        "deploy somewhere|deploy needs the URL of a Maven repository",
        "dist a b|dist takes one folder: 'b' is one argument too many",
        "dist temoto|temoto is no folder",
        "dist --frob|dist takes a folder, not '--frob'",
        "dist --version|dist takes a folder, not '--version'",
        "dist .mvn|.mvn has other files, such as jvm.config: dist needs a folder of its own",
      })
  void shouldRefuseInOneLine(String line, String reason) throws Exception {
    assertRefused(withProgram("mvn", "echo Maven was called", launcher(line)), reason);
  }

  /** By the launcher of this build, which can show it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "test -h",
        "install --help",
        "deploy file:/tmp/r --help",
        "dist --help",
        "exec --help",
        "exec -h"
      })
  void shouldShowItsOwnHelpOfItsCommands(String line) throws Exception {
    List<String> command = new ArrayList<>(List.of(Oshrun.part(1, List.of()).getLast()));
    command.addAll(List.of(line.split(" ", -1)));
    ProcessBuilder builder = withProgram("mvn", "echo Maven was called", Oshrun.builder(command));
    Oshrun.Outcome outcome = Oshrun.run(builder, 30);
    assertThat(outcome.output())
        .contains("Usage: ./temoto " + command.get(1))
        .doesNotContain("Maven was called", "the libraries are in");
    assertThat(outcome.exitCode()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "test",
        "install",
        "deploy file:/tmp/r",
        "dist",
        "bench -l",
        "--version",
        "java a"
      })
  void shouldSayThatMavenIsNeededToBuild(String line) throws Exception {
    ProcessBuilder builder = launcher(line);
    builder.environment().remove("TEMOTO_BUILDING");
    for (String name : List.of("mkdir", "rmdir")) {
      Path real = Evidence.requireProgram(List.of(name), "coreutils");
      withProgram(name, "exec " + real + " \"$@\"", builder);
    }
    builder.environment().put("PATH", root + "/bin");
    assertRefused(builder, "Maven is needed to build", "no mvn on the PATH", "apt-get install");
  }

  /** A build that fails is no mistake in the command. */
  @Test
  void shouldFailWhereTheBuildFails() throws Exception {
    ProcessBuilder builder =
        withProgram("mvn", "echo '[ERROR] bad'; exit 1", launcher("--version"));
    builder.environment().remove("TEMOTO_BUILDING");
    Oshrun.Outcome outcome = Oshrun.run(builder, 30);
    assertThat(outcome.output())
        .contains("[ERROR] bad", "temoto: the build failed, see above and " + root);
    assertThat(outcome.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  /** The launcher here wants more than there is: which is what it does where that is old. */
  private void wantFuture() throws Exception {
    String text = Files.readString(LAUNCHER);
    assertThat(text).containsOnlyOnce(WANTED);
    writeLauncher(text.replaceFirst(WANTED + "\\d+", WANTED + FUTURE));
  }

  private Path jdk(String release) throws Exception {
    Path jdk = Files.createDirectories(root.resolve("jdk"));
    Files.writeString(jdk.resolve("release"), release);
    return jdk;
  }

  @Test
  void shouldNameAJdkThatIsTooOld() throws Exception {
    wantFuture();
    String own = System.getProperty("java.home");
    assertRefused(
        launcher("--version"),
        "no JDK " + FUTURE + " or newer found (" + own + " is Java " + Runtime.version().feature(),
        "install one",
        "or set JAVA_HOME to its folder");
  }

  @Test
  void shouldNameAJdkWithoutACompiler() throws Exception {
    wantFuture();
    Path runtime = jdk("IMPLEMENTOR=\"Somebody\"\nJAVA_VERSION=\"" + FUTURE + ".0.1\"\n");
    ProcessBuilder builder = launcher("--version");
    builder.environment().put("JAVA_HOME", runtime.toString());
    assertRefused(builder, "(" + runtime + " has no javac)");
  }

  @Test
  void shouldNameAJdkThatDoesNotSayWhichItIs() throws Exception {
    wantFuture();
    Path broken = jdk("");
    ProcessBuilder builder = launcher("--version");
    builder.environment().put("JAVA_HOME", broken.toString());
    assertRefused(builder, "(" + broken + " is Java ?)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"JAVA_VERSION=\"17.0.2\"", "JAVA_VERSION=\"1.8.0\"", "nothing", ""})
  void shouldTakeTheJdkOfThePathWhereThatOfJavaHomeIsUnfit(String release) throws Exception {
    ProcessBuilder builder = launcher("exec printenv JAVA_HOME");
    Map<String, String> environment = builder.environment();
    String own = System.getProperty("java.home");
    environment.put("JAVA_HOME", jdk(release + "\n").toString());
    environment.merge("PATH", own + "/bin:", (path, first) -> first + path);
    Oshrun.Outcome outcome = Oshrun.run(builder, 30);
    assertThat(outcome.output()).isEqualToIgnoringNewLines(Path.of(own).toRealPath().toString());
    assertThat(outcome.exitCode()).isZero();
  }
}
