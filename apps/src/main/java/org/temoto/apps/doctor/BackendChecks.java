package org.temoto.apps.doctor;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicLong;
import org.temoto.gas.Access;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.LocalView;
import org.temoto.gas.Temoto;
import org.temoto.gas.spi.Backend;

/** Checks of which backends there are, and whether two simulated PEs can exchange a page. */
final class BackendChecks {
  private static final int PES = 2;
  private static final long MEMORY = 1L << 20;
  private static final long HEAP = 32L << 20;
  private static final long PROBE = 0x74656D6F746FL;

  private BackendChecks() {}

  static List<Check> all() {
    return List.of(backends(), exchange());
  }

  private static Check backends() {
    List<String> names =
        ServiceLoader.load(Backend.class).stream()
            .map(found -> found.get().name())
            .sorted()
            .toList();
    return Check.of(
            "backends",
            !names.isEmpty(),
            names.isEmpty() ? "none" : String.join(", ", names),
            "the class path is incomplete; start it by ./temoto")
        .asNeeded();
  }

  private static Check exchange() {
    AtomicLong copied = new AtomicLong();
    try {
      GasOptions options =
          GasOptions.DEFAULT.withBackend("simulated").withPes(PES).withHeapBytes(HEAP);
      Temoto.launch(options, space -> exchange(space, copied));
    } catch (RuntimeException | Error e) {
      return Check.of("simulated PEs", false, "do not run", "" + e.getMessage()).asNeeded();
    }
    return Check.of(
        "simulated PEs",
        copied.get() == 0,
        copied.get() == 0
            ? "exchange pages; own pages are aliased, not copied"
            : "exchange pages; own pages are copied (" + copied + " bytes)",
        "works, but slower: this kernel refuses to map memory twice (mremap)");
  }

  /** Each PE writes to the page of the next one and reads what was written to its own. */
  private static void exchange(GlobalAddressSpace space, AtomicLong copied) {
    try (GlobalMemory memory = space.allocate("doctor", MEMORY)) {
      long share = MEMORY / PES;
      try (LocalView next = word(memory, (space.pe() + 1) % PES * share, Access.WRITE)) {
        next.segment().set(JAVA_LONG, 0, PROBE + space.pe());
        next.commit();
      }
      space.barrier();
      try (LocalView own = word(memory, space.pe() * share, Access.READ)) {
        long found = own.segment().get(JAVA_LONG, 0);
        if (found != PROBE + (space.pe() + 1) % PES) {
          throw new IllegalStateException("a page has " + found + " where another PE wrote");
        }
      }
      copied.set(space.totalStatistics().bytesCopied());
    }
  }

  private static LocalView word(GlobalMemory memory, long offset, Access access) {
    return memory.localize(offset, Long.BYTES, access);
  }
}
