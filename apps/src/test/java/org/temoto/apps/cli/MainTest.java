package org.temoto.apps.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.apps.io.NpyHeader;
import org.temoto.task.pattern.sort.ElementType;
import org.temoto.task.pattern.sort.SortPlan;

@Timeout(120)
class MainTest {
  private static final String[] FIELDS = {
    "command",
    "backend",
    "pes",
    "workers",
    "type",
    "seconds",
    "verified",
    "localizeHits",
    "localizeMisses",
    "bytesFetched",
    "bytesCommitted",
    "steals",
    "remoteSteals",
    "pageMigrations",
    "options"
  };

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"int32", "int64", "float32", "float64"})
  void shouldSortGeneratedKeys(String type) {
    Cli cli = Cli.line("sort --generate 20000 --page-size 4KiB --pes 3 --json --type " + type);
    assertThat(cli.exitCode()).isZero();
    assertThat(cli.err()).isEmpty();
    assertThat(cli.out()).endsWith(System.lineSeparator()).hasLineCount(1);
    Map<String, Object> json = cli.json();
    assertThat(json).containsKeys(FIELDS);
    assertThat(json)
        .containsEntry("command", "sort")
        .containsEntry("backend", "simulated")
        .containsEntry("pes", 3)
        .containsEntry("workers", 1)
        .containsEntry("elements", 20000)
        .containsEntry("type", type)
        .containsEntry("verified", true);
  }

  @Test
  void shouldTellWhatPesMovedBetweenThem() {
    Cli cli = Cli.line("sort --generate 20000 --page-size 4KiB --pes 3 --json");
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    List<?> rows = (List<?>) cli.json().get("trafficBytes");
    assertThat(rows).hasSize(3);
    long moved = 0;
    for (int pe = 0; pe < 3; pe++) {
      List<?> row = (List<?>) rows.get(pe);
      assertThat(row).hasSize(3);
      assertThat(((Number) row.get(pe)).longValue()).as("PE %d to itself", pe).isZero();
      moved += row.stream().mapToLong(cell -> ((Number) cell).longValue()).sum();
    }
    assertThat(moved).isGreaterThanOrEqualTo(((Number) cli.json().get("bytesFetched")).longValue());
    assertThat((List<?>) cli.json().get("trafficOperations")).hasSize(3);
  }

  @Test
  void shouldSortMoreThanTheCacheHolds() {
    Cli cli = Cli.line("sort --generate 400000 --page-size 4KiB --pes 2 --cache 256KiB --json");
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    assertThat((Integer) cli.json().get("evictions")).isPositive();
  }

  @Test
  void shouldSayWhatIsPinnedWhereTheCacheIsTooSmallForATask() {
    String line = "sort --generate 400000 --page-size 4KiB --pes 2 --cache 64KiB --cutoff 400000";
    assertRefused(Cli.line(line), "cache=65536 bytes, pinned by active views", "(--cache)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"200x200x200", "300x300x300", "3x2000x300"})
  void shouldMultiplyMoreThanTheCacheHolds(String shape) {
    Cli cli =
        Cli.line(
            "matmul --page-size 4KiB --pes 2 --workers 2 --cache 256KiB --json --generate "
                + shape);
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    assertThat((Integer) cli.json().get("evictions")).isPositive();
  }

  @Test
  void shouldMultiplyGeneratedMatrices() {
    Cli cli =
        Cli.line("matmul --generate 65x33x97 --pes 2 --page-size 4KiB --cutoff 16 --json --seed 7");
    assertThat(cli.exitCode()).isZero();
    assertThat(cli.out()).hasLineCount(1);
    assertThat(cli.json()).containsKeys(FIELDS);
    assertThat(cli.json())
        .containsEntry("command", "matmul")
        .containsEntry("shape", List.of(65, 33, 97))
        .containsEntry("type", "float64")
        .containsEntry("verified", true);
  }

  @Test
  void shouldRepeatASeededScheduleExactly() {
    String fib = "run fib --n 12 --pes 3 --workers 2 --schedule seeded --seed 5 --json";
    Map<String, Object> first = Cli.line(fib).json();
    Map<String, Object> second = Cli.line(fib).json();
    assertThat(first).containsEntry("verified", true);
    first.remove("seconds");
    second.remove("seconds");
    assertThat(second).isEqualTo(first);
  }

  @Test
  void shouldRunFib() {
    Cli cli = Cli.line("run fib --n 15 --pes 2 --json");
    assertThat(cli.exitCode()).isZero();
    assertThat(cli.json()).containsEntry("result", 610).containsEntry("verified", true);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nqueens --n 8|92",
        "nqueens --n 7 --method rows --cutoff 3|40",
        "pentomino --board 3x20 --cutoff 4|2",
        "uts --tree T1 --cutoff 3|4130071"
      })
  void shouldRunTheSuite(String run, int result) {
    Cli cli = Cli.line("run " + run + " --pes 2 --sequential --json");
    assertThat(cli.exitCode()).isZero();
    assertThat(cli.json())
        .containsEntry("result", result)
        .containsEntry("verified", true)
        .containsEntry("name", run.substring(0, run.indexOf(' ')));
    assertThat((Double) cli.json().get("sequentialSeconds")).isPositive();
    assertThat((Double) cli.json().get("efficiency")).isPositive();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "compare --n 500",
        "gravity --n 5",
        "knapsack --n 25",
        "lu --n 130 --migrate",
        "jacobi --n 130 --steps 5",
        "spmv --generate 1000 --per-row 5 --iterations 4",
        "jacobi --n 130 --steps 5 --style tasks --cutoff 10"
      })
  void shouldRunTheSuiteOnGeneratedData(String run) {
    Cli cli = Cli.line("run " + run + " --pes 2 --json");
    assertThat(cli.exitCode()).isZero();
    assertThat(cli.json()).containsEntry("verified", true).containsKeys("result", "forks");
    assertThat(cli.json()).doesNotContainKey("efficiency");
  }

  @Test
  void shouldResumeFromACheckpointOnOtherPes() {
    String line = "run jacobi --n 100 --checkpoint " + folder.resolve("grids") + " ";
    Cli whole = Cli.line("run jacobi --n 100 --steps 17 --pes 2 --json");
    Cli first = Cli.line(line + "--steps 9 --checkpoint-every 4 --pes 3 --json");
    assertThat(first.exitCode()).as(first.err()).isZero();
    Cli rest = Cli.line(line + "--steps 17 --resume --style tasks --pes 2 --json");
    assertThat(rest.exitCode()).as(rest.err()).isZero();
    assertThat(rest.json())
        .containsEntry("verified", true)
        .containsEntry("result", whole.json().get("result"));
    assertRefused(
        Cli.line(line + "--steps 16 --resume"),
        "is of step 17, this job ends with step 16: --steps must be as many at least");
    assertRefused(
        Cli.line(line + "--resume --seed 5"),
        "is of seed 1, this job has 5: must be equal (--seed)");
    assertRefused(
        Cli.line(line.replace("--n 100", "--n 99") + "--resume"),
        "memory \"even\" has 80000 bytes of data there");
  }

  @Test
  void shouldPrintASummaryForPeopleToTheStandardError() {
    Cli cli = Cli.line("run fib --n 10 --pes 1");
    assertThat(cli.exitCode()).isZero();
    assertThat(cli.out()).isEmpty();
    assertThat(cli.err())
        .contains(
            "fib n=10: result=55", "verified", "hits", "misses", "stolen", "fetched", "migrated");
  }

  /** Of no time no worker has a share, which four zeros would not tell. */
  @Test
  void shouldSayWhereNoTasksRan() {
    assertThat(Cli.line("run jacobi --n 50 --steps 2 --pes 2").err())
        .contains("  workers     none was needed: the program of each PE did all")
        .doesNotContain("% idle");
    assertThat(Cli.line("run jacobi --n 50 --steps 2 --pes 2 --style tasks").err())
        .contains("% work, ", "% idle");
  }

  @Test
  void shouldFindTheSameByRequests() {
    Cli cli = Cli.line("sort --generate 300000 --cutoff 1000 --pes 3 --steal request --json");
    assertThat(cli.err()).isEmpty();
    assertThat(cli.exitCode()).isZero();
    assertThat(cli.json()).containsEntry("verified", true);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 7})
  void shouldMergeSoManyRunsAtATime(int ways) {
    Cli cli = Cli.line("sort --generate 300000 --cutoff 1000 --pes 3 --json --ways " + ways);
    assertThat(cli.err()).isEmpty();
    assertThat(cli.json()).containsEntry("verified", true);
    assertThat(cli.json().get("options"))
        .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.MAP)
        .containsEntry("ways", ways);
  }

  @ParameterizedTest
  @CsvSource({"cilksort,int64,2", "cilksort,float32,2", "multiway,int64,", "multiway,float32,"})
  void shouldSortByEitherMethod(String method, String type, Integer ways) {
    Cli cli =
        Cli.line(
            "sort --generate 300000 --cutoff 1000 --pes 3 --json --type "
                + type
                + " --method "
                + method);
    assertThat(cli.err()).isEmpty();
    assertThat(cli.exitCode()).isZero();
    assertThat(cli.json()).containsEntry("verified", true).containsEntry("type", type);
    assertThat(cli.json().get("options"))
        .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.MAP)
        .containsEntry("method", method)
        .containsEntry("ways", ways == null ? SortPlan.MAX_WAYS : ways);
  }

  @Test
  void shouldSortByTheMethodInTheSameWayAsByWays() {
    String line =
        "sort --generate 100000 --pes 4 --time virtual --cost model --latency 2us --json ";
    assertThat(Cli.line(line + "--method cilksort").out())
        .isEqualTo(Cli.line(line + "--ways 2").out())
        .isEqualTo(Cli.line(line + "--method cilksort --ways 2").out());
    assertThat(Cli.line(line + "--method multiway").out()).isEqualTo(Cli.line(line).out());
  }

  @ParameterizedTest
  @CsvSource({
    "--pes 2,cilksort",
    "--pes 1 --workers 2,cilksort",
    "--pes 3,multiway",
    "--pes 3 --ways 2,cilksort",
    "--pes 2 --ways 3,multiway",
    "--pes 2 --method multiway --ways 3,multiway",
    "--pes 1 --workers 3 --arrays shared,multiway",
    "--pes 1 --workers 3 --arrays shared --method cilksort,cilksort"
  })
  void shouldTellByWhichMethodItSorted(String options, String method) {
    Cli cli = Cli.line("sort --generate 20000 " + options);
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    assertThat(cli.err()).contains("sorted 20000 int32 (" + method + ") on ", ": verified");
    assertThat(Cli.line("sort --generate 20000 --json " + options).json().get("options"))
        .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.MAP)
        .containsEntry("method", method);
  }

  @Test
  void shouldSayWhichCallsTheMethodsUse() {
    assertThat(Cli.line("sort --help").out().lines().map(String::strip))
        .contains(
            "cilksort: two at a time, by localize and commit",
            "multiway: all at once, by localizeAsync and commit");
  }

  @Test
  void shouldFindTheSameByHalves() {
    Cli cli = Cli.line("run nqueens --n 9 --pes 3 --workers 2 --steal-amount half --json");
    assertThat(cli.err()).isEmpty();
    assertThat(cli.exitCode()).isZero();
    assertThat(cli.json()).containsEntry("result", 352).containsEntry("verified", true);
  }

  @Test
  void shouldTakeEveryOption() {
    Cli cli =
        Cli.line(
            "sort --generate 5000 --distribution zipf --backend simulated --pes 2 --workers 2"
                + " --page-size 8KiB --latency 1us --bandwidth 9Gbps --buffers identity --cache 8MiB"
                + " --heap 64MiB --seed 9 --kernel plain --time wall --coherence automatic"
                + " --ownership last-writer --spare-frames 0.5 --steal one-sided --steal-amount one"
                + " --cutoff 500 --ways 4 --json");
    assertThat(cli.err()).isEmpty();
    assertThat(cli.exitCode()).isZero();
    assertThat(cli.json().get("options"))
        .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.MAP)
        .containsEntry("pageSize", 8192)
        .containsEntry("latencyNanos", 1000)
        .containsEntry("bitsPerSecond", 9e9)
        .containsEntry("buffers", "identity")
        .containsEntry("heapBytes", 64 << 20)
        .containsEntry("cacheBytes", 8 << 20)
        .containsEntry("seed", 9)
        .containsEntry("kernel", "plain")
        .containsEntry("cutoff", 500)
        .containsEntry("ways", 4)
        .containsEntry("distribution", "zipf");
  }

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
        "sort --generate 10 --buffers odd|'odd' must be one of separate, identity",
        "sort --generate 99999999999999|the data takes 727.6 TiB on all PEs together, this machine"
            + " has",
        "sort --generate 10 --pes 0|--pes 0 must be from 1",
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
        "run fib --n 93|--n 93 must be from 0 to 92",
        "test|./temoto test"
      })
  void shouldAnswerBadOptionsWithOneLine(String line, String reason) {
    assertRefused(Cli.line(line), reason);
  }

  private static void assertRefused(Cli cli, String... reasons) {
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
    Cli cli = Cli.run("sort", fixture(name), out.toString());
    assertRefused(cli, reason);
    assertThat(cli.err()).contains(name);
    assertThat(out).hasContent("precious");
    assertThat(files()).containsExactly("out.npy");
  }

  @Test
  void shouldRefuseShapesThatDoNotFit() {
    String file = fixture("float64-c.npy");
    String out = folder.resolve("out.npy").toString();
    assertRefused(Cli.run("matmul", file, file, out), "no product of (2, 3) float64 and (2, 3)");
    assertRefused(
        Cli.run("matmul", file, fixture("float64-big-endian.npy"), out),
        "shape (3,): matmul takes arrays of two dimensions");
    assertRefused(
        Cli.run("matmul", file, fixture("float32-fortran-big-endian.npy"), out),
        "inner sizes and types must agree");
    assertThat(files()).isEmpty();
  }

  @Test
  void shouldRefuseAnOutputThatCannotBeWrittenBeforeAnyWork() {
    String out = folder.resolve("missing").resolve("out.npy").toString();
    assertRefused(Cli.run("sort", fixture("int32-v1.npy"), out), "there is no directory");
  }

  @Test
  void shouldRefuseFilesWithoutAName() {
    assertRefused(Cli.run("sort", "", "out.npy"), "(IN.npy): the name is empty");
    assertRefused(Cli.run("sort", fixture("int32-v1.npy"), ""), "(OUT.npy): the name is empty");
    assertRefused(
        Cli.run("run", "jacobi", "--checkpoint", ""), "option '--checkpoint': the name is empty");
    assertRefused(Cli.run("run", "spmv", "--matrix="), "option '--matrix': the name is empty");
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
  void shouldTellWhereTheResultIs() {
    Path out = folder.resolve("out.npy");
    Cli cli = Cli.run("sort", fixture("int32-v1.npy"), out.toString(), "--pes", "1");
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    assertThat(cli.err()).contains("keys/s", "  output      " + out);
  }

  @Test
  void shouldSortAFileOntoItself() throws IOException {
    Path file = folder.resolve("keys.npy");
    Files.copy(Path.of(fixture("int32-v1.npy")), file);
    Cli cli = Cli.run("sort", file.toString(), file.toString(), "--pes", "2");
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    byte[] start = NpyHeader.of(ElementType.INT32, 5L).encode();
    java.nio.IntBuffer keys =
        java.nio.ByteBuffer.wrap(Files.readAllBytes(file))
            .order(java.nio.ByteOrder.nativeOrder())
            .position(start.length)
            .asIntBuffer();
    int[] sorted = new int[5];
    keys.get(sorted);
    assertThat(sorted).containsExactly(Integer.MIN_VALUE, -1, 0, 3, Integer.MAX_VALUE);
    assertThat(files()).containsExactly("keys.npy");
  }

  /** {@code @} is no mark of a file of arguments. */
  @Test
  void shouldTakeNamesThatBeginWithAnAtForFiles() throws IOException {
    Path file = Path.of("@keys-" + ProcessHandle.current().pid() + ".npy");
    Path out = Path.of("@sorted-" + ProcessHandle.current().pid() + ".npy");
    try {
      Files.copy(Path.of(fixture("int32-v1.npy")), file);
      Cli cli = Cli.run("sort", file.toString(), out.toString(), "--pes", "2");
      assertThat(cli.exitCode()).as(cli.err()).isZero();
      assertThat(out).isRegularFile();
      assertRefused(Cli.run("sort", "@no-such", "x.npy"), "@no-such: no such file");
      assertRefused(Cli.run("check", "sort", "@no-such", "x.npy"), "@no-such: no such file");
    } finally {
      Files.deleteIfExists(file);
      Files.deleteIfExists(out);
    }
  }

  @ParameterizedTest
  @CsvSource({"3,0,2", "0,3,0", "0,0,0", "0,2,3", "2,3,0", "1,0,1"})
  void shouldMultiplyEmptyMatricesAsNumPyDoes(long m, long k, long n) throws IOException {
    for (ElementType type : List.of(ElementType.FLOAT64, ElementType.FLOAT32)) {
      Path a = write("a.npy", type, m, k);
      Path b = write("b.npy", type, k, n);
      Path c = folder.resolve("c.npy");
      for (String options : List.of("--pes=3", "--layout=rows", "--arrays=shared --pes=1")) {
        List<String> words = new ArrayList<>(List.of(options.split(" ")));
        words.addAll(0, List.of("matmul", a.toString(), b.toString(), c.toString()));
        Cli cli = Cli.run(words.toArray(String[]::new));
        assertThat(cli.exitCode()).as(cli.err()).isZero();
        byte[] header = NpyHeader.of(type, m, n).encode();
        assertThat(c)
            .as("zeros of shape (%d, %d)", m, n)
            .hasBinaryContent(Arrays.copyOf(header, header.length + (int) (m * n * type.bytes())));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(ElementType.class)
  void shouldSortNothing(ElementType type) throws IOException {
    Path in = write("in.npy", type, 0L);
    Path out = folder.resolve("out.npy");
    for (String pes : List.of("1", "3")) {
      Cli cli = Cli.run("sort", in.toString(), out.toString(), "--pes", pes);
      assertThat(cli.exitCode()).as(cli.err()).isZero();
      assertThat(out).hasBinaryContent(NpyHeader.of(type, 0L).encode());
    }
  }

  /** A file of zeros. */
  private Path write(String name, ElementType type, Long... shape) throws IOException {
    NpyHeader header = NpyHeader.of(type, shape);
    byte[] bytes = header.encode();
    return Files.write(
        folder.resolve(name), Arrays.copyOf(bytes, bytes.length + (int) header.dataBytes()));
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

  @Test
  void shouldTellAboutThisMachine() {
    Cli cli = Cli.line("doctor");
    assertThat(cli.exitCode()).isZero();
    assertThat(cli.out().lines())
        .allMatch(line -> line.startsWith("ok ") || line.startsWith("warning "));
    assertThat(cli.out()).contains("JDK", "simulated PEs", "backends");
    assertThat(Cli.line("doctor --json").json()).containsKeys("ok", "checks");
  }

  @Test
  void shouldMeasureANetworkThatOtherCommandsTake() {
    String found =
        Cli.line("doctor --measure")
            .out()
            .lines()
            .filter(line -> line.contains("loopback"))
            .findFirst()
            .orElseThrow();
    String options = found.substring(found.indexOf("--latency"));
    Cli run = Cli.line("run fib --n 5 --pes 2 " + options);
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.err())
        .containsPattern("network     simple, latency .*bandwidth [0-9.]+[MGT]bps");
  }

  @Test
  void shouldShowTheSameByHelpAsByTheOption() {
    for (String command : List.of("", "sort ", "run ", "run fib ", "check ")) {
      Cli help = Cli.line("help " + command);
      assertThat(help.exitCode()).isZero();
      assertThat(help.out())
          .contains("Usage: temoto " + command.strip())
          .isEqualTo(Cli.line(command + "--help").out());
    }
    assertThat(Cli.line("help bench").out()).contains("./temoto bench [ARGUMENTS]");
  }

  @Test
  void shouldNameEveryCommandOfTheLauncher() throws IOException {
    List<String> commands =
        Pattern.compile("(?m)^#   \\./temoto ([a-z]+) ")
            .matcher(Files.readString(Path.of("..", "temoto")))
            .results()
            .map(match -> match.group(1))
            .distinct()
            .toList();
    assertThat(commands).contains("test", "install", "exec", "bench", "java");
    String help = Cli.line("--help").out();
    String unknown = Cli.line("frobnicate").err();
    assertThat(commands)
        .allSatisfy(name -> assertThat(help).contains("  " + name + " "))
        .allSatisfy(name -> assertThat(unknown).containsPattern("[ ,]" + name + "\\b"));
  }

  @Test
  void shouldListWhatThereIsToRun() {
    assertThat(Cli.line("run --list").out())
        .startsWith("fib ")
        .contains(
            "nqueens", "pentomino", "compare", "gravity", "lu", "uts", "knapsack", "jacobi", "spmv")
        .contains("--board AxB", "--tree T1|T1L|T1XL|T1XXL|T3", "(default: 6x10)")
        .doesNotContain("--pes", "${");
    assertThat(Cli.line("--help").out())
        .contains("sort", "matmul", "run", "check", "trace", "doctor", "test");
    assertThat(Cli.line("--version").out()).startsWith("temoto ");
  }

  private String fixture(String name) {
    return Path.of("src", "test", "resources", "npy", name).toString();
  }

  private List<String> files() {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
