package org.temoto.task.pattern;

import java.util.SplittableRandom;
import org.temoto.gas.Distribution;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.MemoryOptions;
import org.temoto.gas.array.GlobalArray;
import org.temoto.task.pattern.sort.ElementType;

/**
 * Array and policy that patterns are tried on.
 *
 * @param before elements of the memory before the array's first one
 * @param blockPages pages that follow each other on one PE; 0 for equal shares
 * @param seed of the values
 */
record Setting(
    ElementType type, int before, int length, int blockPages, Patterns.Policy policy, long seed) {
  private static final int MOST = 500;

  /** Small numbers, both signs. */
  long[] values() {
    SplittableRandom random = new SplittableRandom(seed);
    return random.longs(length, -MOST, MOST).toArray();
  }

  /**
   * Another array for this setting, elements after it included that nobody may touch. Collective.
   */
  GlobalArray<?, ?> allocate(GlobalAddressSpace space, String name, ElementType other, int first) {
    Distribution distribution =
        blockPages == 0 ? Distribution.block() : Distribution.blockCyclic(blockPages);
    long bytes = (long) (first + length + 1) * other.bytes();
    return Numbers.array(
        other,
        space
            .allocate(MemoryOptions.of(name, bytes).withDistribution(distribution))
            .range((long) first * other.bytes(), (long) length * other.bytes()));
  }

  GlobalArray<?, ?> allocate(GlobalAddressSpace space, String name) {
    return allocate(space, name, type, before);
  }
}
