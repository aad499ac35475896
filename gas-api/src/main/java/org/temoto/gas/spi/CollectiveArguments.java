package org.temoto.gas.spi;

import org.temoto.gas.GlobalAddressSpace;

/** Checks of arguments that must be the same on every PE. */
public final class CollectiveArguments {
  private CollectiveArguments() {}

  /**
   * Refuses {@code number}, the {@code what} of {@code name}, on all PEs if it differs between
   * them. Collective: a broadcast and a sum, within a call that the caller has entered.
   */
  public static void requireSame(GlobalAddressSpace space, String what, String name, long number) {
    long first = space.broadcast(number);
    if (space.sum(number == first ? 0 : 1)[0] != 0) {
      throw new IllegalArgumentException(
          "%s of \"%s\" must be the same on every PE: it is %s on PE 0, and %s"
              .formatted(
                  what,
                  name,
                  first,
                  number == first
                      ? "another on others"
                      : "%s on PE %s".formatted(number, space.pe())));
    }
  }
}
