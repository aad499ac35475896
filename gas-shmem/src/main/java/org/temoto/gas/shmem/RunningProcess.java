package org.temoto.gas.shmem;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A process of this host, watched through {@code /proc}: its number alone would also be that of a
 * later process, and of one that has ended while its parent does not ask after it.
 */
final class RunningProcess {
  /**
   * Place of the state among the fields after the name; {@link #START}: of the time of the start.
   */
  private static final int STATE = 0;

  private static final int START = 19;
  private static final String ENDED = "";

  /** For want of descriptors for one more file. */
  private static final String UNREADABLE = "unreadable";

  private final Path folder;
  private final String start;

  RunningProcess(long number) {
    folder = Path.of("/proc", Long.toString(number));
    start = startOf();
  }

  /**
   * Tells whether the process that had the number when this was made has not ended; where its start
   * could not be read, whether there is one of that number.
   */
  boolean isRunning() {
    String now = start.equals(ENDED) ? ENDED : startOf();
    return !now.equals(ENDED)
        && (now.equals(start) || now.equals(UNREADABLE) || start.equals(UNREADABLE));
  }

  private String startOf() {
    try {
      // The name of a program is cut at 15 bytes, and may be of any.
      String line = Files.readString(folder.resolve("stat"), StandardCharsets.ISO_8859_1);
      List<String> fields = List.of(line.substring(line.lastIndexOf(')') + 2).split(" ", -1));
      boolean ended = fields.get(STATE).equals("Z") || fields.get(STATE).equals("X");
      return ended ? ENDED : fields.get(START);
    } catch (IOException e) {
      return Files.exists(folder) ? UNREADABLE : ENDED;
    }
  }
}
