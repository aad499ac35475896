package org.temoto.gas.spi;

import java.util.function.Consumer;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;

/**
 * Host of programs: a command that runs the main method of a user's program, and launches in its
 * own way what that asks for.
 */
@FunctionalInterface
public interface LaunchHost {
  /** The host of the program that the calling thread runs; unbound or null if there is none. */
  ScopedValue<LaunchHost> CURRENT = ScopedValue.newInstance();

  /** Called in place of {@link org.temoto.gas.Temoto#launch}. */
  void launch(GasOptions options, Consumer<GlobalAddressSpace> program);
}
