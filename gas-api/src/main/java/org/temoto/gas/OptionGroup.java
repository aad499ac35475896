package org.temoto.gas;

/**
 * Record of options that few jobs need, attached to {@link GasOptions} by {@link GasOptions#with}:
 * those of the engine ({@link EngineOptions}), and those that one backend understands. A group that
 * the job's backend does not know has no effect, unless it refuses the backend.
 */
public interface OptionGroup {
  /**
   * Refuses values that a job on {@code backend} cannot have; by default none.
   *
   * @throws InvalidOptionException if there are any
   */
  default void requirePossibleOn(String backend) {}
}
