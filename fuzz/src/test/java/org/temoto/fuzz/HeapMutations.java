package org.temoto.fuzz;

import static org.temoto.task.program.Change.drop;

import java.util.List;
import org.temoto.task.program.Mutation;

/** A table of the steps of the global heap that are left out, one after the other. */
final class HeapMutations {
  static final List<Mutation> ALL =
      List.of(
          Mutation.of(
              "mail-before-release",
              "a block goes home while what was committed to it is on its way",
              drop()),
          Mutation.of("mail-not-cleared", "a block that has come home comes once more", drop()),
          Mutation.of("block-stays-taken", "a block that is freed is still taken", drop()));

  private HeapMutations() {}
}
