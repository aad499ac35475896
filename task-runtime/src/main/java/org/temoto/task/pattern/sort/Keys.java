package org.temoto.task.pattern.sort;

import java.lang.foreign.MemorySegment;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalRange;
import org.temoto.gas.LocalView;
import org.temoto.gas.PendingWrite;
import org.temoto.task.pattern.ElementType;

/** A global array of keys whose type is known when the program runs; a value that tasks carry. */
public record Keys(ElementType type, GlobalRange range) {
  /** Shorter parts are cut anywhere: a page more or less would make them too unequal. */
  private static final int MIN_PAGES_TO_ALIGN = 4;

  public long length() {
    return range.length() / type.bytes();
  }

  public boolean isEmpty() {
    return range.length() == 0;
  }

  /** The keys [{@code from}, {@code to}). */
  public Keys slice(long from, long to) {
    return new Keys(type, range.slice(from * type.bytes(), (to - from) * type.bytes()));
  }

  /** Brings all keys to hand. */
  public LocalView localize(Access access) {
    return range.localize(access);
  }

  /** Room for new keys in place of all of these. */
  PendingWrite startWrite() {
    return range.startWrite();
  }

  /** Where part {@code part} of {@code parts} about equal ones begins; see {@link #cut}. */
  public long start(int part, int parts) {
    if (part == 0 || part == parts) {
      return part == 0 ? 0 : length();
    }
    return cut(length() * part / parts, parts);
  }

  /**
   * A place near {@code index} to cut at in {@code parts} parts: where a page of the memory begins,
   * so that two tasks seldom write to one page, unless the parts are too short for that.
   */
  public long cut(long index, int parts) {
    int pageSize = range.memory().pageSize();
    if (range.length() < (long) MIN_PAGES_TO_ALIGN * parts * pageSize) {
      return index;
    }
    long bytes = range.offset() + index * type.bytes() + pageSize / 2;
    return Math.max(0, bytes - bytes % pageSize - range.offset()) / type.bytes();
  }

  /**
   * The key at {@code index} as an integer that is ordered as the keys are; does not bring its
   * page.
   */
  public long order(long index) {
    MemorySegment key = MemorySegment.ofArray(new long[1]).asSlice(0, type.bytes());
    range.read(index * type.bytes(), key);
    return KeyKernels.order(type, key, 0);
  }

  /** The same of the key at {@code index} of keys of this type that are at hand. */
  public long order(MemorySegment atHand, long index) {
    return KeyKernels.order(type, atHand, index);
  }
}
