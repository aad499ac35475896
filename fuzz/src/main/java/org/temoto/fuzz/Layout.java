package org.temoto.fuzz;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.GlobalRange;
import org.temoto.gas.LocalView;
import org.temoto.gas.Region;
import org.temoto.gas.Request;

/** Places of the units of a program: in its memories, one after the other. */
record Layout(Program program, List<GlobalMemory> memories) {
  GlobalMemory memory(int unit) {
    return memories.get(program.memoryOf(unit));
  }

  /** The first byte of a unit in its memory; borders are odd. */
  long start(int unit) {
    int memory = program.memoryOf(unit);
    return program.memories().get(memory).position(unit - program.firstUnit(memory));
  }

  /** The byte after the last of a unit in its memory. */
  long end(int unit) {
    int memory = program.memoryOf(unit);
    return program.memories().get(memory).position(unit - program.firstUnit(memory) + 1);
  }

  /** Moves a page, counted through all memories. */
  void migrate(int page, int pe) {
    int local = page;
    int memory = 0;
    while (local >= memories.get(memory).pages()) {
      local -= memories.get(memory).pages();
      memory++;
    }
    GlobalMemory of = memories.get(memory);
    of.migrate((long) local * of.pageSize(), 1, pe);
  }

  /** A view of units of one memory. */
  LocalView localize(Pieces at, Access access) {
    return region(at).localize(access);
  }

  /** A view of all units of that memory. */
  LocalView localizeAll(Pieces at, Access access) {
    GlobalMemory of = memory(at.lo(0));
    return of.localize(0, of.byteSize(), access);
  }

  /** A view of units of one memory, asked for. */
  Request<LocalView> request(Pieces at, Access access) {
    return region(at).localizeAsync(access);
  }

  /** The number of bytes that the units have together. */
  long bytes(Pieces at) {
    long bytes = 0;
    for (int unit : at.units()) {
      bytes += end(unit) - start(unit);
    }
    return bytes;
  }

  /** Index set of all bytes of units. */
  Region gathered(Pieces at) {
    long[] bytes =
        Arrays.stream(at.units())
            .boxed()
            .flatMapToLong(unit -> LongStream.range(start(unit), end(unit)))
            .toArray();
    return memory(at.lo(0)).gather(0, 1, bytes);
  }

  Region region(Pieces at) {
    List<GlobalRange> ranges = new ArrayList<>();
    for (int i = 0; i < at.count(); i++) {
      long from = start(at.lo(i));
      ranges.add(memory(at.lo(i)).range(from, end(at.hi(i) - 1) - from));
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
