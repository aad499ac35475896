package org.temoto.gas.shmem;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.temoto.gas.spi.LibraryFunction;

/**
 * The shared memory that the library has mapped into this process: the symmetric memory of the PEs
 * of this host, and what carries messages between them.
 *
 * @param ids of segments of System V
 * @param files of others, where they still have a name
 */
record SharedSegments(Set<Integer> ids, Set<String> files) {
  /** A line of the map: the inode, which is a segment's id, and the path. */
  private static final Pattern LINE = Pattern.compile("(?:\\S+ +){4}(\\d+) +(/.*)");

  /** Segments without a key; others are not the library's. */
  private static final String SYSTEM_V = "/SYSV00000000";

  private static final Pattern FILE =
      Pattern.compile("/dev/shm/(?:ucx_shm_posix_|vader_segment\\.|sm_segment\\.)[^/ ]+");

  private static final int IPC_SET = 1;
  private static final int IPC_STAT = 2;

  /** More than a {@code struct shmid_ds} has anywhere, and where the mode is in it on Linux. */
  private static final long DESCRIPTION_BYTES = 512;

  private static final long MODE = 20;
  private static final int OTHERS = 077;

  private static final LibraryFunction CONTROL = LibraryFunction.ofInt("shmctl");

  /** Finds the segments that are mapped now. */
  static SharedSegments find() {
    return parse(MemoryMap.lines());
  }

  static SharedSegments parse(List<String> map) {
    Set<Integer> ids = new TreeSet<>();
    Set<String> files = new TreeSet<>();
    for (String line : map) {
      Matcher matcher = LINE.matcher(line);
      if (matcher.matches()) {
        String path = matcher.group(2);
        if (path.startsWith(SYSTEM_V)) {
          ids.add((int) Long.parseLong(matcher.group(1)));
        } else if (FILE.matcher(path).matches()) {
          files.add(path);
        }
      }
    }
    return new SharedSegments(ids, files);
  }

  /** Lets only this user attach them: UCX makes segments of System V for the group too. */
  void closeToOthers() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment description = arena.allocate(DESCRIPTION_BYTES, Long.BYTES);
      for (int id : ids) {
        if (CONTROL.call(id, IPC_STAT, description.address()).failed()) {
          continue; // of a PE that has ended since
        }
        int mode = description.get(ValueLayout.JAVA_INT, MODE);
        description.set(ValueLayout.JAVA_INT, MODE, mode & ~OTHERS);
        if ((mode & OTHERS) != 0) {
          var _ = CONTROL.call(id, IPC_SET, description.address());
        }
      }
    }
  }
}
