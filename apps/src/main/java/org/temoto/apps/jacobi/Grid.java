package org.temoto.apps.jacobi;

import org.temoto.gas.Access;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.LocalView;
import org.temoto.gas.MemoryOptions;

/**
 * A square of {@code n} x {@code n} float64 in global memory, row by row; a value that tasks carry.
 */
record Grid(GlobalMemory memory, int n) {
  /** Allocates zeros, of which each PE owns its strip. Collective. */
  static Grid allocate(GlobalAddressSpace space, String name, int n) {
    int rowBytes = n * Double.BYTES;
    MemoryOptions options =
        MemoryOptions.of(name, (long) n * rowBytes)
            .withDistribution(Strip.distribution(n, rowBytes, space.options().pageSize()));
    return new Grid(space.allocate(options), n);
  }

  long rowBytes() {
    return (long) n * Double.BYTES;
  }

  /** Brings the rows [{@code first}, {@code end}) to hand. */
  LocalView localize(int first, int end, Access access) {
    return memory.localize(first * rowBytes(), (end - first) * rowBytes(), access);
  }
}
