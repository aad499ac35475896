package org.temoto.lab.aggregation;

import java.util.List;
import java.util.Optional;
import org.temoto.task.TaskContext;

/** A part of a program that is done in halves, or at a leaf at once; a value that tasks carry. */
interface Work {
  /**
   * Two parts that can be done at the same time.
   *
   * @param way by which is brought to hand what tells where to cut
   */
  List<Work> halves(TaskContext context, Aggregation way);

  /** Parts that all leaves of this work read. */
  List<Part> reads();

  /** Nanoseconds that {@link #reads} takes where computing is modelled. */
  default long inspectionNanos() {
    return 0;
  }

  /** Does it at once. */
  void compute(TaskContext context, List<AtHand> inputs);

  /** Work that is left when both halves are done, in as many halves as they. */
  default Optional<Work> rest() {
    return Optional.empty();
  }
}
