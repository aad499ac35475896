package org.temoto.gas;

/**
 * Public record of options that few jobs need, attached to {@link GasOptions} by {@link
 * GasOptions#with}: those of the engine ({@link EngineOptions}), and those that one backend
 * understands. A group that the job's backend does not know is ignored, if it can be.
 */
public interface OptionGroup {
  /**
   * Refuses values that may not be ignored; called where the job's backend does not know the group.
   * By default all may.
   *
   * @throws InvalidOptionException if there are any
   */
  default void requireIgnorable() {}
}
