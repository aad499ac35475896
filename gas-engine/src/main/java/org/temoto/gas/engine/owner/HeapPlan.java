package org.temoto.gas.engine.owner;

import org.temoto.gas.Distribution;

/**
 * Layout of what one memory takes of each PE's symmetric heap: a block of home frames, spare
 * frames, directory words, and the bitmap of the spare frames. The same on every PE. Sizes that no
 * long holds are {@link Long#MAX_VALUE}, which no heap has.
 *
 * @param home frames for the pages that a PE manages, as many as the PE with the most has
 * @param spare frames for pages that migrate to the PE
 */
public record HeapPlan(int pageShift, long home, long spare) {
  /** Between parts that different PEs change. */
  private static final int LINE = 128;

  private static final int BITS = Long.SIZE;

  /**
   * A plan with {@code spareFrames} as many spare frames as home frames, rounded down, but at least
   * one if any are wanted.
   */
  public static HeapPlan of(int pageShift, long home, double spareFrames) {
    long spare = spareFrames == 0 ? 0 : Math.max(1, (long) (home * spareFrames));
    return new HeapPlan(pageShift, home, spare);
  }

  /**
   * The largest number of pages that one PE manages; of a function of the program's own, which has
   * not been asked, the least that it can be.
   */
  public static long mostManaged(Distribution distribution, long pages, int pes) {
    return switch (distribution) {
      case Distribution.Block _, Distribution.Custom _ -> Math.ceilDiv(pages, pes);
      case Distribution.BlockCyclic cyclic -> {
        long round = (long) cyclic.blockPages() * pes;
        yield pages / round * cyclic.blockPages() + Math.min(pages % round, cyclic.blockPages());
      }
    };
  }

  public long frames() {
    return home + spare;
  }

  /** Bytes of the frames of the pages that a PE manages: its share of the memory. */
  public long shareBytes() {
    return frameBytes(home);
  }

  /** Bytes of the spare frames. */
  public long spareBytes() {
    return frameBytes(spare);
  }

  /** Bytes of the directory words, and of the bitmap. */
  public long directoryBytes() {
    return align(home * Long.BYTES) + align(bitmapWords() * Long.BYTES);
  }

  /** Bytes of the block. */
  public long bytes() {
    long frames = frameBytes(frames());
    return frames > Long.MAX_VALUE - directoryBytes() ? Long.MAX_VALUE : frames + directoryBytes();
  }

  /** Place of the directory words in the block, behind the frames. */
  long directory() {
    return frameBytes(frames());
  }

  /** Place of the bitmap in the block. */
  long bitmap() {
    return directory() + align(home * Long.BYTES);
  }

  long bitmapWords() {
    return Math.ceilDiv(spare, BITS);
  }

  private long frameBytes(long count) {
    return count > Long.MAX_VALUE >> pageShift ? Long.MAX_VALUE : count << pageShift;
  }

  private static long align(long bytes) {
    return Math.ceilDiv(bytes, LINE) * LINE;
  }

  @Override
  public String toString() {
    return "share %s, spare frames %s, directory words %s bytes"
        .formatted(shareBytes(), spareBytes(), directoryBytes());
  }
}
