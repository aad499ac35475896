package org.temoto.gas;

import java.util.ServiceLoader;
import java.util.function.Consumer;
import org.temoto.gas.spi.Engine;
import org.temoto.gas.spi.LaunchHost;
import org.temoto.gas.spi.ServiceFiles;

/**
 * Entry to the library: runs SPMD programs on global address spaces. The engine and its backends
 * are found by the service loader.
 */
public final class Temoto {
  private Temoto() {}

  /**
   * Runs {@code program} once on every PE that lives in this process, each with its own object of
   * the space; returns when all have ended.
   *
   * @throws InvalidOptionException if the backend cannot do what the options ask for
   * @throws RefusedException if there is no engine, or no backend of that name
   * @throws RuntimeException the first failure of any PE
   */
  public static void launch(GasOptions options, Consumer<GlobalAddressSpace> program) {
    LaunchHost host = LaunchHost.CURRENT.isBound() ? LaunchHost.CURRENT.get() : null;
    if (host == null) {
      engine().launch(options, program);
    } else {
      host.launch(options, program);
    }
  }

  /**
   * The options that a job with {@code options} has in effect: with the backend that would run it
   * and the number of PEs, which a cluster's launcher decides.
   *
   * @throws InvalidOptionException if the backend cannot do what they ask for
   * @throws RefusedException if there is no engine, or no backend of that name
   */
  public static GasOptions resolve(GasOptions options) {
    return engine().resolve(options);
  }

  /** The engine of the context class loader, or, if that sees none, of the library's own. */
  private static Engine engine() {
    ClassLoader context = ServiceFiles.of(Thread.currentThread().getContextClassLoader());
    return ServiceLoader.load(Engine.class, context)
        .findFirst()
        .or(() -> ServiceLoader.load(Engine.class, Temoto.class.getClassLoader()).findFirst())
        .orElseThrow(() ->
            new RefusedException(
                "no engine is there: add temoto-gas-simulated or temoto-gas-shmem, which bring it, to"
                    + " the class path"));
  }
}
