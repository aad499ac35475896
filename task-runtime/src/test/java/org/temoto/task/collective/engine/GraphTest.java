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
import org.temoto.task.collective.Collectives;
import org.temoto.task.collective.Collectives.Algorithm;
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

  @Test
  void shouldRefuseBuffersThatNodesNoLongerFitInto() {
    refused(
        1,
        "COPY before that of [offset=8, bytes=8] is outside the 8 bytes of INPUT",
        builder -> {
          builder.input(16);
          builder.output(16);
          builder.copy(Buffer.INPUT, 8, Buffer.OUTPUT, 0, 8);
          builder.output(8);
          builder.input(8);
        });
    refused(
        2,
        "RECEIVE before that of [offset=0, bytes=16] is outside the 0 bytes of OUTPUT",
        builder -> {
          int other = 1 - builder.rank();
          builder.input(16);
          builder.output(16);
          builder.send(other, Buffer.INPUT, 0, 16);
          builder.receive(other, Buffer.OUTPUT, 0, 16);
          builder.input(32);
          builder.output(0);
        });
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

  /**
   * Maps x to a x + b, with a and b in a word's halves; the operator applies the left one first.
   */
  private static final Operator THEN = Operator.of("THEN", GraphTest::compose);

  private static void compose(MemorySegment accumulated, MemorySegment operand, long elements) {
    for (long i = 0; i < elements; i++) {
      long first = accumulated.getAtIndex(ValueLayout.JAVA_LONG, i);
      long then = operand.getAtIndex(ValueLayout.JAVA_LONG, i);
      int factor = a(then);
      long composed = map(a(first) * factor, b(first) * factor + b(then));
      accumulated.setAtIndex(ValueLayout.JAVA_LONG, i, composed);
    }
  }

  private static long map(int a, int b) {
    return (long) a << 32 | b & 0xFFFF_FFFFL;
  }

  private static int a(long map) {
    return (int) (map >> 32);
  }

  private static int b(long map) {
    return (int) map;
  }

  private static long mapOf(int pe, int element) {
    return map(2 * pe + 3, 7 * pe + element);
  }

  private static long composed(int fromPe, int toPe, int element) {
    long[] all = {mapOf(fromPe, element)};
    for (int pe = fromPe + 1; pe <= toPe; pe++) {
      MemorySegment next = MemorySegment.ofArray(new long[] {mapOf(pe, element)});
      compose(MemorySegment.ofArray(all), next, 1);
    }
    return all[0];
  }

  /** The operator does not commute, so what is combined in the wrong order is found. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void shouldCombineWhatIsReceivedInTheOrderThatIsSaid(int pes) {
    GasOptions gas =
        GasOptions.DEFAULT.withBackend("simulated").withPes(pes).withHeapBytes(16 << 20);
    int elements = 3;
    Temoto.launch(
        gas,
        space -> {
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            Collectives collectives = runtime.collectives();
            Graph up = collectives.graph("up", builder -> chain(builder, -1, elements));
            Graph down = collectives.graph("down", builder -> chain(builder, 1, elements));
            long[] own = new long[elements];
            long[] before = new long[elements];
            long[] after = new long[elements];
            for (int i = 0; i < elements; i++) {
              own[i] = mapOf(space.pe(), i);
              before[i] = composed(0, space.pe(), i);
              after[i] = composed(space.pe(), pes - 1, i);
            }
            assertThat(issued(collectives, up, own)).isEqualTo(before);
            assertThat(issued(collectives, down, own)).isEqualTo(after);
          }
        });
  }

  private static long[] issued(Collectives collectives, Graph graph, long[] input) {
    long[] output = new long[input.length];
    collectives.issue(graph, MemorySegment.ofArray(input), MemorySegment.ofArray(output)).await();
    return output;
  }

  /** Scan along the PEs: each combines its input with what comes from its neighbour. */
  private static void chain(Graph.Builder builder, int from, int elements) {
    long bytes = (long) elements * Long.BYTES;
    builder.input(bytes);
    builder.output(bytes);
    int neighbour = builder.rank() + from;
    int last;
    if (neighbour < 0 || neighbour == builder.pes()) {
      last = builder.copy(Buffer.INPUT, 0, Buffer.OUTPUT, 0, bytes);
    } else if (from < 0) {
      last =
          builder.combineBefore(
              neighbour, Buffer.INPUT, 0, Buffer.OUTPUT, 0, elements, Datatype.INT64, THEN);
    } else {
      last =
          builder.combine(
              neighbour, Buffer.INPUT, 0, Buffer.OUTPUT, 0, elements, Datatype.INT64, THEN);
    }
    int to = builder.rank() - from;
    if (to >= 0 && to < builder.pes()) {
      builder.after(builder.send(to, Buffer.OUTPUT, 0, bytes), last);
    }
  }
}
