package org.temoto.gas.shmem;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.temoto.gas.GasException;
import org.temoto.gas.GasOptions;
import org.temoto.gas.spi.Backend;
import org.temoto.gas.spi.ProcessingElement;

/**
 * One PE per process, started by {@code oshrun} or {@code srun}. This version knows when it was
 * launched so, but has no OpenSHMEM transport yet: {@link #launch} always refuses.
 */
public final class ShmemBackend implements Backend {
  /**
   * What launchers set for each process that they start: Open MPI, PMIx, PMI. Not {@code
   * SLURM_PROCID}, which a batch script has too, though nothing there was launched as a PE.
   */
  static final List<String> LAUNCHER_VARIABLES =
      List.of("OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK");

  private final Map<String, String> environment;

  /** For the service loader. */
  public ShmemBackend() {
    this(System.getenv());
  }

  ShmemBackend(Map<String, String> environment) {
    this.environment = environment;
  }

  @Override
  public String name() {
    return "shmem";
  }

  @Override
  public boolean isLaunched() {
    return LAUNCHER_VARIABLES.stream().anyMatch(environment::containsKey);
  }

  /**
   * Always refuses.
   *
   * @throws GasException because this version has no OpenSHMEM transport
   */
  @Override
  public void launch(GasOptions options, Consumer<ProcessingElement> program) {
    throw new GasException(
        "backend=shmem: this version has no OpenSHMEM transport yet; use --backend simulated,"
            + " which needs no oshrun or srun");
  }
}
