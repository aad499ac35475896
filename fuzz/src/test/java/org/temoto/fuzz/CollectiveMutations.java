package org.temoto.fuzz;

import java.util.List;
import org.temoto.task.program.Mutation;

/** Steps of collectives left out of the real engine, one after the other. */
final class CollectiveMutations {
  private static final String EXECUTION =
      "task-runtime/src/main/java/org/temoto/task/collective/Execution.java";

  static final List<Mutation> ALL =
      List.of(
          Mutation.of(
              "signal-before-message",
              "the signal of a message may overtake its bytes",
              EXECUTION,
              "channel.fence(); channel.add(peer,",
              "channel.add(peer,"),
          Mutation.of(
              "one-credit",
              "who may send one message sends all",
              EXECUTION,
              "> place.sentData[peer] + graph.data[node] &&",
              "> place.sentData[peer] &&"),
          Mutation.of(
              "credit-before-read",
              "the sender is told that a buffer is free before it has been read",
              EXECUTION,
              "take(node, engine.heapAddress() + slot, bytes);"
                  + " if (datum + buffers(number) < pair.data()) {"
                  + " VarHandle.fullFence(); giveCredit(pair.peer(), 1); }",
              "if (datum + buffers(number) < pair.data()) { giveCredit(pair.peer(), 1); }"
                  + " engine.strands().yield(); take(node, engine.heapAddress() + slot, bytes);"),
          Mutation.of(
              "credit-before-offset",
              "a sender may send before it knows where to, and does so where the seat's last one went",
              EXECUTION,
              "signals.fence();",
              "",
              "&& Window.holds(window(place, peer), graph.bytes[node]);",
              "&& window(place, peer) != 0;"),
          Mutation.of(
              "seat-without-past",
              "who takes a seat does not know how many messages its last collective had",
              EXECUTION,
              "seat.add(graph);",
              ""),
          Mutation.of(
              "first-predecessor",
              "a node runs as soon as one of those before it is done",
              EXECUTION,
              "if ((int) COUNTS.getAndAdd(left, next, -1) == 1) {",
              "if ((int) COUNTS.getAndAdd(left, next, -1) == graph.predecessors[next]) {"),
          Mutation.of(
              "done-before-sent",
              "a collective is done while the network still has its bytes to read",
              EXECUTION,
              "if (graph.sentBytes > 0 && outbox.channel.holdsBuffers()) {",
              "if (false) {"));

  private CollectiveMutations() {}
}
