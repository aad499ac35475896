package org.temoto.apps.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.temoto.gas.shmem.Evidence;

/**
 * Tests of the launcher's lock, in a copy of the launcher with a Maven of this test's: it waits
 * while another process builds.
 */
@Timeout(60)
class LauncherLockTest {
  private static final Path LAUNCHER = Path.of("..", "temoto");
  private static final Path PARTS = Path.of("..", ".mvn");
  private static final List<String> MODULES =
      List.of(
          "lab",
          "apps",
          "fuzz",
          "junit-support",
          "task-runtime",
          "gas-simulated",
          "gas-shmem",
          "gas-engine",
          "gas-api");

  @TempDir Path root;

  /** A tree in which everything is built. */
  @BeforeEach
  void makeTree() throws Exception {
    for (String folder : MODULES) {
      Files.createDirectories(root.resolve(folder));
    }
    Path parts = Files.createDirectories(root.resolve(".mvn"));
    Files.createFile(root.resolve("pom.xml"));
    Files.copy(LAUNCHER, root.resolve("temoto"));
    for (File part : PARTS.toFile().listFiles()) {
      Files.copy(part.toPath(), parts.resolve(part.getName()));
    }
    Path maven = Files.createDirectories(root.resolve("bin")).resolve("mvn");
    Files.writeString(maven, "#!/bin/sh\necho \"$@\" >>'" + root.resolve("calls") + "'\n");
    assertThat(maven.toFile().setExecutable(true)).isTrue();
    assertThat(root.resolve("temoto").toFile().setExecutable(true)).isTrue();
    Files.createDirectories(root.resolve("target"));
    Files.createFile(root.resolve("target").resolve("launcher-install.stamp"));
  }

  private Process start(String... command) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().remove("TEMOTO_BUILDING");
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder
        .environment()
        .merge("PATH", root + "/bin", (path, own) -> own + File.pathSeparator + path);
    return builder.start();
  }

  @Test
  void shouldInstallWhenNobodyElseBuilds() throws Exception {
    Evidence.requireProgram(List.of("flock"), "util-linux");
    Process other =
        start("flock", root.resolve("target/launcher.lock").toString(), "sh", "-c", "echo; cat");
    try (BufferedReader ofOther = other.inputReader()) {
      assertThat(ofOther.readLine()).as("the other has the lock").isEmpty();
      Process install = start(root.resolve("temoto").toString(), "install");
      try (BufferedReader said = install.inputReader()) {
        assertThat(said.readLine()).contains("waiting for a build that is under way");
        assertThat(root.resolve("calls")).doesNotExist();
        other.getOutputStream().close();
        assertThat(said.readLine()).contains("the libraries are in the local Maven repository");
        assertThat(install.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(install.exitValue()).isZero();
        assertThat(root.resolve("calls")).content().contains("install:install");
      } finally {
        install.destroy();
      }
    } finally {
      other.destroy();
    }
  }
}
