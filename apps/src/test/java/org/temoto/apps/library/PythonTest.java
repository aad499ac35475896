package org.temoto.apps.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.temoto.gas.shmem.Evidence;
import org.temoto.gas.shmem.Oshrun;

/** Tests of the module for Python, by the tests that are written in Python. */
class PythonTest {
  private static final long LIMIT = 280;

  @Test
  @Timeout(300)
  void shouldPassItsOwnTests() throws Exception {
    Path python = Evidence.requireProgram(List.of("python3"), "python3 python3-numpy");
    Evidence.require(
        run(python, "-c", "import numpy").exitCode() == 0,
        "no numpy for python3 here (Debian: apt-get install python3-numpy)");
    Oshrun.Outcome outcome = run(python, "-m", "unittest", "test_temoto");
    assertThat(outcome.exitCode()).as(outcome.output()).isZero();
    assertThat(outcome.output()).containsPattern("Ran [1-9]\\d* tests");
  }

  private static Oshrun.Outcome run(Path python, String... arguments) throws Exception {
    ProcessBuilder builder = Oshrun.builder(new ArrayList<>(List.of(python.toString())));
    builder.command().addAll(List.of(arguments));
    builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    builder.environment().remove("TEMOTO_HOME");
    Path project = Path.of(System.getProperty("basedir", ".")).toAbsolutePath().resolve("..");
    return Oshrun.run(builder.directory(project.resolve("python").toFile()), LIMIT);
  }
}
