package org.temoto.fuzz;

import static org.temoto.task.program.Change.after;
import static org.temoto.task.program.Change.drop;
import static org.temoto.task.program.Change.moveAfter;
import static org.temoto.task.program.Change.never;
import static org.temoto.task.program.Change.replace;

import java.util.List;
import org.temoto.task.program.Mutation;

/** A table of the steps of collectives, each left out of the real engine. */
final class CollectiveMutations {
  static final List<Mutation> ALL =
      List.of(
          Mutation.of(
              "signal-before-message", "the signal of a message may overtake its bytes", drop()),
          Mutation.of(
              "one-credit", "who may send one message sends all", replace("+ node.datum()", "")),
          Mutation.of(
              "credit-before-read",
              "the sender is told that a buffer is free before it has been read",
              after("engine.strands.yield();"),
              moveAfter(1),
              drop()),
          Mutation.of(
              "credit-before-offset",
              "a sender may send before it knows where to, and does so where the seat's last one went",
              drop(),
              replace(
                  "ReceiveWindow.holds(window(place, peer), node.bytes())",
                  "window(place, peer) != 0")),
          Mutation.of(
              "seat-without-past",
              "who takes a seat does not know how many messages its last collective had",
              drop()),
          Mutation.of(
              "first-predecessor",
              "a node runs as soon as one of those before it is done",
              replace("== 1", "== graph.predecessors[next]")),
          Mutation.of(
              "done-before-sent",
              "a collective is done while the network still has its bytes to read",
              never()));

  private CollectiveMutations() {}
}
