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
