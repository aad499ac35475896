package org.temoto.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.temoto.gas.Distribution;
import org.temoto.gas.MemoryOptions.OwnershipPolicy;
import org.temoto.task.collective.CollectiveOptions;
import org.temoto.task.collective.Collectives.Algorithm;
import org.temoto.task.collective.engine.CollectiveOperation;

/** Tests of the results that the fuzzer expects of collectives. */
class CollectiveTest {
  private static final MemoryShape MEMORY =
      new MemoryShape(1, 4096, Distribution.block(), OwnershipPolicy.FIXED, 0);

  private static Collective collective(
      CollectiveOperation operation, int bytes, Combining combining, Collective.Place... places) {
    return new Collective(
        operation,
        Algorithm.AUTO,
        1,
        bytes,
        64,
        combining,
        5,
        Collective.When.BESIDE,
        List.of(places));
  }

  private static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }

  @Test
  void shouldSayWhatEachPeGets() {
    byte[][] inputs = {bytes(1, 2, 3, 4), bytes(5, 6, 7, 8)};
    assertThat(collective(CollectiveOperation.BROADCAST, 4, Combining.SUM).outputs(inputs))
        .isDeepEqualTo(new byte[][] {{5, 6, 7, 8}, {}});
    assertThat(collective(CollectiveOperation.GATHER, 4, Combining.SUM).outputs(inputs))
        .isDeepEqualTo(new byte[][] {{}, {1, 2, 3, 4, 5, 6, 7, 8}});
    assertThat(collective(CollectiveOperation.SCATTER, 2, Combining.SUM).outputs(inputs))
        .isDeepEqualTo(new byte[][] {{5, 6}, {7, 8}});
    assertThat(collective(CollectiveOperation.ALL_TO_ALL, 2, Combining.SUM).outputs(inputs))
        .isDeepEqualTo(new byte[][] {{1, 2, 5, 6}, {3, 4, 7, 8}});
    assertThat(collective(CollectiveOperation.ALLREDUCE, 4, Combining.XOR).outputs(inputs))
        .isDeepEqualTo(new byte[][] {{4, 4, 4, 12}, {4, 4, 4, 12}});
    assertThat(collective(CollectiveOperation.BARRIER, 0, Combining.SUM).outputs(inputs))
        .isDeepEqualTo(new byte[2][0]);
  }

  private static byte[] ints(int... values) {
    ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES * values.length);
    bytes.order(ByteOrder.nativeOrder()).asIntBuffer().put(values);
    return bytes.array();
  }

  @Test
  void shouldCombineInTheOrderOfThePes() {
    byte[][] inputs = {ints(2 << 16 | 3), ints(5 << 16 | 7)}; // 5 (2x + 3) + 7
    assertThat(collective(CollectiveOperation.REDUCE, 4, Combining.COMPOSED).outputs(inputs)[1])
        .isEqualTo(ints(10 << 16 | 22));
    byte[][] others = {ints(-2, 4), ints(3, -5)};
    assertThat(collective(CollectiveOperation.REDUCE, 8, Combining.LEAST).outputs(others)[1])
        .isEqualTo(ints(-2, -5));
  }

  /** PE 0 has local bytes, PE 1 gives two units and is filled in two others, not to their end. */
  @Test
  void shouldFillUnits() {
    Collective.Place place = new Collective.Place(new Pieces(0, 2), new Pieces(4, 6));
    Collective gather =
        collective(
            CollectiveOperation.ALLGATHER, 300, Combining.SUM, Collective.Place.LOCAL, place);
    Pieces last = new Pieces(5, 6);
    Block write = new Block(List.of(new Step.Write(last, last, 7, false, false, false)));
    Phase second = new Phase(List.of(), List.of(gather), Block.EMPTY);
    Program program = new Program(List.of(MEMORY), 1, List.of(Phase.of(write), second));
    Layout layout = new Layout(program, List.of());
    Expectation expectation = new Expectation(program, 2);
    byte[] output = expectation.output(gather, 1);
    assertThat(output).hasSize(600).isEqualTo(expectation.output(gather, 0));
    assertThat(output[299]).isEqualTo(gather.local(0, 299));
    assertThat(output[300]).as("never written").isZero();
    int[] result = expectation.result(1);
    for (int unit = 4; unit < 6; unit++) {
      for (long at = layout.start(unit); at < layout.end(unit); at++) {
        int i = (int) (at - layout.start(4));
        byte expected = i < output.length ? output[i] : expectation.contents().value(7, at);
        assertThat(expectation.contents().value(result[unit], at)).isEqualTo(expected);
      }
    }
    assertThat(result[6]).isZero();
  }

  @Test
  void shouldComeLastWhereNobodyMovesThemOnInARun() {
    Collective beside = collective(CollectiveOperation.BARRIER, 0, Combining.SUM);
    Collective before = beside.with(Collective.When.BEFORE);
    Phase phase = new Phase(List.of(), List.of(beside, before, beside, before), Block.EMPTY);
    assertThat(phase.issued(CollectiveOptions.Progress.EXPLICIT))
        .containsExactly(before, before, beside, beside);
    assertThat(phase.issued(CollectiveOptions.Progress.THREAD)).isEqualTo(phase.collectives());
  }

  @Test
  void shouldNotTrustAPlaceThatIsTooSmall() {
    Collective.Place place = new Collective.Place(new Pieces(0, 1), new Pieces(4, 5));
    Collective gather =
        collective(
            CollectiveOperation.ALLGATHER, 300, Combining.SUM, Collective.Place.LOCAL, place);
    Phase phase = new Phase(List.of(), List.of(gather), Block.EMPTY);
    Layout layout = new Layout(new Program(List.of(MEMORY), 1, List.of(phase)), List.of());
    assertThat(gather.place(1, 2, layout).isLocal()).isTrue();
    assertThat(gather.withBytes(200).place(1, 2, layout)).isEqualTo(place);
    assertThat(gather.withBytes(200).place(1, 3, layout).isLocal()).isTrue();
  }
}
