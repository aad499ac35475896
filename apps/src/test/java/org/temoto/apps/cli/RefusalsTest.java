package org.temoto.apps.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of input that commands refuse, each by one line that names value and rule. */
@Timeout(120)
class RefusalsTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "frobnicate|unknown command 'frobnicate'; known are sort, matmul, run, check, trace,"
            + " doctor, help, test, install, deploy, dist, java, exec, bench",
        "help frobnicate|unknown command 'frobnicate'; known are sort, matmul",
        "help run gib|unknown command 'gib'; known are fib",
        "help sort x|sort: 'x' is one argument too many",
        "bench -l|./temoto bench -l",
        "install -o|install is a command of the launcher in a clone of the sources: ./temoto",
        "java My.java|java is a command of the launcher, and stands first: temoto java My.java",
        "exec env|exec is a command of the launcher, and stands first: temoto exec env",
        "sort|sort needs IN.npy and OUT.npy, or --generate N",
        "sort --frob|unknown option '--frob'; temoto sort --help",
        "sort --generat 5|unknown option '--generat'; similar: --generate",
        "sort a b c|sort: 'c' is one argument too many",
        "run fib 5|fib: '5' is one argument too many",
        "sort --generate many|'many' is not a whole number below 2^63",
        "sort --generate -1|--generate -1 must be from 0",
        "sort --generate 10 x.npy|not x.npy besides",
        "sort --generate 10 --distribution odd|'odd' must be one of uniform, sorted, reversed,"
            + " equal, zipf",
        "sort --generate 10 --type int8|'int8' must be one of int32, int64, float32, float64",
        "sort --generate 10 --dtype int8|option '--dtype'",
        "sort --generate 10 --page-size 12345|--page-size 12345 must be a power of two",
        "sort --generate 10 --page-size 32MiB|--page-size 33554432 must be a power of two from 4"
            + " KiB to 16 MiB",
        "sort --generate 10 --page-size 3KX|'3KX' is not a size",
        "sort --generate 10 --latency 5|'5' is not a duration such as 1.8us (not negative; units"
            + " ns, us, ms, s)",
        "sort --generate 10 --bandwidth 9GB|'9GB' is not a bandwidth",
        "sort --generate 10 --pes many|'many' is not a whole number below 2^31",
        "sort --generate 10 --kernel odd|'odd' must be one of fast, plain",
        "run fib --kernel plain|unknown option '--kernel'",
        "check lu --kernel plain|unknown option '--kernel'",
        "sort --generate 10 --buffers odd|'odd' must be one of separate, identity",
        "sort --generate 99999999999999|the data takes 727.6 TiB on all PEs together, this machine"
            + " has",
        "sort --generate 10 --pes 0|--pes 0 must be from 1",
        "run fib --repeat 0|--repeat 0 must be from 1 to 99",
        "sort --generate 10 --repeat 100|--repeat 100 must be from 1 to 99",
        "run fib --trace t.json --repeat 2|--trace is of one run: leave out --repeat 2",
        "run jacobi --checkpoint c --repeat 2|--checkpoint is of one run: leave out --repeat 2",
        "sort --generate 10 --workers 0|--workers 0 must be from 1",
        "sort --generate 10 --heap 1KiB|--heap 1024 must be from 1 MiB",
        "sort --generate 10 --cache 1KiB|--cache 1024 must be at least one page",
        "sort --generate 10 --backend mpi|--backend mpi must be one of auto, simulated, shmem",
        "sort --generate 10 --backend shmem|was not started by oshrun or srun",
        "sort --generate 10 --coherence none|'none' must be one of explicit, automatic",
        "sort --generate 10 --ownership mine|'mine' must be one of fixed, first-touch, last-writer, adaptive",
        "sort --generate 10 --cache none|'none' is not a size",
        "sort --generate 10 --steal politely|--steal politely must be one of one-sided, request",
        "sort --generate 10 --time sideways|--time sideways must be one of wall, virtual",
        "sort --generate 10 --time virtual --cost free|--cost free must be one of measured, model",
        "sort --generate 10 --cost model|--cost model is about virtual time",
        "sort --generate 10 --time virtual --schedule seeded|leave out --schedule seeded",
        "sort --generate 10 --schedule virtual|--schedule virtual is what --time virtual stands"
            + " for",
        "run fib --n 5 --time virtual --sequential|--sequential is measured on this machine",
        "sort --generate 10 --time virtual --backend shmem|--time virtual must be wall",
        "run fib --threads serialized|options of a cluster (--threads) do not apply",
        "sort --generate 10 --direct off|options of a cluster (--direct) do not apply",
        "run fib --progress-interval 50us|options of a cluster (--progress-interval) do not apply",
        "run fib --progress-interval off --threads funneled|(--threads, --progress-interval) do not",
        "sort --generate 10 --steal-amount all|--steal-amount all must be one of one, half",
        "sort --generate 10 --steal request --steal-amount half|--steal-amount half must be one"
            + " with",
        "sort --generate 10 --heap 100TiB|do not fit into the addresses of this process (--heap)",
        "sort --generate 10 --cutoff 0|--cutoff 0 must be from 1",
        "sort --generate 10 --ways 1|--ways 1 must be from 2 to 1024",
        "sort --generate 10 --ways 1025|--ways 1025 must be from 2 to 1024",
        "sort --generate 10 --method odd|'odd' must be one of cilksort, multiway",
        "sort --generate 10 --method cilksort --ways 3|--ways 3 must be 2 with --method cilksort",
        "sort --generate 10 --method multiway --ways 2|--ways 2 must be from 3 to 1024 with"
            + " --method multiway",
        "sort --generate 99999 --method multiway --workers 4 --page-size 4KiB --cache 4KiB|--cache"
            + " 4096 must be larger with --method multiway: two runs would be merged at a time",
        "sort --generate 1000000 --pes 1 --heap 1MiB|(--heap)",
        "sort no/such.npy out.npy|no/such.npy: no such file",
        "sort a.npy b.npy --type int64|--type is of generated keys: leave it out",
        "sort a.npy b.npy --dtype int32|--dtype is of generated keys: leave it out",
        "sort a.npy b.npy --distribution zipf|--distribution is of generated keys: leave it out",
        "matmul a.npy b.npy c.npy --type float64|--type is of generated matrices: leave it out",
        "matmul a.npy b.npy c.npy --dtype float32|--dtype is of generated matrices: leave it out",
        "matmul --generate 0|--generate 0 must be N or MxKxN",
        "matmul --generate 8 --method tiled|tiled",
        "matmul --generate 8 --cutoff 0|--cutoff 0 must be from 1",
        "matmul --generate 999999|the data takes",
        "matmul --generate 2147483647|takes 2^63 bytes or more",
        "matmul --generate 2x3|--generate 2x3 must be N or MxKxN",
        "matmul --generate 8 --type int32|type int32 is not supported: float32 and float64 are",
        "matmul a.npy b.npy|matmul needs A.npy, B.npy and C.npy",
        "run|run needs a NAME: fib",
        "run gib|unknown command 'gib'; known are fib, nqueens",
        "run nqueens --n 21|--n 21 must be from 1 to 20",
        "run nqueens --n 17 --method rows|--n 17 must be at most 16 by rows",
        "run pentomino --board 7x8|--board 7x8 must be a rectangle whose shorter side is",
        "run pentomino --board 60|--board 60 must be like 6x10",
        "run uts --tree T9|must be one of t1, t1l, t1xl, t1xxl, t3",
        "run uts --cutoff -1|--cutoff -1 must be 0 or more",
        "run compare --n 0|--n 0 must be from 1 to",
        "run gravity --cutoff 0|--cutoff 0 must be at least 1",
        "run knapsack --n 201|--n 201 must be from 1 to 200",
        "run lu --cutoff 48|--cutoff 48 must be a power of two from 32 to 1024",
        "run lu --n 100000|the data takes",
        "run spmv --matrix no/such.mtx|no/such.mtx: no such file",
        "run spmv --matrix no.mtx --per-row 2|spmv takes either --matrix or a generated one",
        "run spmv --generate 0|--generate 0 must be from 1",
        "run spmv --generate 5 --per-row 6|--per-row 6 must be from 1 to the number of columns, 5",
        "run spmv --iterations 0|--iterations 0 must be at least 1",
        "run spmv --workers 3|--workers 3 must be 1: spmv has one strand per PE",
        "run spmv --generate 2000000000 --per-row 1|the data takes",
        "run spmv --generate 2000000000|--generate 2000000000 must be at most 134217727 with 16"
            + " nonzeros",
        "sort --generate 10 --arrays shared|--arrays shared is for one PE, whose workers share its"
            + " memory: this job has 4",
        "run jacobi --resume|--resume is about a checkpoint: add --checkpoint DIR",
        "run jacobi --checkpoint-every 3|--checkpoint-every 3 is about a checkpoint: add",
        "run jacobi --checkpoint c --checkpoint-every 0|--checkpoint-every 0 must be at least 1",
        "run jacobi --n 9 --steps 1 --checkpoint no/such --resume|no/such/manifest: no such file",
        "run jacobi --checkpoint c --resume --sequential|--sequential times all steps, --resume",
        "run jacobi --checkpoint pom.xml|pom.xml: is not a directory",
        "run jacobi --checkpoint pom.xml/c|pom.xml: is not a directory",
        "run jacobi --n 2|--n 2 must be from 3 to 32768",
        "run jacobi --steps 0|--steps 0 must be at least 1",
        "run jacobi --style odd|'odd' must be one of strips, tasks",
        "run jacobi --cutoff 8|--cutoff 8 is about tasks: add --style tasks",
        "run jacobi --workers 2|--workers 2 must be 1: --style strips has one strand per PE",
        "run jacobi --timeout 9s|--timeout is about tasks: leave it out, --style strips has none",
        "check jacobi --style strips --steal request|--steal is about tasks: leave it out, --style",
        "run spmv --steal-amount half|--steal-amount is about tasks: leave it out, spmv has none",
        "sort --generate 10 --spare-frames 1|--spare-frames is for pages that change owners: leave"
            + " it out, or choose --ownership",
        "run lu --spare-frames 1 --pes 2|or choose --ownership, as by default none does",
        "run fib --n 93|--n 93 must be from 0 to 92",
        "test|./temoto test"
      })
  void shouldAnswerBadOptionsWithOneLine(String line, String reason) {
    assertRefused(Cli.line(line), reason);
  }

  static void assertRefused(Cli cli, String... reasons) {
    assertThat(cli.err()).hasLineCount(1).startsWith("temoto: ").contains(reasons);
    assertThat(cli.out()).isEmpty();
    assertThat(cli.exitCode()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({
    "object.npy,holds Python objects",
    "uint8.npy,dtype '|u1' is not supported",
    "structured.npy,dtype is structured",
    "float64-c.npy,'shape (2, 3): sort takes arrays of one dimension'",
    "scalar.npy,shape (): sort takes arrays of one dimension"
  })
  void shouldAnswerBadFilesWithOneLineAndLeaveTheOutputAlone(String name, String reason)
      throws IOException {
    Path out = Files.writeString(folder.resolve("out.npy"), "precious");
    Cli cli = Cli.run("sort", Cli.fixture(name), out.toString());
    assertRefused(cli, reason);
    assertThat(cli.err()).contains(name);
    assertThat(out).hasContent("precious");
    assertThat(folder.toFile().list()).containsExactly("out.npy");
  }

  @Test
  void shouldRefuseShapesThatDoNotFit() {
    String file = Cli.fixture("float64-c.npy");
    String out = folder.resolve("out.npy").toString();
    assertRefused(Cli.run("matmul", file, file, out), "no product of (2, 3) float64 and (2, 3)");
    assertRefused(
        Cli.run("matmul", file, Cli.fixture("float64-big-endian.npy"), out),
        "shape (3,): matmul takes arrays of two dimensions");
    assertRefused(
        Cli.run("matmul", file, Cli.fixture("float32-fortran-big-endian.npy"), out),
        "inner sizes and types must agree");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void shouldQuoteTheWordsOfACommandThatItOffers() {
    assertRefused(Cli.run("java", "My Heat.java"), "first: temoto java 'My Heat.java'");
  }

  @Test
  void shouldRefuseAnOutputThatCannotBeWrittenBeforeAnyWork() {
    String out = folder.resolve("missing").resolve("out.npy").toString();
    assertRefused(Cli.run("sort", Cli.fixture("int32-v1.npy"), out), "there is no directory");
  }

  @Test
  void shouldRefuseFilesWithoutAName() {
    assertRefused(Cli.run("sort", "", "out.npy"), "(IN.npy): the name is empty");
    assertRefused(Cli.run("sort", Cli.fixture("int32-v1.npy"), ""), "(OUT.npy): the name is empty");
    assertRefused(
        Cli.run("run", "jacobi", "--checkpoint", ""), "option '--checkpoint': the name is empty");
    assertRefused(Cli.run("run", "spmv", "--matrix="), "option '--matrix': the name is empty");
    assertRefused(Cli.run("run", "fib", "--flight", ""), "option '--flight': the name is empty");
    assertRefused(Cli.run("run", "fib", "--trace", ""), "option '--trace': the name is empty");
  }

  @Test
  void shouldRefuseACheckpointOfANameThatNoDirectoryHas() {
    assertRefused(
        Cli.run("run", "jacobi", "--checkpoint", "n".repeat(256)), ": File name too long");
  }

  @Test
  void shouldFailWhereTheStandardOutputCannotBeWritten() {
    StringWriter err = new StringWriter();
    int code =
        Main.run(
            new PrintWriter(new FullWriter()),
            new PrintWriter(err),
            "sort --generate 10 --pes 1 --json".split(" ", -1));
    assertThat(code).isEqualTo(1);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines("temoto: the standard output cannot be written");
  }

  private static final class FullWriter extends Writer {
    @Override
    public void write(char[] text, int offset, int length) throws IOException {
      throw new IOException("No space left on device");
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @Test
  void shouldKeepMessagesShortWhateverIsQuoted() throws IOException {
    String much = "9".repeat(2_000_000);
    Path mtx = Files.writeString(folder.resolve("a.mtx"), "%%MatrixMarket " + much + "\n");
    Path npy = folder.resolve("a.npy");
    Files.writeString(npy, "{'shape': " + much);
    for (Cli cli :
        List.of(
            Cli.run("sort", "--generate", much),
            Cli.run("sort", "--type", much),
            Cli.run("sort", much, "x.npy"),
            Cli.run("sort", much, much, much),
            Cli.run(much),
            Cli.run("--" + much),
            Cli.run("run", "spmv", "--matrix", mtx.toString()),
            Cli.run("sort", npy.toString(), "x.npy"))) {
      assertRefused(cli, "temoto: ");
      assertThat(cli.err()).hasSizeLessThan(10_100);
    }
  }
}
