package org.temoto.gas.shmem;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.temoto.gas.GasException;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GasOptions.OptionGroup;
import org.temoto.gas.PeFailedException;
import org.temoto.gas.cluster.ClusterOptions;
import org.temoto.gas.spi.Backend;
import org.temoto.gas.spi.Diagnosis;
import org.temoto.gas.spi.ProcessingElement;

/**
 * Backend with one PE per process, started by {@code oshrun} or {@code srun}; the launcher decides
 * how many. The library is initialized at the first launch and finalized when the JVM ends;
 * launches may follow each other, in the same order on every PE.
 *
 * <p>If a PE fails, its launch throws that failure, with a {@link PeFailedException} that names the
 * place among its suppressed ones; everywhere else the launch throws a {@link PeFailedException}.
 * If a strand does not come to its end then, its process ends, and the launcher ends the job.
 */
public final class ShmemBackend implements Backend {
  public static final String NAME = "shmem";

  private final LaunchEnvironment environment;

  /** For the service loader. */
  public ShmemBackend() {
    this(System.getenv());
  }

  ShmemBackend(Map<String, String> environment) {
    this.environment = new LaunchEnvironment(environment);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<OptionGroup> defaultGroups() {
    return List.of(ClusterOptions.DEFAULT);
  }

  @Override
  public boolean isLaunched() {
    return environment.isLaunched();
  }

  /**
   * The launcher has decided the number of PEs, and how much symmetric memory there is: a heap of
   * the default size becomes smaller where it would not fit.
   */
  @Override
  public GasOptions resolve(GasOptions options) {
    GasOptions named = ShmemProperties.apply(options.withBackend(NAME));
    if (!environment.isPe()) {
      return named;
    }
    OptionalInt pes = environment.pes();
    GasOptions counted = pes.isPresent() ? named.withPes(pes.getAsInt()) : named;
    return options.heapBytes() == GasOptions.DEFAULT.heapBytes()
        ? counted.withHeapBytes(Math.min(options.heapBytes(), environment.defaultHeap()))
        : counted;
  }

  @Override
  public List<Diagnosis> diagnose() {
    if (environment.isAlone()) {
      return List.of(environment.alone());
    }
    if (!isLaunched()) {
      return List.of();
    }
    return Shmem.hasBegun() ? environment.settings() : environment.diagnose();
  }

  /**
   * Runs {@code program} on this PE. Collective.
   *
   * @throws GasException if this process was not started as a PE, there is no OpenSHMEM library, or
   *     the heap does not fit into its symmetric memory
   */
  @Override
  public void launch(GasOptions options, Consumer<ProcessingElement> program) {
    GasOptions chosen = ShmemProperties.apply(options);
    new Launch(Shmem.get(environment, ClusterOptions.of(chosen).threads()), chosen).run(program);
  }
}
