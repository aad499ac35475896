package org.temoto.apps.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
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
    RefusalsTest.assertRefused(
        Cli.line(line), "cache=65536 bytes, pinned by active views", "(--cache)");
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
    RefusalsTest.assertRefused(
        Cli.line(line + "--steps 16 --resume"),
        "is of step 17, this job ends with step 16: --steps must be as many at least");
    RefusalsTest.assertRefused(
        Cli.line(line + "--resume --seed 5"),
        "is of seed 1, this job has 5: must be equal (--seed)");
    RefusalsTest.assertRefused(
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

  @ParameterizedTest
  @ValueSource(strings = {"run fib --n 12", "sort --generate 2000", "matmul --generate 20"})
  void shouldTellTheMedianOfSeveralRuns(String job) {
    Map<String, Object> report = Cli.line(job + " --repeat 4 --json").json();
    List<Double> runs = ((List<?>) report.get("runs")).stream().map(Double.class::cast).toList();
    assertThat(runs).hasSize(4);
    assertThat(report).containsEntry("seconds", runs.stream().sorted().toList().get(1));
    assertThat(Cli.line(job + " --repeat 4").err())
        .containsPattern("  time  .* \\(median of 4 runs; the first took [0-9.]+ s\\)");
    assertThat(Cli.line(job).err()).contains("  time  ").doesNotContain("median of");
    assertThat(Cli.line(job + " --json").json()).containsKey("seconds").doesNotContainKey("runs");
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

  @Test
  void shouldTellWhereTheResultIs() {
    Path out = folder.resolve("out.npy");
    Cli cli = Cli.run("sort", Cli.fixture("int32-v1.npy"), out.toString(), "--pes", "1");
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    assertThat(cli.err()).contains("keys/s", "  output      " + out);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "2"})
  void shouldSortAFileOntoItself(String runs) throws IOException {
    Path file = folder.resolve("keys.npy");
    Files.copy(Path.of(Cli.fixture("int32-v1.npy")), file);
    Cli cli = Cli.run("sort", file.toString(), file.toString(), "--pes", "2", "--repeat", runs);
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
    assertThat(folder.toFile().list()).containsExactly("keys.npy");
  }

  /** A product written over its factor by an earlier run would be multiplied again. */
  @Test
  void shouldWriteInTheLastRunOnly() throws IOException {
    Path factor = folder.resolve("a.npy");
    Path once = folder.resolve("once.npy");
    write("a.npy", ElementType.FLOAT64, 3L, 2L);
    write("b.npy", ElementType.FLOAT64, 2L, 4L);
    String other = folder.resolve("b.npy").toString();
    assertThat(Cli.run("matmul", factor.toString(), other, once.toString()).exitCode()).isZero();
    Cli cli = Cli.run("matmul", factor.toString(), other, factor.toString(), "--repeat", "3");
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    assertThat(factor).hasSameBinaryContentAs(once);
  }

  /** {@code @} is no mark of a file of arguments. */
  @Test
  void shouldTakeNamesThatBeginWithAnAtForFiles() throws IOException {
    Path file = Path.of("@keys-" + ProcessHandle.current().pid() + ".npy");
    Path out = Path.of("@sorted-" + ProcessHandle.current().pid() + ".npy");
    try {
      Files.copy(Path.of(Cli.fixture("int32-v1.npy")), file);
      Cli cli = Cli.run("sort", file.toString(), out.toString(), "--pes", "2");
      assertThat(cli.exitCode()).as(cli.err()).isZero();
      assertThat(out).isRegularFile();
      RefusalsTest.assertRefused(Cli.run("sort", "@no-such", "x.npy"), "@no-such: no such file");
      RefusalsTest.assertRefused(
          Cli.run("check", "sort", "@no-such", "x.npy"), "@no-such: no such file");
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
}
