package org.temoto.apps.io;

import java.io.IOException;
import java.nio.file.Path;
import org.temoto.apps.BadInputException;
import org.temoto.gas.spi.file.Reason;

/** Refusals of files that are to be read, with their reasons. */
public final class InputFile {
  private InputFile() {}

  /** Refuses what is no regular file: a device or a pipe may have no end, or be read but once. */
  public static void requireRegular(Path path) {
    Reason.notRegular(path)
        .ifPresent(reason -> {
          throw new BadInputException(path + ": " + reason);
        });
  }

  /** The refusal of a file that cannot be read because of {@code e}. */
  public static BadInputException refused(Path path, IOException e) {
    return new BadInputException(path + ": cannot be read: " + Reason.of(e), e);
  }
}
