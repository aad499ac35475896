package org.temoto.apps.sort;

import org.temoto.apps.Mix;
import org.temoto.apps.OwnedParts;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.LocalView;
import org.temoto.task.pattern.sort.KeyKernels;
import org.temoto.task.pattern.sort.Keys;

/**
 * Check of an array without sorting it: whether it is ascending, and a hash of its keys that does
 * not depend on their order. Each PE looks at the keys that it owns. A sort is right if its output
 * is ascending and the hashes of input and output agree.
 *
 * @param sum the sum of the keys' hashes; lost, doubled or changed keys alter it
 * @param xor of the keys' hashes, under another mixing
 * @param descents how many keys are smaller than the one before them
 */
public record KeyCheck(long sum, long xor, long descents) {
  private static final long OTHER = 0x2545F4914F6CDD1DL;

  /** Looks at all of {@code keys}. Collective, after a barrier. */
  public static KeyCheck of(Keys keys) {
    Accumulator own = new Accumulator(keys);
    OwnedParts.forEach(keys.range().memory(), keys.range().length(), keys.type().bytes(), own::add);
    GlobalAddressSpace space = keys.range().memory().space();
    long[] sums = space.sum(own.sum, own.descents);
    return new KeyCheck(sums[0], xor(space, own.xor), sums[1]);
  }

  /** Exclusive or over all PEs by sums: a bit of it is the parity of the PEs that have the bit. */
  private static long xor(GlobalAddressSpace space, long own) {
    long[] bits = new long[Long.SIZE];
    for (int bit = 0; bit < Long.SIZE; bit++) {
      bits[bit] = own >>> bit & 1;
    }
    long[] counts = space.sum(bits);
    long result = 0;
    for (int bit = 0; bit < Long.SIZE; bit++) {
      result |= (counts[bit] & 1) << bit;
    }
    return result;
  }

  /** Tells whether no key is smaller than the one before it. */
  public boolean isAscending() {
    return descents == 0;
  }

  /** Tells whether {@code other} has, as far as hashes can tell, the same keys, each as often. */
  public boolean hasSameKeys(KeyCheck other) {
    return sum == other.sum && xor == other.xor;
  }

  /** One PE's share of the sums. */
  private static final class Accumulator {
    private final Keys keys;
    private long sum;
    private long xor;
    private long descents;

    Accumulator(Keys keys) {
      this.keys = keys;
    }

    void add(long offset, long length) {
      long first = offset / keys.type().bytes();
      long before = first == 0 ? Long.MIN_VALUE : keys.order(first - 1);
      try (LocalView view = keys.range().slice(offset, length).localize(Access.READ)) {
        for (long i = 0; i < length / keys.type().bytes(); i++) {
          long key = KeyKernels.order(keys.type(), view.segment(), i);
          descents += key < before ? 1 : 0;
          before = key;
          sum += Mix.bits(key);
          xor ^= Mix.bits(key * OTHER + 1);
        }
      }
    }
  }
}
