package org.temoto.gas.spi.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplacementTest {
  @TempDir Path folder;

  @Test
  void shouldKeepTheModeOfWhatItReplaces() throws Exception {
    Path file = Files.createFile(folder.resolve("a"));
    Files.setAttribute(file, "unix:mode", 06751);
    Replacement replacement = new Replacement(file, 1);
    try (FileChannel draft = replacement.create()) {
      draft.force(true);
    }
    replacement.publish();
    assertThat((Integer) Files.getAttribute(file, "unix:mode") & 07777).isEqualTo(06751);
  }

  @ParameterizedTest
  @CsvSource({
    "106775, true, true, 6775",
    "106775, false, true, 775",
    "106775, true, false, 705",
    "107777, false, false, 707",
    "100640, false, true, 640",
    "100664, true, false, 604",
  })
  void shouldGiveNobodyMoreRightsWithAnotherOwnerOrGroup(
      String mode, boolean sameOwner, boolean sameGroup, String kept) {
    int octal = Integer.parseInt(mode, 8);
    assertThat(Replacement.mode(octal, sameOwner, sameGroup)).isEqualTo(Integer.parseInt(kept, 8));
  }
}
