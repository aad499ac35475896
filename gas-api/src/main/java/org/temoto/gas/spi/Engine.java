package org.temoto.gas.spi;

import java.util.function.Consumer;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;

/** Implementation of address spaces over any {@link Backend}, found by the service loader. */
public interface Engine {
  /** The options that a job has with what its backend decides, such as the number of PEs. */
  GasOptions resolve(GasOptions options);

  /**
   * Runs {@code program} once on every PE that lives in this process, each with its own space.
   *
   * @throws RuntimeException the first failure of any PE
   */
  void launch(GasOptions options, Consumer<GlobalAddressSpace> program);
}
