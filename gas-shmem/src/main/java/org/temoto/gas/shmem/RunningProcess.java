package org.temoto.gas.shmem;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A process of this host, watched through {@code /proc}: its number alone would also be that of a
 * later process, and of one that has ended while its parent does not ask after it.
 */
final class RunningProcess {
  /** Of what follows the name: the state, and the time of the start. */
  private static final int STATE = 0;

  private static final int START = 19;
  private static final String ENDED = "";

  private final Path folder;
  private final String start;

  RunningProcess(long number) {
    folder = Path.of("/proc", Long.toString(number));
    start = startOf(ENDED);
  }

  /** Whether the process that had the number when this was made has not ended. */
  boolean isRunning() {
    return !start.equals(ENDED) && startOf(start).equals(start);
  }

  /** When the process started; {@code unknown} if nothing can be read, though it is there. */
  private String startOf(String unknown) {
    try {
      String line = Files.readString(folder.resolve("stat"));
      List<String> fields = List.of(line.substring(line.lastIndexOf(')') + 2).split(" ", -1));
      boolean ended = fields.get(STATE).equals("Z") || fields.get(STATE).equals("X");
      return ended ? ENDED : fields.get(START);
    } catch (IOException e) { // for want of it, or of descriptors for one more file
      return Files.exists(folder) ? unknown : ENDED;
    }
  }
}
