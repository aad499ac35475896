package org.temoto.gas.simulated.check;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.spi.WatchedView;

/** Tests of random stores, commits and looks, against byte by byte comparison with whole copies. */
class ContentsTest {
  /** More than two periods of the pattern. */
  private static final int BYTES = 150_000;

  private static final int TELLING = 8;

  private final CopyPool buffers = new CopyPool();
  private final Differences differences = new Differences();

  private record Range(int from, int to) {}

  private record View(MemorySegment local, List<Range> ranges) implements WatchedView {
    @Override
    public GlobalMemory memory() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Access access() {
      return Access.WRITE;
    }

    @Override
    public int pieces() {
      return ranges.size();
    }

    @Override
    public long pieceStart(int piece) {
      return ranges.get(piece).from;
    }

    @Override
    public long pieceEnd(int piece) {
      return ranges.get(piece).to;
    }

    @Override
    public boolean isLent() {
      return false;
    }

    @Override
    public void holds(int elementBytes, int storeBytes) {}

    @Override
    public int elementBytes() {
      return 0;
    }

    @Override
    public void expose() {}

    @Override
    public void conceal() {}

    @Override
    public void freeze() {}

    @Override
    public boolean isUsable() {
      return true;
    }

    @Override
    public boolean isDirect() {
      return false;
    }

    @Override
    public long place() {
      return local.address();
    }

    @Override
    public MemorySegment inside() {
      return local;
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldShowWhatAComparisonOfAllBytesShows(boolean patterned) {
    Random random = new Random(17);
    for (int round = 0; round < 150; round++) {
      new Case(random, patterned).run();
    }
  }

  /** One view, with what is known of it byte by byte. */
  private final class Case {
    private final Random random;
    private final boolean patterned;
    private final List<Range> ranges;
    private final MemorySegment local = Arena.ofAuto().allocate(BYTES);
    private final byte[] original;
    private final byte[] looked;
    private final BitSet viewed = new BitSet();

    /** Bytes that have the pattern unless something was stored. */
    private final BitSet filled = new BitSet();

    private final Contents contents;

    Case(Random random, boolean patterned) {
      this.random = random;
      this.patterned = patterned;
      ranges = random.nextBoolean() ? List.of(range(0, BYTES)) : pieces();
      byte[] bytes = new byte[BYTES];
      random.nextBytes(bytes);
      original = bytes.clone();
      MemorySegment.copy(bytes, 0, local, JAVA_BYTE, 0, BYTES);
      ranges.forEach(range -> viewed.set(range.from, range.to));
      contents = new Contents(new View(local, ranges), patterned, buffers, differences);
      looked = here();
      if (patterned) {
        filled.or(viewed);
      }
      BitSet replaced = different(original);
      replaced.andNot(filled);
      assertThat(replaced.isEmpty()).isTrue();
    }

    private List<Range> pieces() {
      List<Range> pieces = new ArrayList<>();
      int bytes = 1 + random.nextInt(100);
      for (int at = random.nextInt(9); at + bytes < 4000; at += bytes + 1 + random.nextInt(20)) {
        pieces.add(new Range(at, at + bytes));
      }
      return pieces;
    }

    private Range range(int low, int high) {
      int from = low + random.nextInt(high - low);
      return new Range(from, from + 1 + random.nextInt(high - from));
    }

    private byte[] here() {
      return local.toArray(JAVA_BYTE);
    }

    void run() {
      for (int step = random.nextInt(12); step > 0; step--) {
        Range any = range(0, ranges.getLast().to);
        switch (random.nextInt(5)) {
          case 0 -> commit(any);
          case 1 -> look(any);
          case 2 -> changes(any);
          default -> store(any);
        }
      }
      end();
    }

    /** Stores random bytes, which may be those that stand there, in long runs or of one byte. */
    private void store(Range some) {
      int every = random.nextInt(3) == 0 ? 1 + random.nextInt(9) : 1;
      int to = random.nextBoolean() ? some.to : Math.min(some.to, some.from + random.nextInt(40));
      for (int at = some.from; at < to; at += every) {
        if (viewed.get(at) && random.nextInt(300) > 0) {
          local.set(JAVA_BYTE, at, (byte) random.nextInt());
        }
      }
    }

    private void changes(Range some) {
      BitSet runs = new BitSet();
      contents.changes(some.from, some.to, adding(runs));
      checkRuns(some, runs);
    }

    private void commit(Range some) {
      BitSet runs = new BitSet();
      BitSet unstored = new BitSet();
      contents.commit(
          some.from,
          some.to,
          adding(runs),
          (from, to) -> {
            assertThat(to - from).isGreaterThanOrEqualTo(TELLING);
            adding(unstored).visit(from, to);
          });
      checkRuns(some, runs);
      BitSet rest = within(some, filled);
      rest.andNot(runs);
      assertThat(telling(rest)).isEqualTo(unstored);
      wasLookedAt(some);
    }

    /** Bytes that are part of enough in a row. */
    private static BitSet telling(BitSet bytes) {
      BitSet telling = new BitSet();
      for (int from = bytes.nextSetBit(0); from >= 0; ) {
        int to = bytes.nextClearBit(from);
        if (to - from >= TELLING) {
          telling.set(from, to);
        }
        from = bytes.nextSetBit(to);
      }
      return telling;
    }

    private void look(Range some) {
      contents.look(some.from, some.to);
      wasLookedAt(some);
    }

    private void wasLookedAt(Range some) {
      byte[] here = here();
      BitSet seen = within(some, viewed);
      seen.stream().forEach(at -> looked[at] = here[at]);
      filled.andNot(seen);
    }

    private static BitSet within(Range some, BitSet bytes) {
      BitSet part = new BitSet();
      part.set(some.from, some.to);
      part.and(bytes);
      return part;
    }

    private static RangeMap.Run adding(BitSet bytes) {
      return (from, to) -> {
        assertThat(from).isLessThan(to);
        assertThat(bytes.get((int) from, (int) to).isEmpty()).isTrue();
        bytes.set((int) from, (int) to);
      };
    }

    /**
     * Runs are what they are said to be. Of what was looked at in several parts, this is known: all
     * that differs is in runs, and no aligned four that do not.
     */
    private void checkRuns(Range some, BitSet runs) {
      BitSet different = within(some, different(looked));
      different.and(viewed);
      BitSet whole = within(some, patterned ? filled : viewed);
      BitSet expected = runs(whole, different);
      BitSet parts = within(some, viewed);
      parts.andNot(whole);
      BitSet atLeast = (BitSet) different.clone();
      atLeast.and(parts);
      BitSet atMost = new BitSet();
      atLeast.stream().map(at -> at & -Integer.BYTES).forEach(at -> atMost.set(at, at + 4));
      BitSet shown = (BitSet) runs.clone();
      shown.andNot(parts);
      assertThat(shown).isEqualTo(expected);
      atLeast.andNot(runs);
      assertThat(atLeast.isEmpty()).isTrue();
      BitSet more = (BitSet) runs.clone();
      more.and(parts);
      more.andNot(atMost);
      assertThat(more.isEmpty()).isTrue();
    }

    /** From the first byte that differs to the last before four aligned ones that do not. */
    private static BitSet runs(BitSet bytes, BitSet different) {
      BitSet runs = new BitSet();
      for (int from = bytes.nextSetBit(0); from >= 0; ) {
        int to = bytes.nextClearBit(from);
        int first = different.nextSetBit(from);
        for (int at = first, last = at; at >= 0 && at < to; at = different.nextSetBit(at + 1)) {
          boolean goesOn = Math.ceilDiv(last + 1, Integer.BYTES) * Integer.BYTES + 4 > at;
          runs.set(goesOn ? last : at, at + 1);
          last = at;
        }
        from = bytes.nextSetBit(to);
      }
      return runs;
    }

    private BitSet different(byte[] bytes) {
      byte[] here = here();
      BitSet different = new BitSet();
      for (int at = 0; at < BYTES; at++) {
        different.set(at, here[at] != bytes[at]);
      }
      return different;
    }

    private void end() {
      byte[] before = here();
      BitSet runs = new BitSet();
      contents.changes(adding(runs));
      checkRuns(new Range(0, BYTES), runs);
      contents.close();
      filled.andNot(runs);
      filled.stream().forEach(at -> before[at] = original[at]);
      assertThat(here()).isEqualTo(before);
    }
  }
}
