package org.temoto.apps.check;

import java.util.List;
import java.util.function.Consumer;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalRange;
import org.temoto.gas.array.GlobalInts;
import org.temoto.gas.simulated.Finding;
import org.temoto.task.TaskRuntime;
import org.temoto.task.collective.Collectives;

/**
 * What one of two PEs has that a checker follows: {@value #COUNT} elements of its own for a start,
 * which the others do not use.
 */
record CollectiveJob(
    GlobalAddressSpace space, GlobalInts array, TaskRuntime runtime, Collectives collectives) {
  static final int COUNT = 64;

  /** What the checker finds in {@code program}. */
  static List<Finding> findings(Consumer<CollectiveJob> program) {
    return CheckedJob.jobFindings(
        2,
        space -> {
          GlobalInts array = GlobalInts.allocate(space, "a", CheckedJob.LENGTH);
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            program.accept(new CollectiveJob(space, array, runtime, runtime.collectives()));
          }
        });
  }

  boolean isFirst() {
    return space.pe() == 0;
  }

  GlobalInts own() {
    return of(space.pe());
  }

  GlobalInts of(int part) {
    return array.slice((long) part * COUNT, (part + 1L) * COUNT);
  }

  GlobalRange range() {
    return own().range();
  }

  /** Another one of its own. */
  GlobalRange second() {
    return of(space.pes() + space.pe()).range();
  }
}
