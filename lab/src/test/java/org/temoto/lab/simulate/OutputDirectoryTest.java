package org.temoto.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.temoto.apps.BadInputException;

class OutputDirectoryTest {
  private static final String OURS = "{\"command\":\"simulate\",\"name\":\"fib\"}";

  @TempDir Path folder;

  @Test
  void shouldCreateWhatIsNotThere() {
    new OutputDirectory(folder.resolve("a/b")).prepare();
    assertThat(folder.resolve("a/b")).isEmptyDirectory();
  }

  @Test
  void shouldTakeWhatAKilledSimulationLeft() throws IOException {
    Files.writeString(folder.resolve(".results.json.tmp-17"), "{");
    new OutputDirectory(folder).prepare();
    Files.writeString(folder.resolve("results.json"), OURS);
    new OutputDirectory(folder).prepare();
    assertThat(folder.resolve("results.json")).hasContent(OURS);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "report.html|my notes",
        "results.csv|a,b",
        "speedup.png|no picture",
        "results.json|{\"command\":\"evaluate\",\"x\":1}",
        "results.json|[]"
      })
  void shouldRefuseAForeignFileOfOurName(String name, String text) throws IOException {
    Files.writeString(folder.resolve("results.json"), OURS);
    Files.writeString(folder.resolve(name), text);
    assertThatThrownBy(() -> new OutputDirectory(folder).prepare())
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("has " + name + ", which is no file of this command");
    assertThat(folder.resolve(name)).hasContent(text);
  }

  @Test
  void shouldRefuseFilesThatNothingTellsToBeOurs() throws IOException {
    Files.writeString(folder.resolve("report.html"), "<!DOCTYPE html>");
    assertThatThrownBy(() -> new OutputDirectory(folder).prepare())
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("has report.html, but no results.json of this command");
  }

  @Test
  void shouldRefuseADirectoryOfOurName() throws IOException {
    Files.createDirectories(folder.resolve("results.csv"));
    assertThatThrownBy(() -> new OutputDirectory(folder).prepare())
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("has results.csv, which is no file of this command");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldSayWhyNothingCanBeCreated() {
    assertThatThrownBy(() -> new OutputDirectory(Path.of("/proc/temoto")).prepare())
        .isInstanceOf(BadInputException.class)
        .hasMessageMatching(
            "--out /proc/temoto: (cannot be created: no such|directory /proc may).*");
  }

  @Test
  void shouldTakeTheFilesOfAnotherSimulation() throws IOException {
    Files.writeString(folder.resolve("results.json"), OURS);
    Files.writeString(folder.resolve("results.csv"), "point,baseline\n");
    Files.writeString(folder.resolve("report.html"), "<!DOCTYPE html>\n<html lang=\"en\">");
    Files.write(folder.resolve("speedup.png"), new byte[] {(byte) 0x89, 'P', 'N', 'G'});
    Files.writeString(
        folder.resolve(".report.html.tmp-17"), "a draft of a process that was killed");
    OutputDirectory directory = new OutputDirectory(folder);
    directory.prepare();
    directory.write(OutputDirectory.Name.TABLE, "new");
    assertThat(folder.resolve("results.csv")).hasContent("new");
  }

  @Test
  void shouldRefuseAForeignFileByName() throws IOException {
    Files.writeString(folder.resolve("results.json"), OURS);
    Files.writeString(folder.resolve("thesis.txt"), "not ours");
    assertThatThrownBy(() -> new OutputDirectory(folder).prepare())
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
    assertThatThrownBy(() -> new OutputDirectory(file).prepare())
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("is a file, a directory is wanted");
    assertThatThrownBy(() -> new OutputDirectory(file.resolve("below")).prepare())
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("is not a directory");
  }
}
