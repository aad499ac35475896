package org.temoto.gas.spi;

import java.util.List;
import java.util.function.Consumer;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GasOptions.OptionGroup;

/**
 * A way to run the processing elements of a job: found by {@link java.util.ServiceLoader}, chosen
 * by {@link #name()}.
 */
public interface Backend {
  /** The name by which an option selects this backend, for example {@code simulated}. */
  String name();

  /**
   * Tells whether this process was started by this backend's own launcher, so that it is the
   * default choice.
   */
  boolean isLaunched();

  /**
   * The groups of options that this backend knows, as they are where nothing is attached. A job on
   * another backend ignores or refuses such a group.
   */
  default List<OptionGroup> defaultGroups() {
    return List.of();
  }

  /** The options that a job has here: those that are not for the program to choose filled in. */
  default GasOptions resolve(GasOptions options) {
    return options.withBackend(name());
  }

  /**
   * Tells whether this process has what its backend's launcher should have given it; empty where
   * nothing is needed. Looks only, and loads nothing.
   */
  default List<Diagnosis> diagnose() {
    return List.of();
  }

  /**
   * Runs {@code program} once for every PE that lives in this process and returns when all of them
   * have ended. If one fails, the job is aborted: every wait of every other PE ends with {@link
   * JobAbortedException}, and the first failure is thrown here.
   */
  void launch(GasOptions options, Consumer<ProcessingElement> program);
}
