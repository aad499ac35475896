package org.temoto.gas.shmem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.util.HashMap;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.gas.GasException;
import org.temoto.gas.GasOptions;
import org.temoto.gas.InvalidOptionException;
import org.temoto.gas.RefusedException;
import org.temoto.gas.Temoto;
import org.temoto.gas.cluster.ClusterOptions;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.gas.spi.Backend;
import org.temoto.gas.spi.Diagnosis;

class ShmemBackendTest {
  @Test
  void shouldBeFoundByTheServiceLoader() {
    assertThat(ServiceLoader.load(Backend.class))
        .anySatisfy(backend -> assertThat(backend).isInstanceOf(ShmemBackend.class));
  }

  @ParameterizedTest
  @CsvSource({
    "OMPI_COMM_WORLD_SIZE, 1, true",
    "PMIX_RANK, 0, false",
    "PMI_RANK, 0, false",
    "PMIX_RANK PMIX_NAMESPACE, 0, true",
    "PMI_RANK PMI_SIZE, 1, false",
    "PMI_RANK PMI_SIZE, 2, true",
    "PMIX_RANK PMIX_NAMESPACE SLURM_STEP_NUM_TASKS, 1, false",
    "PMIX_RANK SLURM_STEP_NUM_TASKS, 2, true",
  })
  void shouldKnowItsLaunchersAndShellsOfOneProcess(String names, String value, boolean launched) {
    Map<String, String> variables = new HashMap<>();
    for (String name : names.split(" ", -1)) {
      variables.put(name, value);
    }
    ShmemBackend backend = new ShmemBackend(variables);
    assertThat(backend.isLaunched()).isEqualTo(launched);
    assertThat(backend.diagnose())
        .allMatch(found -> launched || found.ok() && found.found().contains("one process"));
  }

  @Test
  void shouldBeThePeOfAStepOfOneProcessWhereThatIsAskedFor() {
    Map<String, String> step = Map.of("PMIX_RANK", "0", "SLURM_STEP_NUM_TASKS", "1");
    assertThat(new ShmemBackend(step).resolve(GasOptions.DEFAULT).pes()).isEqualTo(1);
    assertRefused(step, "add --backend shmem to the command line", "./temoto java");
  }

  @Test
  void shouldNameANumberOfProcessesThatIsNone() {
    assertThatThrownBy(
            () -> new ShmemBackend(Map.of("PMI_RANK", "0", "PMI_SIZE", "x")).isLaunched())
        .isInstanceOf(RefusedException.class)
        .hasMessage("PMI_SIZE=x must be a number of processes");
  }

  @Test
  void shouldNotTakeABatchScriptForALaunch() {
    assertThat(new ShmemBackend(Map.of("SLURM_PROCID", "0")).isLaunched()).isFalse();
  }

  @Test
  void shouldRefuseToLaunchWithoutALauncherAndSayWhatToUse() {
    assertRefused(Map.of(), "not started by oshrun", "--backend simulated");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "LD_PRELOAD",
        "OMPI_MCA_opal_common_ucx_opal_mem_hooks",
        "UCX_ERROR_SIGNALS",
      })
  void shouldRefuseAnEnvironmentThatAJvmWouldNotSurvive(String missing) {
    Map<String, String> environment = launched();
    environment.remove(missing);
    assertRefused(environment, missing, "./temoto java");
  }

  @Test
  void shouldTakeTheNumberOfPesFromTheLauncher() {
    GasOptions options = new ShmemBackend(launched()).resolve(GasOptions.DEFAULT);
    assertThat(options.pes()).isEqualTo(7);
    assertThat(options.backend()).isEqualTo("shmem");
  }

  @ParameterizedTest
  @EnumSource(Schedule.class)
  void shouldGoWithoutTheScheduleOfASimulation(Schedule schedule) {
    SimulationOptions simulation = SimulationOptions.DEFAULT.withSchedule(schedule);
    GasOptions program = GasOptions.DEFAULT.with(simulation).with(ClusterOptions.DEFAULT);
    assertThat(Temoto.resolve(program.withBackend(ShmemBackend.NAME)))
        .returns(Schedule.THREADS, options -> SimulationOptions.of(options).schedule())
        .returns(ClusterOptions.DEFAULT, ClusterOptions::of);
    assertThat(Temoto.resolve(program.withBackend("simulated")))
        .returns(simulation, SimulationOptions::of);
  }

  @Test
  void shouldRefuseToGoWithoutTheChecker() {
    GasOptions checked = GasOptions.DEFAULT.with(SimulationOptions.DEFAULT.withRaceChecker(true));
    assertThatThrownBy(() -> Temoto.resolve(checked.withBackend(ShmemBackend.NAME)))
        .isInstanceOf(InvalidOptionException.class)
        .hasMessageContaining("raceChecker=true must be false");
  }

  @Test
  void shouldTakeTheNumberOfPesFromASlurmStep() {
    Map<String, String> step =
        Map.of("PMIX_RANK", "3", "SLURM_STEP_NUM_TASKS", "6", "SLURM_NTASKS", "96");
    assertThat(new ShmemBackend(step).resolve(GasOptions.DEFAULT).pes()).isEqualTo(6);
  }

  @Test
  void shouldRefuseASlurmStepWithoutPmiAndSayHowToStartIt() {
    Map<String, String> step = Map.of("SLURM_STEP_ID", "0", "SLURM_STEP_NUM_TASKS", "6");
    assertThat(new ShmemBackend(step).isLaunched()).isTrue();
    assertRefused(step, "6 processes without PMI", "srun --mpi=pmix");
  }

  @Test
  void shouldNotTakeAShellOfASlurmStepForALaunch() {
    Map<String, String> step = Map.of("SLURM_STEP_ID", "0", "SLURM_STEP_NUM_TASKS", "1");
    assertThat(new ShmemBackend(step).isLaunched()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"3G, 2147483648", "64M, 33554432", "1T, 4294967296"})
  void shouldHaveADefaultHeapThatFits(String symmetric, long heap) {
    Map<String, String> environment = launched();
    environment.put("SHMEM_SYMMETRIC_SIZE", symmetric);
    ShmemBackend backend = new ShmemBackend(environment);
    assertThat(backend.resolve(GasOptions.DEFAULT).heapBytes()).isEqualTo(heap);
    assertThat(backend.resolve(GasOptions.DEFAULT.withHeapBytes(8L << 30)).heapBytes())
        .isEqualTo(8L << 30);
  }

  @ParameterizedTest
  @CsvSource({
    "4096, 4096",
    "3K, 3072",
    "512M, 536870912",
    "2g, 2147483648",
    "1T, 1099511627776",
    "1.5g, 1610612736",
    ".5K, 512",
    "3.1M, 3250586",
    "512MB, 536870912",
    "00000000000000512M, 536870912"
  })
  void shouldReadTheSizeOfTheSymmetricMemory(String text, long bytes) {
    assertThat(new LaunchEnvironment(Map.of("SHMEM_SYMMETRIC_SIZE", text)).heapSize())
        .contains(bytes);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"much", "", "0", "0.0G", "-1", "1e9", "20kk", "99999999999999999999", "8388608T"})
  void shouldRefuseASizeThatIsNone(String size) {
    Map<String, String> environment = launched();
    environment.put("SHMEM_SYMMETRIC_SIZE", size);
    environment.put("SHMEM_SYMMETRIC_HEAP_SIZE", size);
    assertRefused(environment, "SHMEM_SYMMETRIC_SIZE=" + size + " must be", "bytes");
  }

  @Test
  void shouldRefuseAPlaceForTheHeapThatIsTaken() {
    try (Arena arena = Arena.ofConfined()) {
      Map<String, String> environment = launched();
      long taken = arena.allocate(1 << 20).address();
      environment.put(HeapPlace.VARIABLE, Long.toString(taken));
      assertRefused(environment, "memory of this JVM", HeapPlace.VARIABLE);
    }
  }

  @Test
  void shouldExplainEachSettingToTheDoctor() {
    assertThat(new ShmemBackend(Map.of()).diagnose()).isEmpty();
    assertThat(new ShmemBackend(launched()).diagnose())
        .allMatch(Diagnosis::ok)
        .extracting(Diagnosis::name)
        .containsExactly("shim", "memory hooks", "UCX signals", "symmetric memory", "heap address");
    assertThat(new ShmemBackend(Map.of("PMIX_RANK", "0", "PMI_SIZE", "2")).diagnose())
        .filteredOn(found -> !found.ok())
        .extracting(Diagnosis::name)
        .contains("shim", "memory hooks", "UCX signals");
  }

  private static Map<String, String> launched() {
    return new HashMap<>(
        Map.of(
            "OMPI_COMM_WORLD_SIZE",
            "7",
            "LD_PRELOAD",
            "/some/where/" + LaunchEnvironment.SHIM,
            "OMPI_MCA_opal_common_ucx_opal_mem_hooks",
            "0",
            "UCX_ERROR_SIGNALS",
            "",
            HeapPlace.VARIABLE,
            "0x600000000000"));
  }

  private static void assertRefused(Map<String, String> environment, String found, String mend) {
    assertThatThrownBy(() -> new ShmemBackend(environment).launch(GasOptions.DEFAULT, pe -> {}))
        .isInstanceOf(GasException.class)
        .hasMessageContaining(found)
        .hasMessageContaining(mend);
  }
}
