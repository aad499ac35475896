package org.temoto.apps.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.temoto.apps.BadInputException;

class OutputDirectoryTest {
  @TempDir Path folder;

  @Test
  void shouldTakeWhatIsNotThereAndCreateItLater() {
    OutputDirectory directory = new OutputDirectory(folder.resolve("a/b"));
    directory.check();
    assertThat(folder).isEmptyDirectory();
    directory.create();
    assertThat(folder.resolve("a/b")).isEmptyDirectory();
  }

  @Test
  void shouldTakeTheFilesOfAnotherSimulation() throws IOException {
    Files.writeString(folder.resolve("results.csv"), "old");
    Files.writeString(
        folder.resolve(".report.html.tmp-17"), "a draft of a process that was killed");
    OutputDirectory directory = new OutputDirectory(folder);
    directory.check();
    directory.write(OutputDirectory.Name.TABLE, "new");
    assertThat(folder.resolve("results.csv")).hasContent("new");
  }

  @Test
  void shouldRefuseAForeignFileByName() throws IOException {
    Files.writeString(folder.resolve("results.csv"), "ours");
    Files.writeString(folder.resolve("thesis.txt"), "not ours");
    assertThatThrownBy(() -> new OutputDirectory(folder).check())
        .isInstanceOf(BadInputException.class)
        .hasMessage(
            "--out %s: has thesis.txt, which is no file of this command; name a new or empty"
                + " directory",
            folder);
    assertThat(folder.resolve("thesis.txt")).hasContent("not ours");
  }

  @Test
  void shouldRefuseAFile() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");
    assertThatThrownBy(() -> new OutputDirectory(file).check())
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("is a file, a directory is wanted");
    assertThatThrownBy(() -> new OutputDirectory(file.resolve("below")).check())
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("is not a directory");
  }
}
