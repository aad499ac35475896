package org.temoto.gas.shmem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.gas.GasException;
import org.temoto.gas.GasOptions;
import org.temoto.gas.spi.Backend;

class ShmemBackendTest {
  @Test
  void shouldBeFoundByTheServiceLoader() {
    assertThat(ServiceLoader.load(Backend.class))
        .anySatisfy(backend -> assertThat(backend).isInstanceOf(ShmemBackend.class));
  }

  @ParameterizedTest
  @ValueSource(strings = {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK"})
  void shouldKnowItsLaunchers(String variable) {
    assertThat(new ShmemBackend(Map.of(variable, "0")).isLaunched()).isTrue();
  }

  @Test
  void shouldNotTakeABatchScriptForALaunch() {
    assertThat(new ShmemBackend(Map.of("SLURM_PROCID", "0")).isLaunched()).isFalse();
  }

  @Test
  void shouldRefuseToLaunchAndSayWhatToUse() {
    assertThatThrownBy(() -> new ShmemBackend().launch(GasOptions.DEFAULT, pe -> {}))
        .isInstanceOf(GasException.class)
        .hasMessageContaining("no OpenSHMEM transport")
        .hasMessageContaining("--backend simulated");
  }
}
