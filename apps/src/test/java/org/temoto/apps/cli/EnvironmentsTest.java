package org.temoto.apps.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.gas.shmem.Evidence;
import org.temoto.gas.shmem.Oshrun;

/**
 * Tests of the launcher and the command line in the unusual environments of docs/environments.md.
 */
@Timeout(120)
class EnvironmentsTest {
  private static final long LIMIT = 100;
  private static final String ONE_OF_TWO = "PMIX_RANK=0 SLURM_STEP_NUM_TASKS=2 ";

  /**
   * Command that prints the variables as the kernel has them, so that nothing is lost in the locale
   * of this test.
   */
  private static final String SHOW_ENVIRONMENT =
      "exec sh -c 'tr \"\\000\" \"\\n\" </proc/$$/environ'";

  @TempDir Path folder;
  private String temoto;

  @BeforeEach
  void findLauncher() {
    temoto = Oshrun.part(1, List.of()).getLast();
  }

  /** Runs {@code script} in a shell, in which {@code $T} is the launcher. */
  private Oshrun.Outcome shell(String script) throws Exception {
    ProcessBuilder builder = Oshrun.builder(List.of("sh", "-c", script));
    Map<String, String> environment = builder.environment();
    List.of(
            "JAVA_TOOL_OPTIONS",
            "JDK_JAVA_OPTIONS",
            "TEMOTO_JAVA_OPTS",
            "UCX_TLS",
            "LC_ALL",
            "LANG")
        .forEach(environment::remove);
    environment.put("T", temoto);
    environment.put("OMPI_ALLOW_RUN_AS_ROOT", "1");
    environment.put("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
    builder.directory(folder.toFile());
    return Oshrun.run(builder, LIMIT);
  }

  private String passed(String script) throws Exception {
    Oshrun.Outcome outcome = shell(script);
    assertThat(outcome.exitCode()).as(outcome.output()).isZero();
    return outcome.output();
  }

  /** Asserts a refusal in one line of Temoto's, with exit code 2. */
  private void assertRefused(String script, String... words) throws Exception {
    Oshrun.Outcome outcome = shell(script);
    assertThat(outcome.exitCode()).as(outcome.output()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(outcome.output()).doesNotContain("\tat ", "Exception in");
    assertThat(outcome.output().lines().filter(line -> line.startsWith("temoto: ")))
        .as(outcome.output())
        .singleElement()
        .asString()
        .contains(words);
  }

  /** The same in a mount namespace of its own. */
  private String inNamespace(String script) throws Exception {
    Path file = Files.writeString(folder.resolve("script"), script);
    return passed("unshare -m sh " + file);
  }

  private static void needRoot() {
    assumeTrue(System.getProperty("user.name").equals("root"), "only root may make namespaces");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "JAVA_TOOL_OPTIONS=-XX:+UseG1GC",
        "JDK_JAVA_OPTIONS=-XX:+UseSerialGC",
        "TEMOTO_JAVA_OPTS='-XX:-UseZGC -XX:+UseZGC'"
      })
  void shouldTakeTheUsersCollectorInsteadOfItsOwn(String variable) throws Exception {
    assertThat(passed(variable + " $T --version")).contains("temoto 0");
  }

  @Test
  void shouldNameTwoCollectors() throws Exception {
    assertRefused(
        "JAVA_TOOL_OPTIONS=-XX:+UseG1GC TEMOTO_JAVA_OPTS=-XX:+UseZGC $T --version",
        "TEMOTO_JAVA_OPTS has -XX:+UseZGC",
        "JAVA_TOOL_OPTIONS has -XX:+UseG1GC",
        "one collector");
  }

  @ParameterizedTest
  @ValueSource(strings = {"LC_ALL=C", "LC_ALL=POSIX", "LC_CTYPE=C LANG=C.UTF-8", ""})
  void shouldHaveFileNamesOfUnicodeWhereTheLocaleHasNone(String locale) throws Exception {
    assertThat(passed(locale + " $T " + SHOW_ENVIRONMENT))
        .containsPattern(
            locale.startsWith("LC_ALL") ? "LC_ALL=C.(utf8|UTF-8)" : "LC_CTYPE=C.(utf8|UTF-8)");
  }

  @Test
  void shouldWriteAFileWhoseNameHasAnUmlaut() throws Exception {
    String output =
        passed(
            "LC_ALL=C $T run fib --n 12 --pes 2 --trace \"sp$(printf '\\303\\274')r.json\" && ls");
    assertThat(output).doesNotContain("incubator"); // nothing multiplies matrices
    assertThat(folder.resolve("sp\u00fcr.json")).exists();
  }

  /** Bytes that do not fit are refused before they are stored, as where the disk is full. */
  @Test
  void shouldNameTheFileOfATraceThatMayNotGrow() throws Exception {
    Oshrun.Outcome failed = shell("ulimit -f 16; $T run fib --n 12 --pes 2 --trace t.json");
    assertThat(failed.exitCode()).as(failed.output()).isEqualTo(ExitCode.FAILED);
    assertThat(failed.output())
        .containsPattern("temoto: t.json.parts/runtime0-.*trace: cannot be written: file too large")
        .doesNotContain("\tat ");
  }

  @Test
  void shouldPassTheVectorApiOnlyWhereVectorsAreUsed() throws Exception {
    assertThat(passed("$T matmul --generate 64 --pes 1 2>&1")).contains("incubator", "verified");
    Path program =
        Files.writeString(
            folder.resolve("Fast.java"),
            "void main() { new org.temoto.apps.lu.LuProblem(64, 32, false, 1); }");
    assertThat(shell("$T java " + program + " 2>&1").output())
        .contains("RefusedException: the fast kernel needs", "--add-modules=jdk.incubator.vector");
  }

  @Test
  void shouldSimulateInAShellOfAStepOfOneProcess() throws Exception {
    String rank = "PMI_RANK=0 PMI_SIZE=1 ";
    assertThat(passed(rank + "$T run fib --n 12 --pes 3 --json"))
        .contains("\"backend\":\"simulated\"", "\"pes\":3");
    assertThat(passed(rank + "$T " + SHOW_ENVIRONMENT))
        .doesNotContain("SHMEM_SYMMETRIC", "LD_PRELOAD");
    Evidence.requireOpenShmem();
    assertThat(passed(rank + "$T run fib --n 12 --backend shmem --json"))
        .contains("\"backend\":\"shmem\"", "\"pes\":1");
    assertRefused("oshrun -np 1 $T run fib --n 12 --pes 4", "--pes 4", "OMPI_COMM_WORLD_SIZE");
  }

  @ParameterizedTest
  @CsvSource({
    "1.5g, 1610612736",
    ".5G, 536870912",
    "512MB, 536870912",
    "65536K, 67108864",
    "00000000000000512M, 536870912",
    "30.1M, 31562138",
    "4194304, 4194304"
  })
  void shouldGiveOpenMpiTheSizeInBytes(String text, String bytes) throws Exception {
    assertThat(
            passed(ONE_OF_TWO + "SHMEM_SYMMETRIC_SIZE=" + text + " $T " + SHOW_ENVIRONMENT).lines())
        .contains("SHMEM_SYMMETRIC_SIZE=" + bytes, "SHMEM_SYMMETRIC_HEAP_SIZE=" + bytes);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "1",
        "99999999999999999999",
        "8388608T",
        "16T",
        "20kk",
        "1e9",
        "much",
        "1,5G",
        "-4G"
      })
  void shouldRefuseSizesOfSymmetricMemory(String text) throws Exception {
    assertRefused(
        ONE_OF_TWO + "SHMEM_SYMMETRIC_SIZE=" + text + " $T exec true",
        "SHMEM_SYMMETRIC_SIZE=" + text,
        "K, M, G or T",
        "from 4M to memory and swap of this host");
  }

  @Test
  void shouldNameLimitsUnderWhichAJvmDoesNotStart() throws Exception {
    assertRefused("ulimit -n 20; $T doctor", "ulimit -n is 20", "at least 40");
    assertRefused("ulimit -n 100; " + ONE_OF_TWO + "$T doctor", "ulimit -n is 100", "at least 128");
    assertRefused("ulimit -v 2500000; $T doctor", "ulimit -v is 2500000 KiB", "unlimited");
    assertThat(passed("ulimit -v 2500000; $T exec echo begun")).contains("begun");
    assertThat(passed("ulimit -v 2500000; TEMOTO_JAVA_OPTS=-Xmx64m $T --version"))
        .contains("temoto 0");
  }

  @Test
  void shouldSayInTheDoctorWhatLimitsThereAre() throws Exception {
    assertThat(passed("ulimit -n 200; ulimit -v 64000000; TMPDIR=/no/such $T doctor"))
        .containsPattern("warning +address space +ulimit -v is 64000000 KiB")
        .containsPattern("warning +open files +the hard limit of ulimit -n is 200")
        .containsPattern("warning +temporary files +are in /no/such")
        .containsPattern("ok +shared memory +/dev/shm")
        .containsPattern("ok +file names +are UTF-8")
        .containsPattern("threads +")
        .doesNotContain("Using incubator");
  }

  /** Without the module whose classes do so, simulated PEs do not run. */
  @Test
  void shouldFailInTheDoctorWhereNoJobCanRun() throws Exception {
    String classPath =
        Stream.of(
                System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path"))
                    .split(File.pathSeparator, -1))
            .filter(entry -> !entry.contains("gas-simulated"))
            .collect(Collectors.joining(File.pathSeparator));
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "@" + Path.of(System.getProperty("basedir", ".")).resolve("../.mvn/temoto.args"),
            "-cp",
            classPath,
            Main.class.getName(),
            "doctor");
    Oshrun.Outcome failed = Oshrun.run(Oshrun.builder(command), LIMIT);
    assertThat(failed.output()).containsPattern("failure +simulated PEs +do not run: ");
    assertThat(failed.exitCode()).as(failed.output()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void shouldMissNoCompilerWhereWhatItIsForIsBuilt() throws Exception {
    String without = "mkdir bin && ln -s /usr/bin/* bin && rm -f bin/gcc && ";
    String built =
        "own=cache/temoto/$(uname -s)-$(uname -m) && mkdir -p $own && chmod 700 cache/temoto && "
            + ": >$own/libtemoto-end.so && ";
    String doctor = "PATH=$PWD/bin XDG_CACHE_HOME=$PWD/cache $T doctor && rm -r bin";
    assertThat(passed(without + built + doctor))
        .containsPattern("ok +C compiler +no gcc on the PATH: what it is for is built");
  }

  @Test
  void shouldCallALimitOnThreadsByItsName() throws Exception {
    needRoot();
    String user = "setpriv --reuid 12345 --regid 12345 --clear-groups ";
    assumeTrue(
        shell(user + "test -r \"$T\" -a -r " + System.getProperty("java.home") + "/release")
                .exitCode()
            == 0,
        "another user cannot read this checkout");
    assertRefused(
        user + "prlimit --nproc=100 $T run fib --n 12 --pes 64 --workers 2 2>&1",
        "ulimit -u is 100",
        "fewer --pes or --workers");
    assertRefused(user + "prlimit --nproc=30 $T --version 2>&1", "ulimit -u is 30", "at least 50");
    Oshrun.Outcome quiet =
        shell(user + "prlimit --nproc=100 $T run fib --n 12 --pes 64 --workers 2 2>/dev/null");
    assertThat(quiet.output()).as("what the JVM says goes to stderr").isEmpty();
  }

  @Test
  void shouldDoWithoutPosixSharedMemory() throws Exception {
    needRoot();
    Evidence.require(
        Files.readString(Path.of("/proc/self/uid_map")).strip().matches("0 +0 +4294967295"),
        "these tests run in a user namespace, where POSIX shared memory is left out always");
    String small = "mount -t tmpfs -o size=1m tmpfs /dev/shm && ";
    String large = "mount -t tmpfs -o size=1g tmpfs /dev/shm && ";
    String choice = ONE_OF_TWO + "%s " + temoto + " " + SHOW_ENVIRONMENT;
    assertThat(inNamespace(small + choice.formatted(""))).contains("UCX_TLS=^posix", "btl=^vader");
    assertThat(inNamespace(large + choice.formatted("unshare -Ur")))
        .contains("UCX_TLS=^posix", "btl=^vader");
    assertThat(inNamespace(large + choice.formatted(""))).doesNotContain("UCX_TLS", "vader");
    assertThat(inNamespace(small + choice.formatted("UCX_TLS=tcp,self")))
        .contains("UCX_TLS=tcp,self"); // the user knows better
    Evidence.requireOpenShmem();
    String job = "oshrun --oversubscribe -np 2 unshare -Ur $T sort --generate 100000 --json 2>&1";
    assertThat(inNamespace(small + job))
        .contains("\"verified\":true")
        .doesNotContain("UCX  ERROR", "vader_segment", "crashed");
  }

  @Test
  void shouldKnowFromAffinityAndQuotaWhetherAHostIsCrowded() throws Exception {
    Evidence.requireOpenShmem();
    String show = " $T exec sh -c 'echo yield=$OMPI_MCA_mpi_yield_when_idle'";
    assertThat(passed("taskset -c 0 oshrun --oversubscribe -np 2" + show)).contains("yield=1");
    assertThat(passed("oshrun --oversubscribe -np 1" + show)).contains("yield=0");
    assertThat(inGroup("cpu", "cpu.cfs_quota_us", "90000", "oshrun --oversubscribe -np 2" + show))
        .contains("yield=1");
  }

  @Test
  void shouldTakeTheMemoryOfACgroupForTheMachines() throws Exception {
    String gibibyte = Integer.toString(1 << 30);
    assertThat(
            inGroup(
                "memory", "memory.limit_in_bytes", gibibyte, ONE_OF_TWO + "$T " + SHOW_ENVIRONMENT))
        .contains("SHMEM_SYMMETRIC_SIZE=" + (341 << 20)); // a third
  }

  /**
   * Output of {@code script} in a cgroup, of version 1, in which {@code file} has {@code value}.
   */
  private String inGroup(String controller, String file, String value, String script)
      throws Exception {
    Path group = Path.of("/sys/fs/cgroup", controller, "temoto-" + ProcessHandle.current().pid());
    assumeTrue(Files.isWritable(group.getParent()), "cgroups of version 1 cannot be made here");
    Files.createDirectory(group);
    try {
      Files.writeString(group.resolve(file), value);
      return passed("echo $$ >" + group + "/tasks; " + script);
    } finally {
      remove(group);
    }
  }

  /** Waits for the processes of the launcher, which may end a little later than it. */
  private static void remove(Path group) throws IOException {
    long start = System.nanoTime();
    while (!group.toFile().delete()) {
      List<String> processes = Files.readAllLines(group.resolve("cgroup.procs"));
      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .as("%s cannot be removed: processes %s", group, processes)
          .isLessThan(Duration.ofSeconds(30));
      processes.stream()
          .map(number -> ProcessHandle.of(Long.parseLong(number)))
          .forEach(process -> process.ifPresent(ProcessHandle::destroyForcibly));
    }
  }

  /** Class path and LD_PRELOAD would be split at such names; and nothing of it can be written. */
  @Test
  void shouldRunInACheckoutOfAnyName() throws Exception {
    needRoot();
    String enter =
        """
        name=$(printf 'a b:gr\\303\\266\\303\\237e')
        mkdir -p "$name" && mount --bind "${T%/*}" "$name" && mount -o remount,ro,bind "$name" || exit
        unset HOME XDG_CACHE_HOME
        export LC_ALL=C TMPDIR=$PWD
        """;
    String run = " \"./$name/temoto\" run fib --n 12 --pes ";
    assertThat(inNamespace(enter + run + "2")).contains("verified");
    Evidence.requireOpenShmem();
    assertThat(inNamespace(enter + "umask 0 && oshrun -np 1" + run + "1")).contains("verified");
    Path own = folder.resolve("temoto-0");
    assertThat(own).isDirectoryRecursivelyContaining("glob:**/Linux-*/libtemoto-end.so");
    try (Stream<Path> all = Files.walk(own)) { // whatever the umask
      assertThat(all.filter(each -> !Files.isSymbolicLink(each)))
          .allSatisfy(each ->
              assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(each)))
                  .endsWith("------"));
    }
  }

  @Test
  void shouldNotMindClosedFilesAndFoldersThatAreNot() throws Exception {
    assertThat(passed(ONE_OF_TWO + "TMPDIR=/no/such $T exec cat <&-")).isEmpty();
    assertThat(passed("$T --version <&-")).contains("temoto 0");
  }

  @Test
  void shouldTellExitCodesFromSignals() throws Exception {
    String begun = ONE_OF_TWO + "$T exec sh -c 'echo in >\"$TEMOTO_PE_STATE\"; %s'";
    Oshrun.Outcome left = shell(begun.formatted("exit 255"));
    assertThat(left.exitCode()).isEqualTo(255);
    assertThat(left.output())
        .contains("PE 0 on host", "ended with exit code 255 without leaving the job")
        .doesNotContain("signal", "hs_err");
    assertThat(shell(begun.formatted("kill -SEGV $$")).output())
        .contains("crashed with signal 11 (SEGV)")
        .doesNotContain("hs_err"); // there is no such file
  }
}
