package org.temoto.gas.shmem;

import java.util.Optional;
import java.util.stream.Stream;
import org.temoto.gas.RefusedException;

/**
 * The addresses at which Open MPI puts the symmetric memory of every PE. It maps over whatever is
 * there: where the JVM has its heap, both would write to the same bytes.
 */
record HeapPlace(long start, long bytes) {
  static final String VARIABLE = "OMPI_MCA_sshmem_base_start_address";
  private static final long USUAL_START = 0xff000000L;
  private static final long USUAL_BYTES = 256L << 20;
  private static final int HEX = 16;

  static HeapPlace of(LaunchEnvironment environment) {
    String start = environment.variables().get(VARIABLE);
    return new HeapPlace(
        start == null ? USUAL_START : parse(start), environment.heapSize().orElse(USUAL_BYTES));
  }

  private static long parse(String start) {
    try {
      return Long.decode(start);
    } catch (NumberFormatException e) {
      throw new RefusedException(
          VARIABLE + "=" + start + " must be an address such as 0xff000000", e);
    }
  }

  /** Something of this process that is there, before the library is initialized. */
  Optional<String> occupant() {
    return occupant(MemoryMap.lines().stream());
  }

  /** The first range of {@code maps}, lines as the kernel has them, that is in this place. */
  Optional<String> occupant(Stream<String> maps) {
    return maps.map(line -> line.substring(0, line.indexOf(' ')))
        .filter(this::overlaps)
        .findFirst();
  }

  private boolean overlaps(String range) {
    int dash = range.indexOf('-');
    long from = Long.parseUnsignedLong(range, 0, dash, HEX);
    long to = Long.parseUnsignedLong(range, dash + 1, range.length(), HEX);
    return Long.compareUnsigned(from, start + bytes) < 0 && Long.compareUnsigned(to, start) > 0;
  }
}
