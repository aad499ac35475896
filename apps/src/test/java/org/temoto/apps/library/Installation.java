package org.temoto.apps.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.temoto.gas.shmem.Oshrun;

/**
 * A Maven repository of this test's own that has what this build installs, and in which everything
 * else is linked from the repository that the build itself uses.
 */
public record Installation(Path repository) {
  static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  /** Modules that are installed. */
  public static final List<String> LIBRARIES =
      List.of("gas-api", "gas-engine", "gas-simulated", "gas-shmem", "task-runtime", "junit");

  /** Argument by which the examples have no other repository than those of the test. */
  static final String NO_DISTRIBUTION = "-Dtemoto.repository=file:///missing";

  private static final long LIMIT_SECONDS = 240;

  /** Makes the repository, in {@code folder}, and installs into it. */
  static Installation into(Path folder) throws IOException, InterruptedException {
    Installation installation = empty(folder);
    installation.run(
        ROOT, ROOT.resolve("temoto").toString(), "install", installation.repositoryArgument());
    return installation;
  }

  /** Makes the repository, in {@code folder}, in which there is nothing of this build. */
  public static Installation empty(Path folder) throws IOException {
    Path repository = folder.resolve("repository");
    Path builds = Path.of(property("temoto.maven.repository"));
    Path organizations = Files.createDirectories(repository.resolve("org"));
    linkAll(builds, repository);
    linkAll(builds.resolve("org"), organizations);
    deleteAll(organizations.resolve("temoto"));
    return new Installation(repository);
  }

  /** Publishes what this build makes in another repository, in folder {@code published}. */
  void deployTo(Path published) throws IOException, InterruptedException {
    deleteAll(published);
    run(
        ROOT,
        ROOT.resolve("temoto").toString(),
        "deploy",
        published.toUri().toString(),
        repositoryArgument());
  }

  /** Copies the project {@code examples}, so that it finds nothing but published libraries. */
  static void copyExamples(Path to) throws IOException {
    Path from = ROOT.resolve("examples");
    deleteAll(to);
    Files.createDirectories(to);
    Files.copy(from.resolve("pom.xml"), to.resolve("pom.xml"));
    try (Stream<Path> sources = Files.walk(from.resolve("src"))) {
      for (Path file : sources.toList()) { // folders before what is in them
        Files.copy(file, to.resolve(from.relativize(file)));
      }
    }
  }

  /** Links what {@code to} has not: neither this project nor a folder above it is there before. */
  private static void linkAll(Path from, Path to) throws IOException {
    try (Stream<Path> entries = Files.list(from)) {
      for (Path entry : entries.toList()) {
        Path link = to.resolve(entry.getFileName());
        if (!entry.endsWith("org/temoto") && !Files.exists(link, LinkOption.NOFOLLOW_LINKS)) {
          Files.createSymbolicLink(link, entry);
        }
      }
    }
  }

  static void deleteAll(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  /** The folder of the version that has been installed. */
  Path artifact(String library) throws IOException {
    try (Stream<Path> versions =
        Files.list(repository.resolve("org").resolve("temoto").resolve("temoto-" + library))) {
      return versions.filter(Files::isDirectory).findFirst().orElseThrow();
    }
  }

  /** Runs Maven in {@code folder}. */
  public void maven(Path folder, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("mvn", "-B", "-q", repositoryArgument()));
    command.addAll(List.of(arguments));
    run(folder, command.toArray(String[]::new));
  }

  private String repositoryArgument() {
    return "-Dmaven.repo.local=" + repository;
  }

  /** Runs a command with the JDK, the Maven and the build of this test. */
  private void run(Path folder, String... command) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    Map<String, String> environment = builder.environment();
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.put("TEMOTO_BUILDING", "yes"); // a build is what started this test
    environment.put("MAVEN_OPTS", Oshrun.QUICK);
    String maven = Path.of(property("temoto.maven.home"), "bin").toString();
    environment.merge("PATH", maven, (path, _) -> maven + File.pathSeparator + path);
    File output = Files.createTempFile("temoto-maven", ".txt").toFile();
    Process process = builder.redirectErrorStream(true).redirectOutput(output).start();
    try {
      process.getOutputStream().close();
      boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
      String text = Files.readString(output.toPath());
      assertThat(ended).as("%s ended\n%s", String.join(" ", command), text).isTrue();
      assertThat(process.exitValue()).as("%s\n%s", String.join(" ", command), text).isZero();
    } finally {
      process.destroy();
      Files.delete(output.toPath());
    }
  }

  private static String property(String name) {
    String value = System.getProperty(name);
    assertThat(value).as("system property %s, which the module's pom.xml sets", name).isNotNull();
    return value;
  }
}
