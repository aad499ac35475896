package org.temoto.task.collective.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.gas.GasOptions;
import org.temoto.gas.Temoto;
import org.temoto.task.TaskRuntime;
import org.temoto.task.collective.Algorithm;
import org.temoto.task.collective.Collectives;
import org.temoto.task.collective.Datatype;
import org.temoto.task.collective.Graph;
import org.temoto.task.collective.Graph.Buffer;
import org.temoto.task.collective.Operator;

/**
 * Tests of graphs: those of the library match, and what would wait for ever is told when it is
 * made.
 */
@Timeout(60)
class GraphTest {
  private static Planner planner(int rank, int pes) {
    return new Planner(rank, pes, 1 << 20, plan -> {});
  }

  private static void refused(int pes, String message, Graph.Definition definition) {
    for (int rank = 0; rank < pes; rank++) {
      Planner planner = planner(rank, pes);
      assertThatThrownBy(() -> planner.graph("mine", CollectiveSettings.DEFAULT, definition))
          .isInstanceOfAny(IllegalArgumentException.class, IndexOutOfBoundsException.class)
          .hasMessageContaining(message);
    }
  }

  @Test
  void shouldRefuseACycle() {
    refused(
        1,
        "graph \"mine\" has a cycle: on PE 0 node 0 (COMPUTE)",
        builder -> {
          int first = builder.compute((input, output, scratch) -> {});
          int second = builder.compute((input, output, scratch) -> {});
          builder.after(second, first);
          builder.after(first, second);
        });
  }

  @Test
  void shouldRefuseACycleBetweenPes() {
    refused(
        2,
        "graph \"mine\" has a cycle between PEs",
        builder -> {
          int other = 1 - builder.rank();
          int receive = builder.receive(other, Buffer.SCRATCH, 0, 0);
          builder.after(builder.send(other, Buffer.SCRATCH, 0, 0), receive);
        });
  }

  /** PE 1 takes the first message when it knows, by PE 2, that the second one has been sent. */
  @Test
  void shouldRefuseGraphsThatRelyOnMoreThanOneBuffer() {
    refused(
        3,
        "graph \"mine\" has a cycle between PEs",
        builder -> {
          switch (builder.rank()) {
            case 0 -> {
              builder.send(1, Buffer.SCRATCH, 0, 0);
              int second = builder.send(1, Buffer.SCRATCH, 0, 0);
              builder.after(builder.send(2, Buffer.SCRATCH, 0, 0), second);
            }
            case 1 -> {
              int told = builder.receive(2, Buffer.SCRATCH, 0, 0);
              builder.after(builder.receive(0, Buffer.SCRATCH, 0, 0), told);
              builder.receive(0, Buffer.SCRATCH, 0, 0);
            }
            default -> {
              int heard = builder.receive(0, Buffer.SCRATCH, 0, 0);
              builder.after(builder.send(1, Buffer.SCRATCH, 0, 0), heard);
            }
          }
        });
  }

  @Test
  void shouldRefuseUnmatchedMessages() {
    refused(
        2,
        "PE 0 sends 1 messages to PE 1, which receives 0",
        builder -> {
          if (builder.rank() == 0) {
            builder.send(1, Buffer.SCRATCH, 0, 0);
          }
        });
    refused(
        2,
        "PE 0 sends 0 messages to PE 1, which receives 1",
        builder -> {
          if (builder.rank() == 1) {
            builder.receive(0, Buffer.SCRATCH, 0, 0);
          }
        });
    refused(
        2,
        "message 0 from PE 0 to PE 1 has 8 bytes where it is sent, 16 where it is received",
        builder -> {
          long at = builder.scratch(16);
          if (builder.rank() == 0) {
            builder.send(1, Buffer.SCRATCH, at, 8);
          } else {
            builder.receive(0, Buffer.SCRATCH, at, 16);
          }
        });
  }

  @Test
  void shouldRefuseBytesThatAreNotThere() {
    refused(
        2,
        "send of [offset=-8, bytes=8]",
        builder -> builder.send(1 - builder.rank(), Buffer.INPUT, -8, 8));
    refused(
        2,
        "outside the 0 bytes of OUTPUT",
        builder -> builder.receive(1 - builder.rank(), Buffer.OUTPUT, 0, 8));
    refused(2, "bytes=-1 of scratch", builder -> builder.scratch(-1));
    refused(
        2,
        "must be another one of the 2",
        builder -> builder.send(builder.rank(), Buffer.INPUT, 0, 0));
    refused(
        2,
        "at most chunkBytes=",
        builder -> {
          builder.input(10 << 20);
          builder.send(1 - builder.rank(), Buffer.INPUT, 0, 10 << 20);
        });
    refused(1, "node=3 is none of the graph's 0 nodes", builder -> builder.after(3, 0));
  }

  static Stream<CollectiveOperation> operations() {
    return Stream.of(CollectiveOperation.values());
  }

  /**
   * The graphs of all PEs are matched here, as the library itself does not look at other PEs'
   * graphs.
   */
  @ParameterizedTest
  @MethodSource("operations")
  void shouldMatch(CollectiveOperation operation) {
    for (int pes = 1; pes <= 17; pes++) {
      for (Algorithm algorithm : operation.algorithms()) {
        for (long bytes : new long[] {0, 8, 72, 1 << 10, 100_000}) {
          int root = (int) (bytes % pes);
          GraphNodes[] graphs = new GraphNodes[pes];
          for (int rank = 0; rank < pes; rank++) {
            graphs[rank] = graph(operation, algorithm, rank, pes, root, bytes);
          }
          GraphCheck.requireMatching(graphs);
        }
      }
    }
  }

  private static GraphNodes graph(
      CollectiveOperation operation, Algorithm algorithm, int rank, int pes, int root, long bytes) {
    boolean reduces =
        operation == CollectiveOperation.REDUCE || operation == CollectiveOperation.ALLREDUCE;
    return planner(rank, pes)
        .plan(
            operation,
            new CollectiveSettings(algorithm, 4 << 10, false),
            root,
            bytes,
            reduces ? Datatype.INT64 : null,
            reduces ? Operator.SUM : null)
        .graph;
  }

  /** Everybody passes on what it has got, and adds its rank by code of its own. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void shouldRunAGraphOfTheProgram(int pes) {
    GasOptions gas =
        GasOptions.DEFAULT.withBackend("simulated").withPes(pes).withHeapBytes(16 << 20);
    Temoto.launch(
        gas,
        space -> {
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            Collectives collectives = runtime.collectives();
            Graph graph = collectives.graph("relay", GraphTest::relay);
            for (int round = 0; round < 3; round++) {
              MemorySegment input = MemorySegment.ofArray(new long[] {round});
              MemorySegment output = MemorySegment.ofArray(new long[1]);
              collectives.issue(graph, input, output).await();
              long expected = round;
              for (int pe = 0; pe <= space.pe(); pe++) {
                expected += pe + 1;
              }
              assertThat(output.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(expected);
            }
          }
        });
  }

  private static void relay(Graph.Builder builder) {
    builder.input(8);
    builder.output(8);
    int rank = builder.rank();
    int add =
        builder.compute((input, output, scratch) -> {
          long before = (rank == 0 ? input : output).get(ValueLayout.JAVA_LONG, 0);
          output.set(ValueLayout.JAVA_LONG, 0, before + rank + 1);
        });
    if (rank > 0) {
      builder.after(add, builder.receive(rank - 1, Buffer.OUTPUT, 0, 8));
    }
    if (rank + 1 < builder.pes()) {
      builder.after(builder.send(rank + 1, Buffer.OUTPUT, 0, 8), add);
    }
  }
}
