package org.temoto.fuzz;

import java.util.List;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.array.GlobalRecords;
import org.temoto.gas.array.GlobalRef;
import org.temoto.gas.array.RecordView;
import org.temoto.gas.heap.GlobalHeap;

/**
 * A table with a block of a heap for each unit, which the tasks that may write the unit replace. A
 * value that tasks may carry.
 */
record HeapTable(GlobalHeap heap, GlobalRecords<Entry> entries) {
  private static final int CHUNKS = 4;
  private static final int CHUNK = 64 << 10;

  /** Turns after which no block is on its way home. */
  private static final int TURNS = 4;

  /** A block, and the mark that its cells are made of. */
  record Entry(GlobalRef<Cell> block, int mark) {
    int cells() {
      return 1 + mark % 3;
    }
  }

  /** A part of a block. */
  record Cell(long unit, int mark, int place) {}

  /** Collective. */
  static HeapTable allocate(GlobalAddressSpace space, int units) {
    return new HeapTable(
        GlobalHeap.create(space, "blocks", CHUNKS * CHUNK),
        GlobalRecords.allocate(space, "entries", Entry.class, units));
  }

  /** Frees the block of {@code unit} and allocates another; returns what is wrong, or "". */
  String replace(int unit, int mark) {
    Entry old = entries.get(unit);
    if (!old.block.isNone()) {
      try (RecordView<Cell> view = cells(old).localize(Access.READ)) {
        for (int i = 0; i < old.cells(); i++) {
          Cell wanted = new Cell(unit, old.mark, i);
          if (!view.get(i).equals(wanted)) {
            return "%s where %s was stored".formatted(view.get(i), wanted);
          }
        }
      }
      heap.free(old.block);
    }
    int count = new Entry(GlobalRef.none(), mark).cells();
    Entry entry = new Entry(heap.allocate(Cell.class, count), mark);
    try (RecordView<Cell> view = cells(entry).localize(Access.WRITE)) {
      for (int i = 0; i < count; i++) {
        view.set(i, new Cell(unit, mark, i));
      }
      view.commit();
    }
    entries.set(unit, entry);
    return "";
  }

  private GlobalRecords<Cell> cells(Entry entry) {
    return heap.records(entry.block, Cell.class, entry.cells());
  }

  /** Frees all. Collective; returns on every PE what is wrong, or "". */
  String close() {
    GlobalAddressSpace space = entries.range().memory().space();
    space.barrier();
    long live = 0;
    long blocks;
    try (RecordView<Entry> view = entries.localize(Access.READ)) {
      for (long i = 0; i < view.length(); i++) {
        live += view.get(i).block.isNone() ? 0 : 1;
      }
      blocks = blocks(space);
      for (long i = space.pe(); i < view.length(); i += space.pes()) {
        if (!view.get(i).block.isNone()) {
          heap.free(view.get(i).block);
        }
      }
    }
    long left = blocks(space);
    heap.close();
    entries.range().memory().close();
    return blocks == live && left == 0
        ? ""
        : "%d blocks are allocated, of %d, and %d when all are freed".formatted(blocks, live, left);
  }

  /** The number of blocks of all PEs when none is on its way home. Collective. */
  private long blocks(GlobalAddressSpace space) {
    for (int turn = 0; turn < TURNS; turn++) {
      heap.flush();
      space.barrier();
    }
    return space.sum(heap.usage().blocks())[0];
  }

  /** None, or one if any of these blocks replaces blocks. Collective. */
  static List<HeapTable> of(GlobalAddressSpace space, Program program) {
    boolean used = program.phases().stream().anyMatch(phase -> isUsedBy(phase.root()));
    return used ? List.of(allocate(space, program.units())) : List.of();
  }

  private static boolean isUsedBy(Block block) {
    return block.steps().stream()
            .anyMatch(step ->
                switch (step) {
                  case Step.Replace _ -> true;
                  case Step.Ahead ahead -> isUsedBy(ahead.body());
                  case Step.Nest nest -> isUsedBy(nest.body());
                  default -> false;
                })
        || block.children().stream().anyMatch(HeapTable::isUsedBy);
  }
}
