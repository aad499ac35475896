package org.temoto.apps.check;

import java.util.List;
import java.util.function.Consumer;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalRange;
import org.temoto.gas.array.GlobalInts;
import org.temoto.gas.simulated.CheckFailedException.Finding;
import org.temoto.task.TaskRuntime;
import org.temoto.task.collective.Collectives;

/** One of two PEs of a job that a checker follows; it has {@value #COUNT} elements of its own. */
record CollectiveJob(
    GlobalAddressSpace space, GlobalInts array, TaskRuntime runtime, Collectives collectives) {
  static final int COUNT = 64;

  /** Findings of the checker in a run of {@code program}. */
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
