package org.temoto.task.pattern.sort;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.GlobalRange;
import org.temoto.gas.LocalView;
import org.temoto.gas.Request;

/** A global array of keys whose type is known when the program runs; a value that tasks carry. */
public record Keys(ElementType type, GlobalRange range) {
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

  /** The PE where the first key is at home; the first of all if there is none. */
  int home() {
    return isEmpty() ? 0 : range.home();
  }

  /** Brings all keys to hand. */
  public LocalView localize(Access access) {
    return range.localize(access);
  }

  /**
   * Sends for the keys of several ranges, which are localized in parts, or awaited; with one wait
   * for all that are of one memory.
   */
  static List<Request<LocalView>> request(List<Keys> ranges) {
    List<GlobalRange> regions = ranges.stream().map(Keys::range).toList();
    GlobalMemory memory = regions.getFirst().memory();
    if (regions.stream().allMatch(region -> region.memory() == memory)) {
      return memory.localizeAsync(regions, Access.READ);
    }
    List<Request<LocalView>> requests = new ArrayList<>();
    try {
      regions.forEach(region -> requests.add(region.localizeAsync(Access.READ)));
    } catch (RuntimeException failed) {
      requests.forEach(Request::close);
      throw failed;
    }
    return requests;
  }

  /**
   * The place where part {@code part} of {@code parts} about equal ones begins; see {@link #cut}.
   */
  public long start(int part, int parts) {
    if (part == 0 || part == parts) {
      return part == 0 ? 0 : length();
    }
    long length = length();
    return cut(length / parts * part + length % parts * part / parts, parts);
  }

  /**
   * A place near {@code index} to cut at in {@code parts} parts: where the pages of another PE
   * begin, so that either side is at home somewhere; else where a page of the memory begins, so
   * that two tasks seldom write to one page, unless the parts are too short for that.
   */
  public long cut(long index, int parts) {
    int pageSize = range.memory().pageSize();
    if (range.length() < (long) parts * pageSize) {
      return index;
    }
    long bytes = range.offset() + index * type.bytes();
    long nearest = bytes + pageSize / 2 - (bytes + pageSize / 2) % pageSize;
    long most = range.length() / (2L * parts);
    long before = homeStart(bytes - bytes % pageSize, -pageSize, bytes - most);
    long after = homeStart(bytes - bytes % pageSize, pageSize, bytes + most);
    if (before >= bytes - most && bytes - before <= after - bytes) {
      nearest = before;
    } else if (after <= bytes + most) {
      nearest = after;
    }
    return Math.max(0, nearest - range.offset()) / type.bytes();
  }

  /**
   * Start of the pages of a PE, downwards or upwards from the page at byte {@code page} of the
   * memory; beyond {@code limit} if that is not before.
   *
   * @param step of a page, negative for downwards
   */
  private long homeStart(long page, int step, long limit) {
    GlobalMemory memory = range.memory();
    int home = memory.home(page);
    long inside = page;
    long reach = step;
    while (isWithin(inside + reach, step, limit) && memory.home(inside + reach) == home) {
      inside += reach;
      reach *= 2;
    }
    while (reach != step) {
      reach /= 2;
      if (isWithin(inside + reach, step, limit) && memory.home(inside + reach) == home) {
        inside += reach;
      }
    }
    return step > 0 ? inside + step : inside;
  }

  private boolean isWithin(long page, int step, long limit) {
    return page >= 0
        && page < range.memory().byteSize()
        && (step > 0 ? page <= limit : page > limit - range.memory().pageSize());
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
}
