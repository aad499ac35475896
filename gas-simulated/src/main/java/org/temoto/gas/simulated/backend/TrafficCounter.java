package org.temoto.gas.simulated.backend;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.temoto.gas.spi.Traffic;

/** Counter of what one channel moves, by target. Written by the channel's strand, read by any. */
final class TrafficCounter {
  /** With more PEs nothing is counted: every channel of every PE would have as many counters. */
  static final int MOST_PES = 512;

  /** Opaque accesses: a reader must not see half of a count, nor an old one for ever. */
  private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(long[].class);

  private final int self;
  private final long[] bytes;
  private final long[] operations;

  /** Counter of a channel of PE {@code self}. */
  TrafficCounter(int self, int pes) {
    this.self = self;
    int counted = isKept(pes) ? pes : 0;
    bytes = new long[counted];
    operations = new long[counted];
  }

  static boolean isKept(int pes) {
    return pes <= MOST_PES;
  }

  /** An operation on {@code target} is issued. */
  void count(int target, long moved) {
    if (target != self && target < bytes.length) {
      add(bytes, target, moved);
      add(operations, target, 1);
    }
  }

  /** Adds what {@code other} has counted. By one strand at a time. */
  void add(TrafficCounter other) {
    for (int target = 0; target < bytes.length; target++) {
      add(bytes, target, (long) ELEMENT.getOpaque(other.bytes, target));
      add(operations, target, (long) ELEMENT.getOpaque(other.operations, target));
    }
  }

  private static void add(long[] counts, int target, long more) {
    ELEMENT.setOpaque(counts, target, (long) ELEMENT.getOpaque(counts, target) + more);
  }

  Traffic traffic() {
    return new Traffic(bytes, operations);
  }
}
