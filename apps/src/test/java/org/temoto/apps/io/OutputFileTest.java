package org.temoto.apps.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.apps.BadInputException;

@Timeout(60)
class OutputFileTest {
  private static final byte[] OLD = {1, 2, 3};
  private static final byte[] NEW = {4, 5};

  @TempDir Path folder;

  @Test
  void shouldLeaveTheTargetAloneUntilPublished() throws IOException {
    Path target = Files.write(folder.resolve("out.npy"), OLD);
    try (OutputFile output = new OutputFile(target, 7)) {
      output.create(NEW);
      assertThat(target).hasBinaryContent(OLD);
      assertThat(files()).hasSize(2).contains(".out.npy.tmp-7");
      output.publish();
      assertThat(target).hasBinaryContent(NEW);
    }
    assertThat(files()).containsExactly("out.npy");
  }

  @Test
  void shouldLeaveNothingWhenGivenUp() throws IOException {
    Path target = folder.resolve("out.npy");
    try (OutputFile output = new OutputFile(target, 7)) {
      output.create(NEW);
    }
    assertThat(files()).isEmpty();
  }

  @Test
  void shouldReplaceWhatALinkPointsTo() throws IOException {
    Path target = Files.write(folder.resolve("data"), OLD);
    Path link = Files.createSymbolicLink(folder.resolve("link"), target);
    try (OutputFile output = new OutputFile(link, 7)) {
      output.create(NEW);
      output.publish();
    }
    assertThat(link).isSymbolicLink().hasBinaryContent(NEW);
    assertThat(target).hasBinaryContent(NEW);
  }

  @Test
  void shouldCreateWhatALinkPointsToThatIsNotThereYet() throws IOException {
    Path target = folder.resolve("data");
    Path second = Files.createSymbolicLink(folder.resolve("second"), Path.of("data"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("second"));
    OutputFile.check(link);
    OutputFile.write(link, NEW);
    assertThat(link).isSymbolicLink();
    assertThat(second).isSymbolicLink();
    assertThat(target).isRegularFile().hasBinaryContent(NEW);
  }

  @Test
  void shouldRefuseLinksThatLeadInACircle() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("other"));
    Files.createSymbolicLink(folder.resolve("other"), Path.of("link"));
    assertThatThrownBy(() -> OutputFile.check(link))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith(link + ": ")
        .hasMessageContaining("symbolic links");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-------", "rw-rw-rw-", "rwxr-x--x", "rw-r-----"})
  void shouldKeepTheModeOfWhatIsReplaced(String mode) throws IOException {
    Path target = Files.write(folder.resolve("out.npy"), OLD);
    Files.setPosixFilePermissions(target, PosixFilePermissions.fromString(mode));
    OutputFile.check(target);
    try (OutputFile output = new OutputFile(target, 7)) {
      output.create(NEW);
      assertThat(mode(folder.resolve(".out.npy.tmp-7"))).as("a draft").isEqualTo("rw-------");
      output.publish();
    }
    assertThat(mode(target)).isEqualTo(mode);
    assertThat(target).hasBinaryContent(NEW);
  }

  @Test
  void shouldGiveANewFileTheModeOfTheProcess() throws IOException {
    Path other = Files.write(folder.resolve("other"), OLD);
    Path target = folder.resolve("out.npy");
    OutputFile.write(target, NEW);
    assertThat(mode(target)).isEqualTo(mode(other));
  }

  private static String mode(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  /** Other hard links keep the old contents, as files.md says. */
  @Test
  void shouldLeaveTheOldContentsToAnotherHardLink() throws IOException {
    Path target = Files.write(folder.resolve("out.npy"), OLD);
    Path other = Files.createLink(folder.resolve("other"), target);
    OutputFile.write(target, NEW);
    assertThat(target).hasBinaryContent(NEW);
    assertThat(other).hasBinaryContent(OLD);
  }

  /** Characters that take one byte in the file system, three, and four for two chars. */
  @ParameterizedTest
  @CsvSource({"n, 255", "\u624b, 85", "\ud83d\ude00, 63"})
  void shouldWriteNamesUpToTheLimitOfTheFileSystem(String unit, int times) throws IOException {
    assumeTrue(
        "UTF-8".equals(System.getProperty("sun.jnu.encoding")) || unit.equals("n"),
        "this locale has no such names");
    for (String name : List.of(unit.repeat(times), "n" + unit.repeat(times - 1))) {
      Path target = folder.resolve(name);
      OutputFile.check(target);
      OutputFile.write(target, NEW);
      assertThat(target).hasBinaryContent(NEW);
      Files.delete(target);
    }
    Path longer = folder.resolve(unit.repeat(times + 1));
    assertThatThrownBy(() -> OutputFile.check(longer))
        .isInstanceOf(BadInputException.class)
        .hasMessage(longer + ": File name too long");
    assertThat(files()).isEmpty();
  }

  @Test
  void shouldRefuseWhatTheFileSystemHasNoSpaceFor() {
    Path target = folder.resolve("out.npy");
    assertThatThrownBy(() -> OutputFile.check(target, Long.MAX_VALUE))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("it takes 9223372036854775807 bytes, its file system has");
    assertThat(files()).isEmpty();
  }

  @Test
  void shouldRefuseWhatMayNotBeWritten() throws IOException {
    Path target = Files.write(folder.resolve("out.npy"), OLD);
    Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("r--r--r--"));
    assumeFalse(Files.isWritable(target), "root may write everything");
    assertThatThrownBy(() -> OutputFile.check(target))
        .isInstanceOf(BadInputException.class)
        .hasMessage(target + ": permission denied");
  }

  @Test
  void shouldRefuseTargetsThatCannotBe() {
    assertThatThrownBy(() -> OutputFile.check(folder))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("is a directory");
    assertThatThrownBy(() -> OutputFile.check(folder.resolve("no/such/out.npy")))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("there is no directory");
    assertThatThrownBy(() -> OutputFile.check(Path.of("/dev/null")))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("is not a regular file");
    assertThatThrownBy(() -> OutputFile.check(Path.of("/")))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("is a directory");
  }

  @ParameterizedTest
  @CsvSource({"INT, 2", "TERM, 15"})
  void shouldLeaveNothingWhenTheProcessIsInterrupted(String signal, int number) throws Exception {
    assumeFalse(isIgnored(number), "SIG" + signal + " is ignored by whoever started the tests");
    Path target = Files.write(folder.resolve("out.npy"), OLD);
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Interrupted.class.getName(),
                target.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader reader = child.inputReader()) {
      assertThat(reader.readLine()).isEqualTo("ready");
      assertThat(files()).hasSize(2);
      new ProcessBuilder("kill", "-" + signal, "" + child.pid()).start().waitFor();
      assertThat(child.waitFor(30, TimeUnit.SECONDS)).isTrue();
    } finally {
      child.destroyForcibly();
    }
    assertThat(files()).containsExactly("out.npy");
    assertThat(target).hasBinaryContent(OLD);
  }

  /**
   * A background job of a shell ignores SIGINT, and so do its children: a JVM leaves it at that.
   */
  private static boolean isIgnored(int signal) throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
      String mask = lines.filter(line -> line.startsWith("SigIgn:")).findFirst().orElseThrow();
      return (Long.parseUnsignedLong(mask.substring("SigIgn:".length()).strip(), 16) >>> signal - 1
              & 1)
          != 0;
    }
  }

  /** A program that is interrupted while it writes. */
  static final class Interrupted {
    private Interrupted() {}

    public static void main(String[] arguments) throws IOException {
      try (OutputFile output = new OutputFile(Path.of(arguments[0]), 7)) {
        output.create(NEW);
        System.out.println("ready");
        while (System.in.read() >= 0) {
          System.out.println("nothing is expected");
        }
      }
    }
  }

  private List<String> files() {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
