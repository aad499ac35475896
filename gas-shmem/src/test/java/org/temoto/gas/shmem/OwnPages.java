package org.temoto.gas.shmem;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.temoto.gas.Access;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.LocalView;
import org.temoto.gas.Temoto;

/**
 * A program for a job: every PE fills its own pages, reads them again, and those of the next PE. It
 * prints what moved; a wrong value fails the job.
 */
final class OwnPages {
  private static final int PAGE = GasOptions.MIN_PAGE_SIZE;
  static final long OWN_BYTES = 16 * PAGE;

  private OwnPages() {}

  public static void main(String[] arguments) {
    GasOptions options =
        GasOptions.DEFAULT
            .withBackend(ShmemBackend.NAME)
            .withPageSize(PAGE)
            .withHeapBytes(Long.parseLong(arguments[0]));
    Temoto.launch(options, OwnPages::run);
  }

  private static void run(GlobalAddressSpace space) {
    GlobalMemory memory = space.allocate("pages", OWN_BYTES * space.pes());
    try (LocalView own = own(memory, space.pe(), Access.READ_WRITE)) {
      for (long i = 0; i < OWN_BYTES; i += Long.BYTES) {
        own.segment().set(JAVA_LONG, i, value(space.pe(), i));
      }
      own.commit();
    }
    check(memory, space.pe());
    GlobalAddressSpace.Statistics before = space.statistics();
    space.barrier();
    check(memory, (space.pe() + 1) % space.pes());
    check(memory, space.pe());
    GlobalAddressSpace.Statistics after = space.statistics();
    IO.println(
        "PE %d: aliased=%d copied=%d fetched=%d direct=%d."
            .formatted(
                space.pe(),
                after.bytesAliased(),
                after.bytesCopied(),
                after.bytesFetched() - before.bytesFetched(),
                after.bytesDirect() - before.bytesDirect()));
  }

  private static void check(GlobalMemory memory, int pe) {
    try (LocalView view = own(memory, pe, Access.READ)) {
      for (long i = 0; i < OWN_BYTES; i += Long.BYTES) {
        if (view.segment().get(JAVA_LONG, i) != value(pe, i)) {
          throw new IllegalStateException("byte " + i + " of PE " + pe + " is wrong");
        }
      }
    }
  }

  private static LocalView own(GlobalMemory memory, int pe, Access access) {
    return memory.localize(pe * OWN_BYTES, OWN_BYTES, access);
  }

  private static long value(int pe, long offset) {
    return offset * 31 + pe + 1;
  }
}
