package org.temoto.apps.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.temoto.gas.shmem.Evidence;
import org.temoto.gas.shmem.Oshrun;

/** Tests of results against NumPy's, where there is a python3 with numpy. */
@Timeout(120)
class NumPyTest {
  @TempDir Path folder;

  @BeforeAll
  static void needNumPy() throws Exception {
    Evidence.require(
        python("import numpy") == 0,
        "no python3 with numpy here (Debian: apt-get install python3-numpy)");
  }

  private static int python(String program) throws IOException, InterruptedException {
    try {
      Process process =
          new ProcessBuilder("python3", "-c", program).redirectErrorStream(true).start();
      process.getOutputStream().close();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      if (process.exitValue() != 0) {
        System.err.println(output);
      }
      return process.exitValue();
    } catch (IOException e) {
      return -1; // There is no python3.
    }
  }

  /** Runs {@code program} with paths {@code a}, {@code b} and {@code c} in the test's folder. */
  private void numpy(String program) throws Exception {
    String start =
        "import numpy as np\nr = np.random.default_rng(5)\na, b, c = [r'''%s/''' + n + '.npy' for n in 'abc']\n"
            .formatted(folder);
    assertThat(python(start + program)).isZero();
  }

  private String path(String name) {
    return folder.resolve(name + ".npy").toString();
  }

  @ParameterizedTest
  @CsvSource({
    "<i4,1,1", ">i4,3,1", "<i8,3,2", ">i8,2,1", "<f4,3,1", ">f4,4,1", "<f8,3,1", ">f8,2,2"
  })
  void shouldSortAsNumPy(String dtype, String pes, String workers) throws Exception {
    numpy(
        """
        t = np.dtype('%s')
        x = r.integers(-2**31, 2**31, 100003) if t.kind == 'i' else r.standard_normal(100003)
        x = x.astype(t)
        if t.kind == 'f':
          x[:50] = np.nan; x[50:60] = np.inf; x[60:70] = -np.inf
        np.save(a, x)
        """
            .formatted(dtype));
    Cli cli =
        Cli.run(
            "sort", path("a"), path("b"), "--pes", pes, "--workers", workers, "--cutoff", "5000");
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    numpy(
        """
        x = np.load(a); y = np.load(b)
        assert y.dtype.str == x.dtype.str and y.flags.c_contiguous
        assert np.sort(x).tobytes() == y.tobytes()
        """);
  }

  @Test
  void shouldPutNegativeZerosBeforeZeros() throws Exception {
    numpy("np.save(a, np.array([0.0, -0.0, 1.0, -0.0, 0.0, -1.0]))");
    assertThat(Cli.run("sort", path("a"), path("b"), "--pes", "2").exitCode()).isZero();
    numpy("assert np.signbit(np.load(b)).tolist() == [True, True, True, False, False, False]");
  }

  @ParameterizedTest
  @CsvSource({"<f8,C,F,1e-12", ">f8,F,C,1e-12", "<f4,F,F,1e-4", ">f4,C,C,1e-4"})
  void shouldMultiplyAsNumPy(String dtype, String orderA, String orderB, String tolerance)
      throws Exception {
    numpy(
        """
        np.save(a, np.asarray(r.random((101, 203)), dtype='%s', order='%s'))
        np.save(b, np.asarray(r.random((203, 57)), dtype='%s', order='%s'))
        """
            .formatted(dtype, orderA, dtype, orderB));
    Cli cli = Cli.run("matmul", path("a"), path("b"), path("c"), "--pes", "3", "--cutoff", "32");
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    numpy(
        """
        x = np.load(a).astype('f8') @ np.load(b).astype('f8'); y = np.load(c)
        assert y.dtype.str == '<' + '%s'[1:] and y.shape == x.shape and y.flags.c_contiguous
        assert np.max(np.abs(x - y) / x) < %s
        """
            .formatted(dtype, tolerance));
    assertThat(Files.exists(folder.resolve("c.npy"))).isTrue();
  }

  @Test
  void shouldReadTheVersionsOfTheFormat() throws Exception {
    for (int version = 1; version <= 3; version++) {
      numpy(
          "from numpy.lib import format as f\nwith open(a, 'wb') as h: f.write_array(h, np.array([3, 1, 2], '>i8'), version=(%d, 0))"
              .formatted(version));
      assertThat(Cli.run("sort", path("a"), path("b")).exitCode()).isZero();
      numpy("assert np.load(b).tolist() == [1, 2, 3]");
    }
  }

  @Test
  void shouldReadArchives() throws Exception {
    numpy(
        """
        x, y = r.random((31, 17)), np.asfortranarray(r.random((17, 23)))
        np.savez(a.replace('.npy', '.npz'), left=x, other=y)
        np.savez_compressed(b.replace('.npy', '.npz'), y)
        np.save(b, x @ y)
        """);
    Path archives = folder.resolve("a.npz");
    Cli cli = Cli.run("matmul", archives + ":left", folder.resolve("b.npz").toString(), path("c"));
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    numpy("assert np.allclose(np.load(b), np.load(c), rtol=1e-12)");
  }

  /** All in one job of processes, whose launches follow each other. */
  @Test
  void shouldAgreeWithNumPyUnderOshrun() throws Exception {
    Evidence.requireOpenShmem();
    numpy(
        """
        for t in ['<i4', '>i8', '<f4', '<f8']:
          x = (r.standard_normal(100003) * 2**31).astype(t)
          if x.dtype.kind == 'f':
            x[:50] = np.nan; x[50:60] = np.inf; x[60:70] = -np.inf
          np.save(a.replace('a.npy', t[1:] + '.npy'), x)
        np.save(a, r.random((101, 203)))
        np.save(b, np.asarray(r.random((203, 57)), order='F'))
        """);
    List<String> commands =
        Stream.concat(
                Stream.of("i4", "i8", "f4", "f8")
                    .map(t -> "sort %s %s --cutoff 5000".formatted(path(t), path("sorted-" + t))),
                Stream.of("matmul %s %s %s --cutoff 32".formatted(path("a"), path("b"), path("c"))))
            .toList();
    Oshrun.Outcome outcome = Oshrun.run(3, 100, Commands.under(commands));
    assertThat(outcome.exitCode()).as(outcome.output()).isZero();
    numpy(
        """
        for t in ['<i4', '>i8', '<f4', '<f8']:
          f = a.replace('a.npy', t[1:] + '.npy'); x = np.load(f)
          y = np.load(a.replace('a.npy', 'sorted-' + t[1:] + '.npy'))
          assert y.dtype.str == x.dtype.str == t
          assert np.sort(x).tobytes() == y.tobytes()
        x = np.load(a) @ np.load(b); y = np.load(c)
        assert y.shape == x.shape and np.max(np.abs(x - y) / x) < 1e-12
        """);
  }
}
