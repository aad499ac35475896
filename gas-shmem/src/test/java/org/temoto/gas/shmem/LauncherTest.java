package org.temoto.gas.shmem;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of the variables that {@code temoto} sets for the JVM of a PE, by those of the job's
 * launcher.
 */
@Timeout(60)
class LauncherTest {
  private static final long LIMIT = 30;
  private static final String YIELD = "OMPI_MCA_mpi_yield_when_idle";
  private static final String MANY = "100000000";

  @TempDir Path folder;

  /** The launcher builds its shim with the installed OpenSHMEM. */
  @BeforeAll
  static void needOpenShmem() {
    Evidence.requireOpenShmem();
  }

  /** Prints the variables that its arguments name. */
  static final class Variables {
    private Variables() {}

    public static void main(String[] names) {
      for (String name : names) {
        System.out.println(name + "=" + System.getenv(name) + ";");
      }
    }
  }

  private static String variables(Map<String, String> launcher, String... names) throws Exception {
    return variables(List.of(), launcher, names);
  }

  /** The same where {@code before} starts the script. */
  private static String variables(
      List<String> before, Map<String, String> launcher, String... names) throws Exception {
    // The class path is added to Temoto's wherever it stands among the options.
    List<String> command = Oshrun.part(1, List.of("java", "-Dan.option=first", "-cp"));
    command.subList(0, 2).clear(); // without the number of PEs: the launcher is this test
    command.addAll(0, before);
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.add(Variables.class.getName());
    command.addAll(List.of(names));
    ProcessBuilder builder = Oshrun.builder(command);
    builder.environment().putAll(launcher);
    Oshrun.Outcome outcome = Oshrun.run(builder, LIMIT);
    assertThat(outcome.exitCode()).as(outcome.output()).isZero();
    return outcome.output();
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 0", "2, 1", "3, 0"})
  void shouldKnowFromSlurmWhetherItsNodeIsCrowded(String node, String crowded) throws Exception {
    Map<String, String> slurm =
        Map.of(
            "PMIX_RANK",
            "0",
            "SLURM_STEP_NUM_TASKS",
            "100000003",
            "SLURM_STEP_TASKS_PER_NODE",
            "1(x2)," + MANY + ",1",
            "SLURM_NODEID",
            node);
    assertThat(variables(slurm, YIELD, "SHMEM_SYMMETRIC_SIZE"))
        .contains(YIELD + "=" + crowded + ";")
        .contains("SHMEM_SYMMETRIC_SIZE=4194304;"); // for a hundred million, on every node
  }

  @Test
  void shouldBelieveOshrunBeforeSlurm() throws Exception {
    Map<String, String> both =
        Map.of(
            "OMPI_COMM_WORLD_SIZE",
            "2",
            "OMPI_COMM_WORLD_RANK",
            "1",
            "OMPI_COMM_WORLD_LOCAL_SIZE",
            "1",
            "SLURM_STEP_TASKS_PER_NODE",
            MANY);
    assertThat(variables(both, YIELD, "TEMOTO_PE")).contains(YIELD + "=0;", "TEMOTO_PE=1;");
  }

  private static final String PE_LAUNCHER = "TEMOTO_PE_LAUNCHER";

  /** Names of the launcher's process in Open MPI 4 and 5. */
  @ParameterizedTest
  @ValueSource(strings = {"ompi.host.0/pid.%d", "prterun.host.%d.0", "prted.host.%d.0"})
  void shouldWatchWhoStartedTheJob(String name) throws Exception {
    long self = ProcessHandle.current().pid();
    List<String> shell = List.of("sh", "-c", "\"$@\"; exit $?", "sh");
    assertThat(variables(shell, session(name.formatted(self)), PE_LAUNCHER))
        .as("not the shell between")
        .contains(PE_LAUNCHER + "=" + self + ";");
  }

  /** Its number may be one of another namespace, as in a container of the PE's own. */
  @ParameterizedTest
  @ValueSource(strings = {"ompi.host.0/pid.%d", "prterun.host.%d.0"})
  void shouldTakeNoProcessForTheLauncherThatIsNotAbove(String name) throws Exception {
    long self = ProcessHandle.current().pid();
    Process other = new ProcessBuilder("sleep", "600").start();
    Path living = makeSession(name, other.pid(), 1);
    try {
      assertThat(variables(session(name.formatted(other.pid())), PE_LAUNCHER))
          .contains(PE_LAUNCHER + "=" + self + ";");
    } finally {
      other.destroyForcibly().waitFor();
    }
    assertThat(variables(session(name.formatted(other.pid())), PE_LAUNCHER))
        .contains(PE_LAUNCHER + "=" + self + ";");
    assertThat(living).exists();
  }

  private Map<String, String> session(String name) {
    return Map.of(
        "OMPI_COMM_WORLD_SIZE",
        "2",
        "OMPI_COMM_WORLD_LOCAL_RANK",
        "0",
        "PMIX_SERVER_TMPDIR",
        folder.resolve(name).toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"ompi.host.0/pid.%d", "prterun.host.%d.0"})
  void shouldRemoveFoldersOfLaunchersThatWereKilledBeforeTheyStartedAPe(String name)
      throws Exception {
    long self = ProcessHandle.current().pid();
    Process ended = new ProcessBuilder("true").start();
    ended.waitFor();
    Process other = new ProcessBuilder("true").start();
    other.waitFor();
    Process third = new ProcessBuilder("true").start();
    third.waitFor();
    Path abandoned = makeSession(name, ended.pid(), 0);
    Path used = makeSession(name, other.pid(), 1);
    Path young = folder.resolve(name.formatted(third.pid()));
    Files.createDirectories(young);
    Path living = makeSession(name, self, 0);

    assertThat(variables(session(name.formatted(self)), PE_LAUNCHER))
        .contains(PE_LAUNCHER + "=" + self + ";");
    assertThat(abandoned).doesNotExist();
    assertThat(used).as("a PE has been there").exists();
    assertThat(young).as("its launcher may be about to start a PE").exists();
    assertThat(living).exists();
  }

  /** A folder of two minutes ago, for the job that Open MPI gives this number. */
  private Path makeSession(String name, long process, int job) throws Exception {
    Path session = folder.resolve(name.formatted(process));
    Files.createDirectories(session.resolve(Integer.toString(job)));
    Files.setLastModifiedTime(session, FileTime.from(Instant.now().minusSeconds(120)));
    return session;
  }
}
