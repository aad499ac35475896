package org.temoto.gas.shmem;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramTest {
  @TempDir Path folder;
  private Path classes;
  private Path jar;
  private String before;

  @BeforeEach
  void build() throws IOException {
    classes = Files.createDirectories(folder.resolve("classes/a"));
    Files.writeString(classes.resolve("A.class"), "alpha");
    jar = Files.write(folder.resolve("b.jar"), new byte[3 << 20]);
    before = checksum();
  }

  private String checksum() {
    return Program.checksum(List.of(folder.resolve("classes"), jar));
  }

  @Test
  void shouldNotMindOrderNorWhatIsMissing() {
    Path missing = folder.resolve("missing");
    assertThat(Program.checksum(List.of(jar, missing, folder.resolve("classes"))))
        .isEqualTo(before);
  }

  @Test
  void shouldNotMindTheFolder() throws IOException {
    Path elsewhere = Files.createDirectories(folder.resolve("elsewhere"));
    Files.move(folder.resolve("classes"), elsewhere.resolve("out"));
    jar = Files.move(jar, elsewhere.resolve("b.jar"));
    assertThat(Program.checksum(List.of(elsewhere.resolve("out"), jar))).isEqualTo(before);
  }

  @Test
  void shouldNotMindFilesThatAreNoClasses() throws IOException {
    Files.writeString(classes.resolve("log.txt"), "of one host");
    Files.createDirectories(classes.resolve("META-INF"));
    Files.writeString(classes.resolve("META-INF/services"), "of no class path's root");
    assertThat(checksum()).isEqualTo(before);
  }

  @Test
  void shouldNotMindLinksThatLeadNowhere() throws IOException {
    Files.createSymbolicLink(classes.resolve("Gone.class"), folder.resolve("gone"));
    Files.createSymbolicLink(classes.resolve("Itself.class"), classes.resolve("Itself.class"));
    Files.createSymbolicLink(classes.resolve("above"), folder);
    assertThat(checksum()).isEqualTo(before);
  }

  /** Its path is longer than any path may be: not even root can list it. */
  @Test
  void shouldNotMindAFolderThatCannotBeRead() throws IOException {
    String half = ("f".repeat(200) + "/").repeat(11);
    Path upper = Files.createDirectories(classes.resolve(half)).resolve("lower");
    Path lower = folder.resolve("lower");
    Files.writeString(Files.createDirectories(lower.resolve(half)).resolve("B.class"), "beta");
    Files.move(lower, upper);
    try {
      assertThat(checksum()).isEqualTo(before);
    } finally {
      Files.move(upper, lower); // so that it can be deleted
    }
  }

  @Test
  void shouldReadAFolderThroughALink() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("classes"));
    assertThat(Program.checksum(List.of(link, jar))).isEqualTo(before);
  }

  @Test
  void shouldNoticeAnotherService() throws IOException {
    Path services = Files.createDirectories(folder.resolve("classes/META-INF/services"));
    Files.writeString(services.resolve("java.lang.Runnable"), "a.A");
    assertThat(checksum()).isNotEqualTo(before);
  }

  @Test
  void shouldNoticeAClassThatChanged() throws IOException {
    Files.writeString(classes.resolve("A.class"), "alphb");
    assertThat(checksum()).isNotEqualTo(before);
  }

  @Test
  void shouldNoticeAnotherName() throws IOException {
    Files.move(classes.resolve("A.class"), classes.resolve("B.class"));
    assertThat(checksum()).isNotEqualTo(before);
  }

  @Test
  void shouldNoticeTheDirectoryOfAJar() throws IOException {
    byte[] contents = Files.readAllBytes(jar);
    contents[contents.length - 100]++;
    Files.write(jar, contents);
    assertThat(checksum()).isNotEqualTo(before);
  }
}
