package org.temoto.fuzz;

import java.util.List;

/**
 * A data-race-free fork/join program: phases, one after the other. Units are counted through all
 * memories; so are pages.
 *
 * @param words shared words, to which any task may add at any time
 */
record Program(List<MemoryShape> memories, int words, List<Phase> phases) {
  /** Numbers that a semaphore guards. */
  static final int GUARDED = 3;

  Program {
    memories = List.copyOf(memories);
    phases = List.copyOf(phases);
  }

  int units() {
    return memories.stream().mapToInt(MemoryShape::units).sum();
  }

  int pages() {
    return memories.stream().mapToInt(MemoryShape::pages).sum();
  }

  /** The number of the memory that has {@code unit}. */
  int memoryOf(int unit) {
    int memory = 0;
    while (unit >= firstUnit(memory + 1)) {
      memory++;
    }
    return memory;
  }

  /** The first unit of memory number {@code memory}. */
  int firstUnit(int memory) {
    return memories.subList(0, memory).stream().mapToInt(MemoryShape::units).sum();
  }
}
