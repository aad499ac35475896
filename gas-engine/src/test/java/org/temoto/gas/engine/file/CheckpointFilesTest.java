package org.temoto.gas.engine.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.gas.RefusedException;

class CheckpointFilesTest {
  private static final String OLD = CheckpointFiles.dataName(1);
  private static final String NEW = CheckpointFiles.dataName(-2);

  @TempDir Path parent;
  private Path folder;
  private CheckpointFiles files;

  @BeforeEach
  void name() {
    folder = parent.resolve("some").resolve("where");
    files = new CheckpointFiles(folder);
  }

  private void begin(String data) {
    FolderLock lock = new FolderLock(folder);
    try {
      files.begin(data, lock);
    } finally {
      lock.release();
    }
  }

  /** A checkpoint whose data is {@link #OLD}. */
  private void checkpoint() throws IOException {
    begin(OLD);
    Files.writeString(files.bytes(OLD, 0), "bytes");
    Files.writeString(files.sums(OLD, 0), "sums");
    files.publish(new Manifest(OLD, List.of()), 1);
  }

  private List<String> names() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private void assertRefused(String foreign) {
    assertThatThrownBy(() -> begin(NEW))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("the directory has " + foreign + ", which is no checkpoint's");
    assertThat(folder.resolve(foreign)).exists();
    assertThat(folder.resolve(NEW)).doesNotExist();
  }

  @Test
  void shouldReplaceACheckpoint() throws IOException {
    checkpoint();
    begin(NEW);
    assertThat(names()).containsExactly(".lock", OLD, NEW, "manifest");
    assertThat(files.manifest().data()).isEqualTo(OLD);
    files.publish(new Manifest(NEW, List.of()), 2);
    assertThat(names()).containsExactly(".lock", NEW, "manifest");
    assertThat(files.manifest().data()).isEqualTo(NEW);
  }

  /** The old files go before their room is needed. */
  @Test
  void shouldBeginByDeletingWhatKilledJobsHaveLeft() throws IOException {
    begin(NEW);
    Files.writeString(files.bytes(NEW, 0), "half");
    begin(OLD);
    assertThat(names()).as("without a manifest").containsExactly(".lock", OLD);
    files.publish(new Manifest(OLD, List.of()), 1);
    begin(NEW);
    Files.writeString(files.sums(NEW, 0, 3), "half");
    Files.writeString(folder.resolve(".manifest.tmp-2"), "temoto che");
    begin(CheckpointFiles.dataName(3));
    assertThat(names()).containsExactly(".lock", OLD, CheckpointFiles.dataName(3), "manifest");
  }

  /** The damaged manifest does not tell which data it named. */
  @Test
  void shouldDeleteNothingBeforeADamagedManifestIsReplaced() throws IOException {
    checkpoint();
    Files.writeString(folder.resolve("manifest"), "temoto checkpoint 1\nda");
    begin(NEW);
    assertThat(names()).containsExactly(".lock", OLD, NEW, "manifest");
    files.publish(new Manifest(NEW, List.of()), 2);
    assertThat(names()).containsExactly(".lock", NEW, "manifest");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "manifest",
        "data-abc",
        "data-0123456789abcdef",
        "data-0123456789ABCDEF",
        ".manifest.tmp-x",
        ".lock",
        "0.bytes",
        "thesis.tex"
      })
  void shouldRefuseAFolderWithAForeignFile(String name) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve(name), "something else");
    assertRefused(name);
    assertThat(names()).containsExactly(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"manifest", "data-abc", ".manifest.tmp-1", ".lock"})
  void shouldRefuseAFolderWithAForeignFolder(String name) throws IOException {
    Files.createDirectories(folder.resolve(name));
    assertRefused(name);
    assertThat(names()).containsExactly(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"notes", "x.bytes", "0.sums-", "0.bytes~"})
  void shouldRefuseAFolderWithAForeignFileInItsData(String name) throws IOException {
    checkpoint();
    Files.writeString(folder.resolve(OLD).resolve(name), "something else");
    assertRefused(Path.of(OLD, name).toString());
    assertThat(folder.resolve(OLD)).isNotEmptyDirectory();
    assertThat(files.manifest().data()).isEqualTo(OLD);
  }

  @Test
  void shouldNotFollowLinks() throws IOException {
    Path elsewhere = Files.createDirectory(parent.resolve("elsewhere"));
    Files.writeString(elsewhere.resolve("0.bytes"), "precious");
    checkpoint();
    for (String link : List.of(CheckpointFiles.dataName(7), OLD + "/1.bytes", OLD + "/1.sums")) {
      Path made = Files.createSymbolicLink(folder.resolve(link), elsewhere);
      assertRefused(link);
      Files.delete(made);
    }
    Files.delete(folder.resolve(".lock"));
    Files.createSymbolicLink(folder.resolve(".lock"), elsewhere.resolve("0.bytes"));
    assertRefused(".lock");
    assertThat(elsewhere.resolve("0.bytes")).hasContent("precious");
  }

  @Test
  void shouldTakeAFolderThatIsALink() throws IOException {
    Path elsewhere = Files.createDirectory(parent.resolve("elsewhere"));
    Files.createDirectories(folder.getParent());
    Files.createSymbolicLink(folder, elsewhere);
    checkpoint();
    assertThat(elsewhere.resolve("manifest")).exists();
  }

  /** The new one is valid, and what is in the way is nobody's business but its owner's. */
  @Test
  void shouldPublishEvenIfOldDataCannotBeDeleted() throws IOException {
    checkpoint();
    begin(NEW);
    Files.writeString(folder.resolve(OLD).resolve("notes"), "precious");
    files.publish(new Manifest(NEW, List.of()), 2);
    assertThat(files.manifest().data()).isEqualTo(NEW);
    assertThat(folder.resolve(OLD).resolve("notes")).hasContent("precious");
    assertRefused(Path.of(OLD, "notes").toString(), CheckpointFiles.dataName(3));
  }

  private void assertRefused(String foreign, String data) {
    assertThatThrownBy(() -> begin(data))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("the directory has " + foreign);
  }

  @Test
  void shouldDeleteTheDataOfWhatFailedButNotWhatTheManifestNames() throws IOException {
    checkpoint();
    begin(NEW);
    Files.writeString(files.bytes(NEW, 0), "half");
    Files.writeString(folder.resolve(".manifest.tmp-2"), "half");
    Exception failure = new Exception();
    files.giveUp(NEW, 2, failure);
    assertThat(names()).containsExactly(".lock", OLD, "manifest");
    files.giveUp(OLD, 1, failure);
    assertThat(names()).containsExactly(".lock", OLD, "manifest");
    assertThat(failure).hasNoSuppressedExceptions();
    begin(NEW);
    Files.writeString(folder.resolve(NEW).resolve("notes"), "precious");
    files.giveUp(NEW, 2, failure);
    assertThat(failure.getSuppressed()).hasSize(1);
    assertThat(folder.resolve(NEW).resolve("notes")).hasContent("precious");
  }

  @Test
  void shouldRefuseAManifestThatIsTooLong() throws IOException {
    Files.createDirectories(folder);
    try (var file =
        Files.newByteChannel(
            folder.resolve("manifest"),
            java.nio.file.StandardOpenOption.CREATE,
            java.nio.file.StandardOpenOption.WRITE)) {
      file.position(1L << 33).write(java.nio.ByteBuffer.allocate(1));
    }
    assertThatThrownBy(files::manifest)
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("has 8589934593 bytes: a manifest must have at most 16777216");
  }

  @Test
  void shouldRefuseAFolderThatThisProcessHasLocked() throws IOException {
    FolderLock lock = new FolderLock(folder);
    files.begin(OLD, lock);
    assertThatThrownBy(() -> begin(NEW))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("is being written by another job");
    assertThat(folder.resolve(NEW)).doesNotExist();
    assertThat(isLockedByThisProcess()).as("still locked").isTrue();
    lock.release();
    assertThat(isLockedByThisProcess()).isFalse();
    begin(NEW);
  }

  /** As the kernel has it, which drops all locks of a process where that closes a file. */
  private boolean isLockedByThisProcess() throws IOException {
    String file = ":" + Files.getAttribute(folder.resolve(".lock"), "unix:ino") + " ";
    String process = " " + ProcessHandle.current().pid() + " ";
    return Files.readAllLines(Path.of("/proc/locks")).stream()
        .anyMatch(line -> line.contains(file) && line.contains(process));
  }

  /** Another process that takes the lock of a folder, says so, and keeps it until it is killed. */
  static final class Holding {
    private Holding() {}

    public static void main(String[] arguments) throws IOException {
      new CheckpointFiles(Path.of(arguments[0])).begin(OLD, new FolderLock(Path.of(arguments[0])));
      System.out.println("begun");
      System.in.read();
    }
  }

  @Test
  void shouldRefuseAFolderThatAnotherProcessHasLocked() throws Exception {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    Process other =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                classPath,
                Holding.class.getName(),
                folder.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      assertThat(other.inputReader().readLine()).isEqualTo("begun");
      assertThatThrownBy(() -> begin(NEW))
          .isInstanceOf(RefusedException.class)
          .hasMessageContaining("is being written by another job");
      assertThat(folder.resolve(OLD)).exists();
    } finally {
      other.destroyForcibly().waitFor();
    }
    begin(NEW);
    assertThat(names()).containsExactly(".lock", NEW);
  }
}
