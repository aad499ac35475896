package org.temoto.gas.simulated.check;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Bytes that no program stores by chance. Those of each place of a memory are always the same. */
final class Pattern {
  /**
   * Few enough to stay in a cache; no power of two, as the distances that programs copy over are.
   */
  private static final int PERIOD = 65_528;

  static final MemorySegment BYTES = newBytes();

  private Pattern() {}

  private static MemorySegment newBytes() {
    MemorySegment bytes = Arena.global().allocate(PERIOD, Long.BYTES);
    for (long at = 0; at < PERIOD; at += Long.BYTES) {
      long value = (at + 0x5851F42D4C957F2DL) * 0x9E3779B97F4A7C15L ^ 0xA5A5_5A5A_C3C3_3C3CL;
      bytes.set(JAVA_LONG, at, value);
    }
    return bytes;
  }

  /** The place in {@link #BYTES} of byte {@code at} of a memory. */
  static long place(long at) {
    return at % PERIOD;
  }

  /** Up to this byte of a memory the pattern goes on in {@link #BYTES} as it stands there. */
  static long end(long at) {
    return at - place(at) + PERIOD;
  }
}
