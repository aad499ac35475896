package org.temoto.gas;

import java.util.List;

/**
 * Public record of options that few jobs need, attached to {@link GasOptions} by {@link
 * GasOptions#with}: those of the engine ({@link EngineOptions}), and those that one backend
 * understands. A group that the job's backend does not know is ignored, if it can be.
 */
public interface OptionGroup {
  /**
   * Options that a job goes without where its backend does not know the group, in words ({@code
   * schedule virtual}), if somebody could miss them: a warning names them. By default none.
   *
   * @throws InvalidOptionException if there are options that may not be ignored
   */
  default List<String> ignored() {
    return List.of();
  }
}
