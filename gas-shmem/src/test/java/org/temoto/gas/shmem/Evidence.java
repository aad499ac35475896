package org.temoto.gas.shmem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Checks of what tests need of their machine. Where it is missing, the calling test is skipped,
 * with the reason; on a machine that is to test everything, where {@code CI=true}, it fails.
 */
public final class Evidence {
  private static final Map<String, String> ENVIRONMENT = System.getenv();

  private Evidence() {}

  /** Requires what {@code missing} says is missing, and how to get it. */
  public static void require(boolean there, String missing) {
    require(there, missing, ENVIRONMENT);
  }

  static void require(boolean there, String missing, Map<String, String> environment) {
    if ("true".equals(environment.get("CI"))) {
      assertThat(there).as(missing + "; where CI=true, nothing is skipped for it").isTrue();
    }
    assumeTrue(there, missing);
  }

  /** Requires the first of the programs {@code names} that is on the PATH. */
  public static Path requireProgram(List<String> names, String debianPackages) {
    Optional<Path> found =
        names.stream()
            .flatMap(name ->
                Stream.of(ENVIRONMENT.get("PATH").split(File.pathSeparator, -1))
                    .map(folder -> Path.of(folder, name)))
            .filter(Files::isExecutable)
            .findFirst();
    require(
        found.isPresent(),
        "no " + names.getFirst() + " here (Debian: apt-get install " + debianPackages + ")");
    return found.orElseThrow();
  }

  /** Requires OpenSHMEM, to start jobs and to compile. */
  public static void requireOpenShmem() {
    for (String program : List.of("oshrun", "oshcc")) {
      requireProgram(List.of(program), "openmpi-bin libopenmpi-dev gcc");
    }
  }
}
