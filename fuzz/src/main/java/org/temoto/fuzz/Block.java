package org.temoto.fuzz;

import java.util.List;

/** What one task does, or a part of it, step by step. */
record Block(List<Step> steps) {
  static final Block EMPTY = new Block(List.of());

  Block {
    steps = List.copyOf(steps);
  }

  boolean isEmpty() {
    return steps.isEmpty();
  }
}
