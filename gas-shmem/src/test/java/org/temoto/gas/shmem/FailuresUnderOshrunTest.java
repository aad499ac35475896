package org.temoto.gas.shmem;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of PEs that fail: however one ends, the job ends too, with an exit code other than 0, and
 * nothing is left.
 */
@Timeout(120)
class FailuresUnderOshrunTest {
  /** Time that a job may take to end, in seconds. */
  private static final long LIMIT = 40;

  /** The same with its start, on a machine that has other things to do. */
  private static final long START_LIMIT = 50;

  /** The ways in which a PE does not end by itself, so that patience comes to its end. */
  private static final Set<String> HANGING = Set.of("hang", "after-input");

  private static final String CLASS_PATH =
      System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));

  @TempDir Path folder;

  private final String token = "-Dtemoto.test.token=" + UUID.randomUUID();

  @BeforeAll
  static void needOpenShmem() {
    Evidence.requireOpenShmem();
  }

  @AfterEach
  void shouldLeaveNoProcess() throws Exception {
    for (ProcessHandle process : processes().toList()) {
      assertThat(process.onExit().get(LIMIT, TimeUnit.SECONDS)).isNotNull();
    }
  }

  private Stream<ProcessHandle> processes() {
    return ProcessHandle.allProcesses()
        .filter(process -> process.info().commandLine().orElse("").contains(token));
  }

  private List<String> arguments(String... way) {
    return argumentsWith(CLASS_PATH, way);
  }

  private List<String> argumentsWith(String classPath, String... way) {
    List<String> arguments =
        new ArrayList<>(
            List.of("java", "-cp", classPath, "-Xmx200m", token, Misbehaving.class.getName()));
    if (HANGING.contains(way[0])) {
      arguments.add(1, "-D" + FailureDetector.PATIENCE + "=500");
    }
    arguments.addAll(List.of(way));
    return arguments;
  }

  @ParameterizedTest
  @CsvSource({
    "exit, temoto: PE 1 on host, System.exit was called by org.temoto.gas.shmem.Misbehaving.fail",
    "exit-between, PE 1 on host, ended without taking part in launch 2",
    "halt, temoto: PE 1 on host, ended with exit code 0 without leaving the job: Runtime.halt",
    "hang, temoto: PE 1 on host, no good",
    "memory, PE 1 on host, OutOfMemoryError",
    "stack, PE 1 on host, StackOverflowError",
    "native-memory, PE 1 on host, OutOfMemoryError",
    "throw, PE 1 on host, IllegalStateException: no good",
  })
  void shouldEndWithTheirPe(String way, String who, String why) throws Exception {
    Oshrun.Outcome outcome = Oshrun.run(2, START_LIMIT, arguments(way));
    assertThat(outcome.exitCode()).as(outcome.output()).isPositive();
    assertThat(outcome.output()).doesNotContain("SIGSEGV");
    assertThat(outcome.output().lines())
        .as(outcome.output())
        .anyMatch(line -> line.contains(who) && line.contains(why));
  }

  @Test
  void shouldNameOptionsThatDiffer() throws Exception {
    assertDiffer(
        arguments("options", "2097152"),
        "PE 1 on host",
        "cacheBytes=2097152 here, but cacheBytes=1073741824 at PE 0 on host");
  }

  @Test
  void shouldNameAProgramThatDiffers() throws Exception {
    Files.writeString(folder.resolve("Another.class"), "another");
    assertDiffer(
        argumentsWith(CLASS_PATH + File.pathSeparator + folder, "options", "1073741824"),
        "PE 1 on host",
        "program=",
        "bring the same build to every host, and the same JDK");
  }

  /** Starts PE 1 with other arguments than PE 0. */
  private void assertDiffer(List<String> others, String... parts) throws Exception {
    List<String> command = Oshrun.command(1, arguments("options", "1073741824"));
    command.add(":");
    command.addAll(Oshrun.part(1, others));
    Oshrun.Outcome outcome = Oshrun.run(Oshrun.builder(command), START_LIMIT);
    assertThat(outcome.exitCode()).as(outcome.output()).isPositive();
    assertThat(outcome.output().lines())
        .as(outcome.output())
        .anyMatch(line -> Stream.of(parts).allMatch(line::contains));
  }

  /** A user ends the PE from outside; the launcher script is its JVM's parent. */
  @ParameterizedTest
  @CsvSource({
    "KILL, false, killed by signal 9 (KILL)",
    "TERM, false, ended by signal 15 (TERM)",
    "ABRT, false, crashed with signal 6 (ABRT)",
    "TERM, true, ended by signal 15 (TERM)",
    "KILL, true, was killed",
  })
  void shouldNameAPeThatIsEndedFromOutside(String signal, boolean parent, String why)
      throws Exception {
    Process job = start("kill");
    try (BufferedReader output = job.inputReader()) {
      awaitReady(output);
      Ready pe = awaitReady(output);
      send(signal, parent ? pe.process().parent().orElseThrow() : pe.process());
      assertEnds(job);
      assertThat(own(output))
          .singleElement()
          .asString()
          .startsWith("temoto: PE " + pe.rank() + " on host ")
          .contains(why);
      assertNothingIsLeft(job, pe);
    }
  }

  /** Temoto's lines, between those of the library and of oshrun. */
  private static List<String> own(BufferedReader output) {
    return output.lines().filter(line -> line.contains("temoto: ")).toList();
  }

  /** A dead PE does not answer, and the launcher does not see that it is. */
  @Test
  void shouldEndWhereAFailureCannotBeTold() throws Exception {
    ProcessBuilder builder = Oshrun.builder(Oshrun.command(2, arguments("after-input")));
    builder.environment().put("UCX_TLS", "tcp,self");
    Process job = builder.redirectErrorStream(true).start();
    try (BufferedReader output = job.inputReader();
        BufferedWriter input = job.outputWriter()) {
      Map<Integer, Ready> ready =
          Stream.of(awaitReady(output), awaitReady(output))
              .collect(Collectors.toMap(Ready::rank, pe -> pe));
      send("STOP", ready.get(1).process());
      input.write("go\n"); // which PE 0 waits for
      input.flush();
      assertEnds(job);
      assertThat(own(output))
          .singleElement()
          .asString()
          .startsWith("temoto: PE 0 on host ")
          .contains("IllegalStateException: no good");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TERM", "KILL"})
  void shouldEndWithTheirLauncher(String signal) throws Exception {
    Process job = start("kill");
    try (BufferedReader output = job.inputReader()) {
      awaitReady(output);
      Ready pe = awaitReady(output);
      send(signal, job.toHandle());
      assertEnds(job);
      assertNothingIsLeft(job, pe);
    }
  }

  /** The launcher is killed before the library has begun, which otherwise would hear of it. */
  @Test
  void shouldEndWithALauncherThatIsKilledAtOnce() throws Exception {
    Process job = start("kill");
    while (processes().noneMatch(process -> !process.equals(job.toHandle()))) {
      assertThat(job.isAlive()).isTrue();
      Thread.sleep(1); // ends where the test's time is over
    }
    send("KILL", job.toHandle());
    assertEnds(job);
    shouldLeaveNoProcess();
    assertNoSessionIsLeft(job);
  }

  /**
   * Segments may keep their names while they are used; only a program that knows the names removes
   * these.
   */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldLeaveNoSharedMemory(boolean named) throws Exception {
    ProcessBuilder builder = Oshrun.builder(Oshrun.command(2, arguments("kill")));
    builder.environment().put("UCX_POSIX_USE_PROC_LINK", named ? "n" : "y");
    Process job = builder.redirectErrorStream(true).start();
    try (BufferedReader output = job.inputReader()) {
      awaitReady(output);
      Ready pe = awaitReady(output);
      SharedSegments segments = SharedSegments.parse(Files.readAllLines(map(pe)));
      assertThat(segments.ids()).isNotEmpty();
      assertThat(segments.files().stream().anyMatch(file -> file.contains("ucx_shm_posix")))
          .isEqualTo(named);
      for (int id : segments.ids()) {
        assertThat(permissions(id)).as("of segment %d", id).isEqualTo("600");
      }
      for (String file : segments.files()) {
        assertThat(Files.getPosixFilePermissions(Path.of(file)))
            .as(file)
            .isEqualTo(PosixFilePermissions.fromString("rw-------"));
      }
      send("KILL", job.toHandle());
      send("KILL", pe.process());
      assertEnds(job);
      shouldLeaveNoProcess();
      assertThat(segments.files()).noneMatch(file -> Files.exists(Path.of(file)));
      assertThat(Files.readAllLines(Path.of("/proc/sysvipc/shm")))
          .noneMatch(line -> segments.ids().contains(idOf(line)));
      assertNoSessionIsLeft(job);
    }
  }

  private static Path map(Ready pe) {
    return Path.of("/proc", Long.toString(pe.process().pid()), "maps");
  }

  private static int idOf(String line) {
    String id = line.strip().split(" +", -1)[1];
    return id.equals("shmid") ? -1 : Integer.parseInt(id);
  }

  /** The last digits of the mode of a segment of System V. */
  private static String permissions(int id) throws IOException {
    return Files.readAllLines(Path.of("/proc/sysvipc/shm")).stream()
        .filter(line -> idOf(line) == id)
        .map(line -> line.strip().split(" +", -1)[2])
        .map(mode -> mode.substring(mode.length() - 3))
        .findFirst()
        .orElseThrow();
  }

  private Process start(String way) throws IOException {
    return Oshrun.builder(Oshrun.command(2, arguments(way))).redirectErrorStream(true).start();
  }

  private static void send(String signal, ProcessHandle process) throws Exception {
    Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start();
    assertThat(kill.waitFor()).isZero();
  }

  /** A PE of {@link Misbehaving} that has come so far. */
  private record Ready(int rank, ProcessHandle process, long job) {}

  /** The PE that is ready next. */
  private static Ready awaitReady(BufferedReader output) throws IOException {
    String line = "";
    while (!line.startsWith("ready ")) {
      line = output.readLine();
      assertThat(line).as("a line of a PE that is ready").isNotNull();
    }
    String[] words = line.split(" ", -1);
    return new Ready(
        Integer.parseInt(words[1]),
        ProcessHandle.of(Long.parseLong(words[2])).orElseThrow(),
        Long.parseLong(words[3]));
  }

  /**
   * Asserts that nothing of Open MPI's is left, which names what it makes after the job and after
   * the process of oshrun.
   */
  private void assertNothingIsLeft(Process job, Ready pe) throws Exception {
    shouldLeaveNoProcess();
    assertThat(files("/dev/shm"))
        .noneMatch(file -> file.contains("." + Long.toHexString(pe.job()) + "."));
    assertNoSessionIsLeft(job);
  }

  private static void assertNoSessionIsLeft(Process job) throws IOException {
    for (String file : files("/tmp")) {
      if (file.startsWith("ompi.")) {
        assertThat(Path.of("/tmp", file, "pid." + job.pid())).doesNotExist();
      }
    }
  }

  private static List<String> files(String folder) throws IOException {
    try (Stream<Path> files = Files.list(Path.of(folder))) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  private static void assertEnds(Process job) throws InterruptedException {
    boolean ended = job.waitFor(LIMIT, TimeUnit.SECONDS);
    job.toHandle().destroy(); // else a job that goes on keeps the machine busy for ever
    assertThat(ended).isTrue();
    assertThat(job.exitValue()).isNotZero();
  }
}
