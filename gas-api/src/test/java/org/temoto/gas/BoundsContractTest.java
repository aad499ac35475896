package org.temoto.gas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.temoto.gas.AccessSamples.arrays;
import static org.temoto.gas.AccessSamples.call;
import static org.temoto.gas.AccessSamples.get;
import static org.temoto.gas.AccessSamples.set;

import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.gas.array.ArrayView;
import org.temoto.gas.array.GlobalArray;
import org.temoto.gas.array.GlobalCounter;
import org.temoto.gas.array.GlobalInts;
import org.temoto.gas.array.GlobalMatrix;

/** Tests of indices and ranges out of bounds, which are refused, on any backend. */
public abstract class BoundsContractTest extends MemoryTest {
  /** Indices around everything that overflows when it is multiplied or added to. */
  private static long[] extremes(long length) {
    return LongStream.concat(
            LongStream.of(0, 1, length - 1, length, length + 1, -1, -2, length / 2),
            LongStream.rangeClosed(28, 63)
                .flatMap(bit -> LongStream.of(1L << bit, -(1L << bit)))
                .flatMap(power -> LongStream.of(power - 1, power, power + 1, power + 7)))
        .distinct()
        .toArray();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldRefuseIndicesThatAnArrayViewDoesNotHave(boolean checks) {
    spmd(
        options(1)
            .with(
                EngineOptions.DEFAULT,
                engine ->
                    checks
                        ? engine.with(EngineOptions.Feature.USE_AFTER_CLOSE_CHECKS)
                        : engine.without(EngineOptions.Feature.USE_AFTER_CLOSE_CHECKS)),
        space -> {
          GlobalMemory memory = space.allocate("a", 4 * PAGE);
          for (GlobalArray<?, ?> array : arrays(memory.range(PAGE, 800))) {
            long length = array.length();
            long first = PAGE / array.elementBytes();
            try (ArrayView view = array.localize(Access.READ_WRITE)) {
              for (long index : extremes(length)) {
                if (index >= 0 && index < length) {
                  set(view, index);
                  assertThat(((Number) get(view, index)).doubleValue()).isOne();
                  set(view, index, 0);
                } else {
                  for (Runnable use :
                      List.<Runnable>of(
                          () -> get(view, index), () -> call(view, "set", index, get(view, 0)))) {
                    assertThatThrownBy(use::run)
                        .isInstanceOf(IndexOutOfBoundsException.class)
                        .hasMessage(
                            "index %s is out of range of READ_WRITE view of %s elements [%s, %s) of"
                                + " array \"a\"",
                            index, length, first, first + length);
                  }
                }
              }
            }
          }
          assertFilled(memory, 0, 4 * PAGE, 0);
        });
  }

  /** Tells if [from, from + length) is inside [0, whole), without overflow. */
  private static boolean isInside(long from, BigInteger length, long whole) {
    return from >= 0
        && length.signum() >= 0
        && BigInteger.valueOf(from).add(length).compareTo(BigInteger.valueOf(whole)) <= 0;
  }

  private static BigInteger big(long value) {
    return BigInteger.valueOf(value);
  }

  private static void assertRefusedUnless(boolean inside, String what, Runnable call) {
    Throwable thrown = catchThrowable(call::run);
    if (inside) {
      assertThat(thrown).as(what).isNull();
    } else {
      assertThat(thrown).as(what).isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  /**
   * Every method that takes a beginning and an end or a length, compared with arithmetic without
   * limits.
   */
  @Test
  void shouldRefuseRangesThatOverflow() {
    spmd(
        1,
        space -> {
          GlobalMemory memory =
              space.allocate(MemoryOptions.of("a", 4 * PAGE).withSpareFrames(0.25)); // to migrate
          GlobalRange range = memory.range(PAGE, 800);
          GlobalInts ints = new GlobalInts(range);
          for (long from : extremes(ints.length())) {
            for (long to : extremes(ints.length())) {
              String what = "(" + from + ", " + to + ")";
              BigInteger count = big(to).subtract(big(from));
              boolean inArray = isInside(from, count, ints.length());
              assertRefusedUnless(inArray, "slice" + what, () -> ints.slice(from, to));
              assertRefusedUnless(inArray, "elements" + what, () -> ints.elements(from, to));
              assertRefusedUnless(
                  inArray,
                  "localize" + what,
                  () -> ints.localize(from, to, Access.READ_WRITE).close());
              try (ArrayView view = ints.localize(Access.READ_WRITE)) {
                assertRefusedUnless(inArray, "commit" + what, () -> view.commit(from, to));
              }
              boolean inRange = isInside(from, big(to), range.length());
              assertRefusedUnless(inRange, "range.slice" + what, () -> range.slice(from, to));
              try (LocalView view = range.localize(Access.READ_WRITE)) {
                assertRefusedUnless(inRange, "view.commit" + what, () -> view.commit(from, to));
              }
              boolean inMemory = isInside(from, big(to), memory.byteSize());
              assertRefusedUnless(inMemory, "range" + what, () -> memory.range(from, to));
              assertRefusedUnless(
                  inMemory,
                  "localize" + what,
                  () -> memory.localize(from, to, Access.READ).close());
              assertRefusedUnless(
                  inMemory,
                  "localizeAsync" + what,
                  () -> memory.localizeAsync(from, to, Access.READ).close());
              assertRefusedUnless(inMemory, "migrate" + what, () -> memory.migrate(from, to, 0));
            }
          }
        });
  }

  @Test
  void shouldRefuseElementsAndBlocksThatOverflow() {
    spmd(
        1,
        space -> {
          GlobalMemory memory = space.allocate("a", 4 * PAGE);
          GlobalMatrix matrix = GlobalMatrix.of(memory.range(0, 800), 10, 10, Double.BYTES);
          for (long some : extremes(PAGE)) {
            for (long other : extremes(PAGE)) {
              String what = "(" + some + ", " + other + ")";
              BigInteger end = big(some).add(big(other).multiply(big(8)));
              assertRefusedUnless(
                  some >= 0 && other >= 0 && isInside(0, end.add(big(8)), memory.byteSize()),
                  "gather" + what,
                  () -> memory.gather(some, 8, new long[] {other}));
              if (other >= 8) { // else blocks overlap, which is another fault
                BigInteger last = big(some).add(big(other).multiply(big(6)));
                assertRefusedUnless(
                    some >= 0 && isInside(0, last.add(big(8)), memory.byteSize()),
                    "strided" + what,
                    () -> new Region.Strided(memory, some, 8, other, 7));
              }
              boolean inMatrix = isInside(some, big(2), 10) && isInside(other, big(3), 10);
              assertRefusedUnless(inMatrix, "tile" + what, () -> matrix.tile(some, other, 2, 3));
              boolean fits = isInside(0, big(some), 10) && isInside(0, big(other), 10);
              assertRefusedUnless(
                  fits && some > 0 && other > 0,
                  "tile" + what,
                  () -> matrix.tile(0, 0, some, other));
            }
            assertRefusedUnless(
                isInside(some, big(8), memory.byteSize()),
                "read" + some,
                () -> memory.read(some, MemorySegment.ofArray(new byte[8])));
            assertRefusedUnless(
                isInside(some, big(1), memory.byteSize()),
                "owner" + some,
                () -> memory.owner(some));
            assertRefusedUnless(
                isInside(some, big(1), PAGE / 4),
                "gather" + some,
                () -> new GlobalInts(memory.range(0, PAGE)).gather(some));
          }
          assertThatThrownBy(() -> GlobalMatrix.of(memory.whole(), 1L << 40, 1L << 40, 8))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessageContaining("must have less than 2^63 bytes");
        });
  }

  @Test
  void shouldRefuseWordsThatOverflow() {
    spmd(
        1,
        space -> {
          GlobalMemory memory = space.allocate(MemoryOptions.words("words", 100));
          SharedWords words = memory.words();
          for (long index : extremes(100)) {
            boolean inside = isInside(index, big(1), 100);
            assertRefusedUnless(inside, "read " + index, () -> words.read(index));
            assertRefusedUnless(inside, "counter " + index, () -> new GlobalCounter(memory, index));
            assertRefusedUnless(inside, "home " + index, () -> words.home(index));
            assertRefusedUnless(inside, "fetchAdd " + index, () -> words.fetchAdd(index, 1));
            assertRefusedUnless(
                inside, "compareAndSwap " + index, () -> words.compareAndSwap(index, 0, 1));
            for (int count : new int[] {0, 1, 100, 101}) {
              assertRefusedUnless(
                  isInside(index, big(count), 100),
                  "read " + index + ", " + count,
                  () -> words.read(index, new long[count]));
            }
          }
        });
  }
}
