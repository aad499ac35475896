package org.temoto.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.temoto.apps.Walkthrough;
import org.temoto.apps.library.Installation;
import org.temoto.gas.shmem.Evidence;
import org.temoto.gas.shmem.Oshrun;

/**
 * Tests of the distribution as {@code ./temoto dist} makes it, unpacked and run as others would.
 */
class DistributionTest {
  private static final Path LAUNCHER = Path.of("..", "temoto").toAbsolutePath().normalize();
  private static final Path JDK = Path.of(System.getProperty("java.home"));
  private static final Pattern NAMED_FILE =
      Pattern.compile("\\b(bin|examples|repository)/?[\\w/]*([.](java|xml))?");
  private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:)([^)#]*)(?:#([^)]*))?\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
  private static final Pattern OWN_LAMBDA =
      Pattern.compile(" org[.]temoto[.].*Lambda/.* source: org[.]temoto[.]");
  private static final String VERIFIED = "\"verified\":true";

  @TempDir private static Path folder;

  /** The one that is unpacked. */
  private static Path home;

  @BeforeAll
  @Timeout(240)
  static void makeAndUnpack() throws Exception {
    Evidence.requireProgram(List.of("gcc"), "gcc");
    Path made = make("made");
    passed(new ProcessBuilder("tar", "-xzf", made.toString(), "-C", folder.toString()));
    home = folder.resolve(made.getFileName().toString().replace(".tar.gz", ""));
  }

  /** Makes one into a folder of that name. */
  private static Path make(String name) throws Exception {
    passed(launcher("dist", folder.resolve(name).toString()));
    try (Stream<Path> files = Files.list(folder.resolve(name))) {
      return files.toList().getFirst();
    }
  }

  private static ProcessBuilder launcher(String... arguments) {
    List<String> command = new ArrayList<>(List.of(LAUNCHER.toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = Oshrun.builder(command);
    String maven = System.getProperty("temoto.maven.home");
    assertThat(maven).as("system property temoto.maven.home, which bench/pom.xml sets").isNotNull();
    builder.environment().merge("PATH", maven + "/bin:", (path, ours) -> ours + path);
    return builder;
  }

  private static String passed(ProcessBuilder builder) throws Exception {
    Oshrun.Outcome outcome = Oshrun.run(builder, 120);
    assertThat(outcome.exitCode()).as(outcome.output()).isZero();
    return outcome.output();
  }

  /** Its launcher where there is a JDK, what a shell has, and nothing else: not even HOME. */
  private static ProcessBuilder bare(List<String> before, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(before);
    command.addAll(List.of(home.resolve(Path.of("bin", "temoto")).toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    Map<String, String> environment = builder.environment();
    environment.clear();
    Path programs = Files.createDirectories(folder.resolve("programs"));
    for (String name : List.of("env", "head", "id", "ls", "mkdir", "mv", "readlink", "rm", "tr")) {
      Path program = programs.resolve(name);
      Path real = Evidence.requireProgram(List.of(name), "coreutils");
      Files.writeString(program, "#!/bin/sh\nexec " + real + " \"$@\"\n");
      assertThat(program.toFile().setExecutable(true, false)).isTrue();
    }
    environment.put("PATH", JDK.resolve("bin") + ":" + programs);
    environment.put("TMPDIR", folder.toString());
    return builder;
  }

  @Test
  @Timeout(240)
  void shouldHaveTheSameBytesEachTime() throws Exception {
    assertThat(Files.mismatch(make("made"), make("again"))).isEqualTo(-1);
  }

  @Test
  void shouldRefuseAFolderThatHasOtherFiles() throws Exception {
    Path other = Files.createDirectories(folder.resolve("other"));
    Files.createFile(other.resolve("precious.txt"));
    Oshrun.Outcome outcome = Oshrun.run(launcher("dist", other.toString()), 60);
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.output().lines())
        .singleElement()
        .asString()
        .contains(other + " has other files, such as precious.txt");
  }

  @Test
  void shouldNameModulesAndVersionInTheManifests() throws IOException {
    try (Stream<Path> jars = Files.list(home.resolve("lib"))) {
      List<Path> own =
          jars.filter(jar -> jar.getFileName().toString().startsWith("temoto-")).toList();
      assertThat(own).hasSize(8);
      for (Path jar : own) {
        try (JarFile file = new JarFile(jar.toFile())) {
          Manifest manifest = file.getManifest();
          Attributes attributes = manifest.getMainAttributes();
          assertThat(home.getFileName().toString())
              .isEqualTo("temoto-" + attributes.getValue("Implementation-Version"));
          ZipEntry module = file.getEntry("module-info.class");
          assertThat(module != null || attributes.getValue("Automatic-Module-Name") != null)
              .as("%s has a module's name", jar)
              .isTrue();
        }
      }
    }
  }

  @Test
  void shouldHaveTheLicenseOfEachLibrary() throws IOException {
    String all = Files.readString(home.resolve(Path.of("licenses", "THIRD-PARTY.txt")));
    try (Stream<Path> jars = Files.list(home.resolve("lib"))) {
      assertThat(jars.map(jar -> jar.getFileName().toString()))
          .filteredOn(name -> !name.startsWith("temoto-"))
          .allSatisfy(name ->
              assertThat(all).contains(":" + name.replaceFirst("-(\\d.*)[.]jar$", ":$1") + " "));
    }
  }

  @Test
  @Timeout(120)
  void shouldRunWithAJdkAndNothingElse() throws Exception {
    List<String> sort = List.of("sort", "--generate", "100000", "--json");
    String first = passed(bare(List.of(), sort.toArray(String[]::new)));
    assertThat(first).contains(VERIFIED);
    ProcessBuilder second = bare(List.of(), sort.toArray(String[]::new));
    Path log = folder.resolve("aot.log");
    second.environment().put("TEMOTO_JAVA_OPTS", "-Xlog:aot=info,class+load=info:file=" + log);
    assertThat(passed(second)).contains(VERIFIED).doesNotContain("quick starts", "warning");
    assertThat(log)
        .content()
        .contains("Opened AOT cache")
        .doesNotContain("Unable", "mismatch", "source: file:");
    assertThat(Oshrun.run(bare(List.of(), "test"), 60))
        .returns(2, Oshrun.Outcome::exitCode)
        .extracting(Oshrun.Outcome::output)
        .asString()
        .contains("in a clone of the sources");
  }

  @Test
  @Timeout(120)
  void shouldRunASourceFileUnderItsOptions() throws Exception {
    Path examples = home.resolve(Path.of("examples", "src", "main", "java"));
    assertThat(passed(bare(List.of(), "run", examples.resolve("MergeSort.java").toString())))
        .contains("1000000 numbers, sorted: true");
  }

  /** Its user has neither the sources nor another tutorial. */
  @Test
  @Timeout(240)
  void shouldDoWhatItsTutorialSays() throws Exception {
    Path programs = Files.createDirectories(folder.resolve("tutorial"));
    Path launcher = home.resolve(Path.of("bin", "temoto"));
    Path tutorial = home.resolve(Path.of("docs", "tutorial.md"));
    assertThat(new Walkthrough(launcher, programs).follow(tutorial, false)).isGreaterThan(5);
  }

  /** Maven finds the libraries in the distribution and all else where it did before. */
  @Test
  @Timeout(400)
  void shouldHaveTheLibrariesForProjects() throws Exception {
    Path copy = copyWithoutArchive("project");
    for (String library : Installation.LIBRARIES) {
      try (Stream<Path> files =
          Files.walk(copy.resolve("repository/org/temoto/temoto-" + library))) {
        assertThat(files.map(Path::toString))
            .anyMatch(name -> name.endsWith(".pom"))
            .anyMatch(name -> name.endsWith("-sources.jar"));
      }
    }
    Path project = copy.resolve("examples");
    Installation.empty(Files.createDirectories(folder.resolve("user")))
        .maven(project, "-o", "-Daether.offline.protocols=file", "-DskipTests", "package");
    Path launcher = copy.resolve(Path.of("bin", "temoto"));
    List<String> program =
        List.of(
            "exec",
            "java",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            "target/classes:target/lib/*",
            "MergeSort");
    List<String> alone = Stream.concat(Stream.of(launcher.toString()), program.stream()).toList();
    String sorted = "1000000 numbers, sorted: true";
    assertThat(passed(Oshrun.builder(alone).directory(project.toFile()))).contains(sorted);
    Evidence.requireOpenShmem();
    ProcessBuilder job = Oshrun.builder(twoPes(launcher, program));
    assertThat(passed(job.directory(project.toFile()))).contains(sorted);
  }

  /** A job of that launcher. */
  private static List<String> twoPes(Path launcher, List<String> arguments) {
    return Oshrun.command(2, arguments).stream()
        .map(word -> word.equals(LAUNCHER.toString()) ? launcher.toString() : word)
        .toList();
  }

  /** The README of the sources is about building. */
  @Test
  void shouldHaveAReadmeWhoseFilesAreThere() throws IOException {
    String readme = Files.readString(home.resolve("README.md"));
    assertThat(NAMED_FILE.matcher(readme).results().map(MatchResult::group))
        .hasSizeGreaterThan(8)
        .allSatisfy(name -> assertThat(home.resolve(name)).exists());
  }

  @Test
  void shouldHaveWhatItsDocumentsLinkTo() throws IOException {
    List<String> missing = new ArrayList<>();
    int links = 0;
    try (Stream<Path> files = Files.walk(home)) {
      for (Path page : files.filter(file -> file.toString().endsWith(".md")).toList()) {
        for (MatchResult link : LINK.matcher(Files.readString(page)).results().toList()) {
          links++;
          Path file = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1));
          if (!Files.exists(file)
              || link.group(2) != null && !anchors(file).contains(link.group(2))) {
            missing.add(home.relativize(page) + ": " + link.group());
          }
        }
      }
    }
    assertThat(links).isGreaterThan(100);
    assertThat(missing).isEmpty();
  }

  /** Those of the headings: in lower case, with hyphens for blanks, without punctuation. */
  private static List<String> anchors(Path page) throws IOException {
    return HEADING
        .matcher(Files.readString(page))
        .results()
        .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^\\w\\- ]", "").replace(' ', '-'))
        .toList();
  }

  /** The JVM would take the archive of a quick start for several files. */
  @Test
  @Timeout(120)
  void shouldStartInAFolderWithAColon() throws Exception {
    Path copy = copyWithoutArchive("with:colon");
    Path own = folder.resolve("own");
    for (int start = 0; start < 2; start++) {
      ProcessBuilder builder = Oshrun.builder(List.of(copy + "/bin/temoto", "--version"));
      builder.environment().put("XDG_CACHE_HOME", own.toString());
      assertThat(passed(builder)).contains("temoto ");
    }
    assertThat(archives(own.resolve("temoto")))
        .singleElement()
        .satisfies(archive -> assertThat(archive).isNotEmptyFile());
  }

  /** One that failed for a limit would be left for those without. */
  @Test
  @Timeout(120)
  void shouldPrepareNothingUnderALimit() throws Exception {
    Path copy = copyWithoutArchive("limited");
    String start = "ulimit -v 16000000 && exec " + copy + "/bin/temoto --version";
    assertThat(passed(Oshrun.builder(List.of("sh", "-c", start)))).contains("temoto ");
    assertThat(archives(copy.resolve("libexec"))).isEmpty();
  }

  /** A hindrance, such as a full disk, is over some day. */
  @Test
  @Timeout(120)
  void shouldTryAgainWhereAnArchiveHasStayedEmptyForLong() throws Exception {
    Path copy = copyWithoutArchive("hindered");
    Path parts = copy.resolve("libexec");
    ProcessBuilder start = Oshrun.builder(List.of(copy + "/bin/temoto", "--version"));
    passed(start);
    Path archive = archives(parts).getFirst();
    Files.write(archive, new byte[0]);
    passed(start);
    assertThat(archive).as("of a failure just now").isEmptyFile();
    Instant before = Instant.now().minus(Duration.ofDays(3));
    Files.setLastModifiedTime(archive, FileTime.from(before));
    passed(start);
    passed(start);
    assertThat(archive).isNotEmptyFile();
  }

  /** As one that root has made under umask 077. */
  @Test
  @Timeout(120)
  void shouldMakeAnArchiveWhereThatOfTheDistributionCannotBeRead() throws Exception {
    assumeTrue(System.getProperty("user.name").equals("root"), "only root may become another user");
    Path program = Evidence.requireProgram(List.of("setpriv"), "util-linux");
    Path copy = copyWithoutArchive("private");
    List<String> start = List.of(copy + "/bin/temoto", "--version");
    passed(Oshrun.builder(start));
    Path archive = archives(copy.resolve("libexec")).getFirst();
    Files.setPosixFilePermissions(archive, PosixFilePermissions.fromString("rw-------"));
    passed(new ProcessBuilder("chmod", "a+rx", folder.toString()));
    List<String> command =
        new ArrayList<>(
            List.of(program.toString(), "--reuid", "65534", "--regid", "65534", "--clear-groups"));
    command.addAll(start);
    Path own = Files.createDirectory(folder.resolve("nobody"));
    passed(new ProcessBuilder("chown", "65534", own.toString()));
    ProcessBuilder builder = Oshrun.builder(command);
    builder.environment().put("XDG_CACHE_HOME", own.toString());
    passed(builder);
    assertThat(archives(own.resolve("temoto"))).singleElement().isNotEqualTo(archive);
  }

  private static Path copyWithoutArchive(String name) throws Exception {
    Path copy = Files.createDirectories(folder.resolve(name)).resolve("home");
    passed(new ProcessBuilder("cp", "-a", home.toString(), copy.toString()));
    for (Path archive : archives(copy.resolve("libexec"))) {
      Files.delete(archive);
    }
    return copy;
  }

  @Test
  @Timeout(120)
  void shouldLeaveNothingOfAnInterruptedPreparation() throws Exception {
    Path copy = copyWithoutArchive("interrupted");
    Path parts = copy.resolve("libexec");
    Process launcher =
        Oshrun.builder(List.of(copy + "/bin/temoto", "--version"))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("interrupted.txt").toFile())
            .start();
    while (archives(parts).isEmpty()) {
      assertThat(launcher.isAlive()).isTrue();
      Thread.onSpinWait();
    }
    launcher.destroy();
    assertThat(launcher.waitFor()).isEqualTo(143);
    assertThat(archives(parts)).isEmpty();
  }

  /** The archives of quick starts in that folder, also those that are being made. */
  private static List<Path> archives(Path parts) throws IOException {
    try (Stream<Path> files = Files.list(parts)) {
      return files.filter(file -> file.getFileName().toString().contains(".aot")).toList();
    }
  }

  /** Neither the distribution nor HOME can be written by whom it is. */
  @Test
  @Timeout(120)
  void shouldRunForAnotherUser() throws Exception {
    assumeTrue(System.getProperty("user.name").equals("root"), "only root may become another user");
    Path program = Evidence.requireProgram(List.of("setpriv"), "util-linux");
    List<String> nobody =
        List.of(program.toString(), "--reuid", "65534", "--regid", "65534", "--clear-groups");
    passed(new ProcessBuilder("chmod", "a+rx", folder.toString()));
    String output = passed(bare(nobody, "run", "fib", "--n", "12", "--json"));
    assertThat(output).contains(VERIFIED).doesNotContain("not found", "denied");
  }

  /** Those that a PE needs are in the archive only if one was made by a PE: else 75 are not. */
  private static void hasFewLambdasOfItsOwn(String log) {
    assertThat(log.lines().filter(line -> OWN_LAMBDA.matcher(line).find())).hasSizeLessThan(10);
  }

  @Test
  @Timeout(120)
  void shouldRunUnderOshrun() throws Exception {
    Evidence.requireOpenShmem();
    Path launcher = home.resolve(Path.of("bin", "temoto"));
    List<String> own = twoPes(launcher, List.of("run", "fib", "--n", "12", "--json"));
    passed(Oshrun.builder(List.of(launcher.toString(), "--version"))); // has the archive made
    ProcessBuilder job = Oshrun.builder(own);
    Path logs = Files.createDirectories(folder.resolve("logs"));
    job.environment().put("TEMOTO_JAVA_OPTS", "-Xlog:class+load=info:file=" + logs + "/%p");
    assertThat(passed(job)).contains(VERIFIED, "\"backend\":\"shmem\"");
    try (Stream<Path> files = Files.list(logs)) {
      assertThat(files)
          .hasSize(2)
          .allSatisfy(log ->
              assertThat(log)
                  .content()
                  .contains("ShmemBackend")
                  .doesNotContain("source: file:")
                  .satisfies(DistributionTest::hasFewLambdasOfItsOwn));
    }
  }
}
