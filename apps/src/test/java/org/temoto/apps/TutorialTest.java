package org.temoto.apps;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.gas.shmem.Evidence;

/** Test that does what docs/tutorial.md and docs/patterns.md say. */
@Timeout(240)
class TutorialTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  @TempDir Path folder;

  private int follow(String page, boolean oshrun) throws Exception {
    return new Walkthrough(ROOT.resolve("temoto"), folder)
        .follow(ROOT.resolve("docs").resolve(page), oshrun);
  }

  @ParameterizedTest
  @ValueSource(strings = {"tutorial.md", "patterns.md"})
  void shouldPrintWhatItSays(String page) throws Exception {
    assertThat(follow(page, false)).isPositive();
  }

  @Test
  void shouldPrintWhatItSaysUnderOshrun() throws Exception {
    Evidence.requireOpenShmem();
    assertThat(follow("tutorial.md", true)).isPositive();
  }
}
