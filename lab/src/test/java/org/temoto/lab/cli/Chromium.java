package org.temoto.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.temoto.gas.shmem.Evidence;

/** A browser without a screen. */
final class Chromium {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome");
  private static final long PATIENCE_SECONDS = 90;

  private final Path program;
  private final Path folder;

  private Chromium(Path program, Path folder) {
    this.program = program;
    this.folder = folder;
  }

  /** The browser that is installed, which leaves its files in {@code folder}. */
  static Chromium require(Path folder) {
    return new Chromium(Evidence.requireProgram(NAMES, "chromium"), folder);
  }

  /** The page after its scripts have run, as HTML. */
  String dom(Path page, int width, int height) throws IOException, InterruptedException {
    return run(page, width, height, "--dump-dom");
  }

  /** Writes a picture of the page in a window of this size to a PNG file. */
  void screenshot(Path page, int width, int height, Path image)
      throws IOException, InterruptedException {
    String output = run(page, width, height, "--screenshot=" + image);
    assertThat(image).as(output).exists();
  }

  /** The same for a reader who prefers dark pages. */
  void darkScreenshot(Path page, int width, int height, Path image)
      throws IOException, InterruptedException {
    String dark = "--blink-settings=preferredColorScheme=0";
    String output = run(page, width, height, dark, "--screenshot=" + image);
    assertThat(image).as(output).exists();
  }

  private String run(Path page, int width, int height, String... actions)
      throws IOException, InterruptedException {
    Path output = folder.resolve("chromium.out");
    List<String> command =
        new ArrayList<>(
            List.of(
                program.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--hide-scrollbars",
                "--user-data-dir=" + Files.createTempDirectory(folder, "profile"),
                "--window-size=" + width + "," + height));
    command.addAll(List.of(actions));
    command.add(page.toUri().toString());
    Process process =
        new ProcessBuilder(command)
            .redirectError(folder.resolve("chromium.err").toFile())
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).as("Chromium ends").isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.exitValue()).as(Files.readString(folder.resolve("chromium.err"))).isZero();
    return Files.readString(output);
  }
}
