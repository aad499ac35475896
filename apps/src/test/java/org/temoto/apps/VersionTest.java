package org.temoto.apps;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.temoto.apps.cli.Main;

/** Tests of the version of the build, and of the places that no build compares with it. */
class VersionTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern VERSION = Pattern.compile("<version>(.*)</version>");
  private static final Pattern SECTION = Pattern.compile("(?m)^## \\[(.*?)]");

  private static List<String> all(Pattern pattern, String file) throws IOException {
    return pattern
        .matcher(Files.readString(ROOT.resolve(file)))
        .results()
        .map((MatchResult found) -> found.group(1))
        .toList();
  }

  private static String built() throws IOException {
    return all(VERSION, "pom.xml").getFirst();
  }

  @Test
  void shouldStandInTheReadme() throws IOException {
    assertThat(all(VERSION, "README.md")).hasSize(2).containsOnly(built());
  }

  @Test
  void shouldBeWhatTheCommandTells() throws IOException {
    StringWriter out = new StringWriter();
    assertThat(Main.run(new PrintWriter(out, true), new PrintWriter(out, true), "--version"))
        .isZero();
    assertThat(out.toString()).isEqualToIgnoringNewLines("temoto " + built());
  }

  @Test
  void shouldHaveItsSectionInTheChangelog() throws IOException {
    String wanted = built().endsWith("-SNAPSHOT") ? "Unreleased" : built();
    assertThat(all(SECTION, "CHANGELOG.md").getFirst()).isEqualTo(wanted);
  }
}
