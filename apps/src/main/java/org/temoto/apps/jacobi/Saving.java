package org.temoto.apps.jacobi;

import java.nio.file.Path;
import java.util.Objects;
import org.temoto.gas.InvalidOptionException;

/**
 * Options of how an iteration is kept for another job to go on with.
 *
 * @param folder of the checkpoint
 * @param every so many steps a checkpoint is written, and after the last
 * @param resume whether to begin with the checkpoint that is there
 */
public record Saving(Path folder, int every, boolean resume) {
  public Saving {
    Objects.requireNonNull(folder, "folder");
    if (every < 1) {
      throw new InvalidOptionException("checkpointEvery", every, "at least 1");
    }
  }
}
