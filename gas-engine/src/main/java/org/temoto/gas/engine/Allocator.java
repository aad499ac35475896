package org.temoto.gas.engine;

import java.util.BitSet;
import java.util.Locale;
import org.temoto.gas.Distribution;
import org.temoto.gas.EngineOptions;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GasOptions.Coherence;
import org.temoto.gas.MemoryOptions;
import org.temoto.gas.MemoryOptions.OwnershipPolicy;
import org.temoto.gas.RefusedException;
import org.temoto.gas.engine.cache.PageTable;
import org.temoto.gas.engine.coherence.PagedMemory;
import org.temoto.gas.engine.memory.PrefaultBudget;
import org.temoto.gas.engine.memory.Twins;
import org.temoto.gas.engine.memory.ViewMemory;
import org.temoto.gas.engine.owner.Directory;
import org.temoto.gas.engine.owner.DirectoryWord;
import org.temoto.gas.engine.owner.Forwarding;
import org.temoto.gas.engine.owner.FrameReclaimer;
import org.temoto.gas.engine.owner.Frames;
import org.temoto.gas.engine.owner.HeapPlan;
import org.temoto.gas.engine.owner.PageMap;
import org.temoto.gas.engine.transfer.AsyncChannelPool;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.SymmetricHeap;
import org.temoto.gas.spi.VirtualMemory;

/**
 * Allocator of memories: lays out directory, frames and view, and decides which pages appear in the
 * view without a copy.
 */
final class Allocator {
  /** More mappings than this are not made for one memory: the kernel allows 65,530 per process. */
  private static final int MOST_MAPPINGS = 4096;

  /** Most pages that an array can have. */
  private static final int MOST_PAGES = Integer.MAX_VALUE - 8;

  private final ProcessingElement pe;
  private final GasOptions options;
  private final FrameReclaimer use;
  private final PrefaultBudget budget;

  /** Collective. */
  Allocator(ProcessingElement pe, GasOptions options) {
    this.pe = pe;
    this.options = options;
    this.budget = new PrefaultBudget(pe.heap().prefaulted());
    int strands = options.workers() + 1; // the workers', and the program's
    this.use = new FrameReclaimer(pe, strands + AsyncChannelPool.most(options.workers()));
  }

  /** Collective; a barrier has to follow before any PE uses the memory. */
  PagedMemory allocate(MemoryOptions memory) {
    int pageSize = memory.pageSize() == 0 ? options.pageSize() : memory.pageSize();
    int shift = Integer.numberOfTrailingZeros(pageSize);
    long pages = Math.ceilDiv(memory.byteSize(), pageSize);
    HeapPlan plan =
        plan(memory, shift, HeapPlan.mostManaged(memory.distribution(), pages, pe.count()));
    PageMap own = null;
    if (memory.distribution() instanceof Distribution.Custom && isPossible(plan, pages)) {
      own = new PageMap(memory.distribution(), (int) pages, pe.count());
      plan = plan(memory, shift, own.most());
    }
    String what = describe(memory, pageSize, plan, own);
    long block =
        pe.heap().allocate(plan.bytes(), Math.max(VirtualMemory.SYSTEM_PAGE, pageSize), what);
    if (!isPossible(plan, pages)) {
      pe.heap().free(block);
      throw RefusedException.byOption(
          "pageSize",
          "%s has %s pages, %s of them with spare frames on one PE: there can be %s, and %s: choose larger pages"
              .formatted(what, pages, plan.frames(), MOST_PAGES, DirectoryWord.MAX_FRAMES));
    }
    PageMap map = own == null ? new PageMap(memory.distribution(), (int) pages, pe.count()) : own;
    return allocate(memory, map, plan, block);
  }

  private static boolean isPossible(HeapPlan plan, long pages) {
    return pages <= MOST_PAGES && plan.frames() <= DirectoryWord.MAX_FRAMES;
  }

  private HeapPlan plan(MemoryOptions memory, int shift, long managed) {
    return HeapPlan.of(shift, managed, spareFrames(memory));
  }

  /** As a share of the pages that a PE manages. */
  private double spareFrames(MemoryOptions memory) {
    if (isIdentity() || pe.count() == 1 || memory.words()) {
      return 0; // pages stay in their frames whichever PE owns them, or there is no PE to move to
    }
    if (memory.spareFrames() != null) {
      return memory.spareFrames();
    }
    return EngineOptions.of(options).spareFrames(ownership(memory));
  }

  /** Describes what PEs have to agree on. */
  private String describe(MemoryOptions memory, int pageSize, HeapPlan plan, PageMap own) {
    String distribution =
        switch (memory.distribution()) {
          case Distribution.Block _ -> "block";
          case Distribution.BlockCyclic cyclic -> "cyclic by " + cyclic.blockPages();
          case Distribution.Custom _ ->
              "as a function says"
                  + (own == null ? "" : " #" + Integer.toHexString(own.fingerprint()));
        };
    return "memory \"%s\" of %s bytes (pages of %s%s, distributed %s, ownership %s; on each of %s PEs: %s)"
        .formatted(
            memory.name(),
            memory.byteSize(),
            pageSize,
            memory.words() ? " for words" : "",
            distribution,
            ownership(memory).name().toLowerCase(Locale.ROOT).replace('_', '-'),
            pe.count(),
            plan);
  }

  private PagedMemory allocate(MemoryOptions memory, PageMap map, HeapPlan plan, long block) {
    int pages = map.pages();
    int shift = plan.pageShift();
    Forwarding forwarding;
    try {
      forwarding = forwarding(memory, map, shift);
    } catch (RefusedException e) { // by all PEs, which give the block back together
      pe.heap().free(block);
      throw e;
    }
    Frames frames = new Frames(pe.heap(), pe.prefaulter(), use, plan, block);
    Directory directory = new Directory(map, pe.heap(), plan, block, pe.count(), pe.rank());
    ViewMemory view = new ViewMemory((long) pages << shift, pe.prefaulter(), isWindowed());
    BitSet mapped;
    try {
      mapped =
          isIdentity()
              ? mapAll(map, frames, view, shift)
              : mapOwn(memory, map, plan, frames, view, shift);
    } catch (RefusedException e) { // as above
      view.close(); // with what has been mapped there
      pe.heap().free(block);
      throw e;
    }
    boolean ownInMemory = frames.prefault(budget, (long) managed(map) << shift);
    if (ownInMemory && !memory.words()) { // words cannot be brought to hand
      prefault(view, mapped, shift);
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
        residence(pages, mapped),
        pe.rank(),
        directory,
        frames,
        table,
        view,
        hasTwins(memory) ? new Twins(view.segment(), pages, shift) : null,
        forwarding);
  }

  /** Or null. */
  private Forwarding forwarding(MemoryOptions memory, PageMap map, int shift) {
    if (ownership(memory) != OwnershipPolicy.FORWARDED
        || isIdentity()
        || pe.count() == 1
        || memory.words()) {
      return null;
    }
    String what = "what readers of memory \"%s\" hand on".formatted(memory.name());
    return new Forwarding(map, pe.heap(), shift, pe.rank(), pe.count(), what);
  }

  /** Tells whether it has to be found what tasks have changed, as they do not say it. */
  private boolean hasTwins(MemoryOptions memory) {
    return !memory.words()
        && options.coherence() == Coherence.AUTOMATIC
        && pe.count() > 1
        && !isIdentity();
  }

  private PagedMemory.Residence residence(int pages, BitSet mapped) {
    if (isIdentity()) {
      return PagedMemory.Residence.IDENTITY;
    }
    return pe.count() == 1 && mapped.cardinality() == pages
        ? PagedMemory.Residence.ALONE
        : PagedMemory.Residence.CACHED;
  }

  private boolean isIdentity() {
    return pe.isIdentity();
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

  /** Puts what the view shows of this PE's own frames, which are in memory, into the page table. */
  private static void prefault(ViewMemory view, BitSet own, int shift) {
    for (int page = own.nextSetBit(0); page >= 0; ) {
      int end = own.nextClearBit(page);
      view.prefaultMapped((long) page << shift, (long) (end - page) << shift);
      page = own.nextSetBit(end);
    }
  }

  /** A checker sees accesses without a view, where copies are separate. */
  private boolean isWindowed() {
    return pe.isChecked() && !isIdentity();
  }

  /**
   * The pages that this PE manages, one mapping per contiguous run; none if the platform cannot or
   * there are too many.
   */
  private BitSet mapOwn(
      MemoryOptions memory, PageMap map, HeapPlan plan, Frames frames, ViewMemory view, int shift) {
    BitSet mapped = new BitSet();
    // mutant: twins-in-place
    if (hasTwins(memory)
            && plan.spare() > 0 // what others put there meanwhile is not this PE's to put on
        || !EngineOptions.of(options).has(EngineOptions.Feature.ALIASING)
        || pe.isChecked()
        || runs(map, pe.rank()) > MOST_MAPPINGS) {
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
          "identity buffers need %s mappings for this distribution, %s are allowed: use block distribution or larger pages"
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
