package org.temoto.task.program;

import java.util.ArrayList;
import java.util.List;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.GlobalRange;
import org.temoto.gas.LocalView;
import org.temoto.gas.LocalizeRequest;
import org.temoto.gas.Region;

/**
 * Where the units of a program are: in the pages of {@code first}, then in those of {@code second}.
 */
record Units(GlobalMemory first, GlobalMemory second) {
  GlobalMemory memory(int unit) {
    return unit < border() ? first : second;
  }

  private int border() {
    return first.pages() * RandomProgram.UNITS_PER_PAGE;
  }

  GlobalMemory memoryOfPage(int page) {
    return page < first.pages() ? first : second;
  }

  long pageOffset(int page) {
    int local = page < first.pages() ? page : page - first.pages();
    return (long) local * memoryOfPage(page).pageSize();
  }

  /**
   * The first byte of a unit in its memory; borders are odd, and the last unit of a page is
   * shorter.
   */
  long start(int unit) {
    return position(memory(unit), unit < border() ? unit : unit - border());
  }

  /** The byte after the last of a unit in its memory. */
  long end(int unit) {
    return position(memory(unit), (unit < border() ? unit : unit - border()) + 1);
  }

  private static long position(GlobalMemory memory, int unit) {
    int width = memory.pageSize() / RandomProgram.UNITS_PER_PAGE + 1;
    int page = unit / RandomProgram.UNITS_PER_PAGE;
    long at =
        (long) page * memory.pageSize() + (long) (unit % RandomProgram.UNITS_PER_PAGE) * width;
    return Math.min(at, memory.byteSize());
  }

  /** A view of units of one memory. */
  LocalView localize(Pieces at, Access access) {
    return region(at).localize(access);
  }

  /** The same, asked for. */
  LocalizeRequest<LocalView> request(Pieces at, Access access) {
    return region(at).localizeAsync(access);
  }

  private Region region(Pieces at) {
    List<GlobalRange> ranges = new ArrayList<>();
    for (int i = 0; i < at.count(); i++) {
      ranges.add(memory(at.lo(i)).range(start(at.lo(i)), end(at.hi(i) - 1) - start(at.lo(i))));
    }
    return ranges.size() == 1
        ? ranges.getFirst()
        : isStrided(ranges) ? strided(ranges) : new Region.Ranges(ranges);
  }

  private static boolean isStrided(List<GlobalRange> ranges) {
    GlobalRange first = ranges.getFirst();
    long stride = ranges.get(1).offset() - first.offset();
    for (int i = 0; i < ranges.size(); i++) {
      if (ranges.get(i).length() != first.length()
          || ranges.get(i).offset() != first.offset() + i * stride) {
        return false;
      }
    }
    return true;
  }

  private static Region strided(List<GlobalRange> ranges) {
    GlobalRange first = ranges.getFirst();
    return new Region.Strided(
        first.memory(),
        first.offset(),
        first.length(),
        ranges.get(1).offset() - first.offset(),
        ranges.size());
  }
}
