package org.temoto.apps;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of README: its program prints what it says. */
@Timeout(120)
class ReadmeTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern PROGRAM = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
  private static final Pattern PRINTS = Pattern.compile("It prints\\s+([0-9]+)\\.");

  @TempDir Path folder;

  @Test
  void shouldHaveAProgramThatPrintsWhatItSays() throws Exception {
    String readme = Files.readString(ROOT.resolve("README.md"));
    Path program = Files.writeString(folder.resolve("Total.java"), first(PROGRAM, readme));
    assertThat(output(program)).isEqualToIgnoringNewLines(first(PRINTS, readme));
  }

  private static String first(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    assertThat(matcher.find()).as("README has %s", pattern).isTrue();
    return matcher.group(1);
  }

  /**
   * Runs {@code program} as {@code ./temoto java} does, with the classes of this build; returns its
   * output.
   */
  private String output(Path program) throws IOException, InterruptedException {
    Path errors = folder.resolve("errors");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@" + ROOT.resolve(".mvn").resolve("temoto.args"),
                "-cp",
                System.getProperty("java.class.path"),
                program.toString())
            .redirectError(errors.toFile())
            .start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(errors)).isZero();
    return output;
  }
}
