package org.temoto.gas.engine;

import java.util.BitSet;
import org.temoto.gas.Buffers;
import org.temoto.gas.GasOptions;
import org.temoto.gas.MemoryOptions;
import org.temoto.gas.OwnershipPolicy;
import org.temoto.gas.RefusedException;
import org.temoto.gas.engine.cache.PageTable;
import org.temoto.gas.engine.coherence.PagedMemory;
import org.temoto.gas.engine.memory.PrefaultBudget;
import org.temoto.gas.engine.memory.ViewMemory;
import org.temoto.gas.engine.owner.Directory;
import org.temoto.gas.engine.owner.DirectoryWord;
import org.temoto.gas.engine.owner.FrameUse;
import org.temoto.gas.engine.owner.Frames;
import org.temoto.gas.engine.owner.PageMap;
import org.temoto.gas.engine.transfer.Carriers;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.SymmetricHeap;

/**
 * Lays out a memory: directory, frames, view, and which pages appear in the view without a copy.
 */
final class Allocator {
  /** More mappings than this are not made for one memory: the kernel allows 65,530 per process. */
  private static final int MOST_MAPPINGS = 4096;

  private final ProcessingElement pe;
  private final GasOptions options;
  private final FrameUse use;
  private final PrefaultBudget ofFrames;
  private final PrefaultBudget ofViews;

  /** Collective. */
  Allocator(ProcessingElement pe, GasOptions options) {
    this.pe = pe;
    this.options = options;
    long prefaulted = pe.heap().prefaulted();
    this.ofFrames = new PrefaultBudget(prefaulted);
    this.ofViews = new PrefaultBudget(Math.min(prefaulted, options.cacheBytes()));
    int strands = options.workers() + 1; // the workers', and the program's
    this.use = new FrameUse(pe, strands + Carriers.most(options.workers()));
  }

  /** Collective; a barrier has to follow before anybody uses the memory. */
  PagedMemory allocate(MemoryOptions memory) {
    int pageSize = memory.pageSize() == 0 ? options.pageSize() : memory.pageSize();
    long pageCount = Math.ceilDiv(memory.byteSize(), pageSize);
    if (pageCount > Integer.MAX_VALUE - 8) {
      throw RefusedException.byOption(
          "pageSize",
          "memory \"%s\" of %d bytes has %d pages of %d bytes, there can be %d: choose larger pages"
              .formatted(
                  memory.name(), memory.byteSize(), pageCount, pageSize, Integer.MAX_VALUE - 8));
    }
    int pages = (int) pageCount;
    int shift = Integer.numberOfTrailingZeros(pageSize);
    PageMap map = new PageMap(memory.distribution(), pages, pe.count());
    boolean identity = options.buffers() == Buffers.IDENTITY;
    int spare =
        identity || pe.count() == 1 || memory.words()
            ? 0
            : (int) Math.min(DirectoryWord.MAX_FRAMES, Math.ceil(pages * options.spareFrames()));
    Frames frames = new Frames(pe.heap(), use, memory.name(), map.most(), spare, shift);
    Directory directory = new Directory(map, pe.heap(), pe.rank());
    ViewMemory view =
        new ViewMemory((long) pages << shift, ofViews, pe.prefaulter(), isWindowed(identity));
    BitSet mapped = identity ? mapAll(map, frames, view, shift) : mapOwn(map, frames, view, shift);
    boolean moves = ownership(memory) != OwnershipPolicy.FIXED;
    boolean ownInMemory = frames.prefault(pe.heap(), ofFrames, managed(map), moves);
    if (!memory.words()) { // which nobody can bring to hand
      BitSet inPlace = identity ? new BitSet() : mapped;
      prefault(view, inPlace, pages, shift, ownInMemory);
    }
    PageTable table = new PageTable(pages, mapped);
    for (int page = mapped.nextSetBit(0); page >= 0; page = mapped.nextSetBit(page + 1)) {
      if (map.manager(page) == pe.rank()) {
        table.markOwned(page);
      }
    }
    return new PagedMemory(
        memory.name(),
        memory.byteSize(),
        shift,
        ownership(memory),
        identity,
        !identity && pe.count() == 1 && mapped.cardinality() == pages,
        pe.rank(),
        directory,
        frames,
        table,
        view);
  }

  private OwnershipPolicy ownership(MemoryOptions memory) {
    return memory.ownership() == null ? options.ownership() : memory.ownership();
  }

  private int managed(PageMap map) {
    int managed = 0;
    for (int page = 0; page < map.pages(); page++) {
      managed += map.manager(page) == pe.rank() ? 1 : 0;
    }
    return managed;
  }

  /**
   * Puts the view into physical memory, run by run: what it shows of this PE's own frames, if these
   * are there; the rest as far as the budget goes.
   */
  private static void prefault(
      ViewMemory view, BitSet own, int pages, int shift, boolean ownInMemory) {
    for (int page = 0; page < pages; ) {
      boolean isOwn = own.get(page);
      int change = isOwn ? own.nextClearBit(page) : own.nextSetBit(page);
      int end = change < 0 ? pages : Math.min(change, pages);
      long offset = (long) page << shift;
      long bytes = (long) (end - page) << shift;
      if (!isOwn) {
        view.prefault(offset, bytes);
      } else if (ownInMemory) {
        view.prefaultMapped(offset, bytes);
      }
      page = end;
    }
  }

  /** A checker sees accesses without a view, where copies are separate. */
  private boolean isWindowed(boolean identity) {
    return options.checker() && !identity;
  }

  /**
   * The pages that this PE manages, one mapping per contiguous run; none if the platform cannot or
   * there are too many.
   */
  private BitSet mapOwn(PageMap map, Frames frames, ViewMemory view, int shift) {
    BitSet mapped = new BitSet();
    if (!options.aliasing() || options.checker() || runs(map, pe.rank()) > MOST_MAPPINGS) {
      return mapped;
    }
    for (int page = 0; page < map.pages(); page = runEnd(map, page)) {
      if (map.manager(page) == pe.rank() && alias(map, frames, view, shift, page)) {
        mapped.set(page, runEnd(map, page));
      }
    }
    return mapped;
  }

  /** Identity buffers: every page of every PE. */
  private BitSet mapAll(PageMap map, Frames frames, ViewMemory view, int shift) {
    int runs = runs(map, -1);
    if (runs > MOST_MAPPINGS) {
      throw RefusedException.byOption(
          "pageSize",
          "identity buffers need %d mappings for this distribution, %d are allowed: use block distribution or larger pages"
              .formatted(runs, MOST_MAPPINGS));
    }
    for (int page = 0; page < map.pages(); page = runEnd(map, page)) {
      if (!alias(map, frames, view, shift, page)) {
        throw RefusedException.byOption(
            "buffers",
            "backend %s cannot map the memory of other PEs: identity buffers need the simulated one"
                .formatted(options.backend()));
      }
    }
    BitSet all = new BitSet();
    all.set(0, map.pages());
    return all;
  }

  private boolean alias(PageMap map, Frames frames, ViewMemory view, int shift, int page) {
    SymmetricHeap heap = pe.heap();
    long bytes = (long) (runEnd(map, page) - page) << shift;
    return heap.alias(
        map.manager(page),
        frames.heapOffset(map.rank(page)),
        bytes,
        view.base() + ((long) page << shift));
  }

  private static int runEnd(PageMap map, int page) {
    int end = page + 1;
    while (end < map.pages() && map.manager(end) == map.manager(page)) {
      end++;
    }
    return end;
  }

  /** The number of contiguous runs of pages with one manager: {@code pe}, or anyone if it is -1. */
  private static int runs(PageMap map, int pe) {
    int runs = 0;
    for (int page = 0; page < map.pages(); page = runEnd(map, page)) {
      runs += pe < 0 || map.manager(page) == pe ? 1 : 0;
    }
    return runs;
  }
}
