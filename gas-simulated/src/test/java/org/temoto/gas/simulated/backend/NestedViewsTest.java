package org.temoto.gas.simulated.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.GlobalRange;
import org.temoto.gas.LocalView;
import org.temoto.gas.MemoryTest;
import org.temoto.gas.Region;

/** Tests of views of one task over bytes of another view of it. */
class NestedViewsTest extends MemoryTest {
  private static final int BYTES = 64;
  private static final long SEED = Long.getLong("temoto.seed", System.nanoTime() & 0xffff_ffffL);

  @Override
  protected String backend() {
    return SimulatedBackend.NAME;
  }

  @Test
  void shouldRefuseViewsThatWriteAPartOfAnother() {
    spmd(
        1,
        space -> {
          GlobalMemory memory = space.allocate("keys", PAGE);
          try (LocalView first = memory.localize(0, 100, Access.READ_WRITE)) {
            assertThatThrownBy(() -> memory.localize(60, 80, Access.WRITE))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                    "localize of WRITE view [60, 140) of memory \"keys\": the task writes a part of"
                        + " it through READ_WRITE view [0, 100) of memory \"keys\": a view must"
                        + " have all of these bytes, or none");
            memory.localize(60, 80, Access.READ).close();
            memory.localize(100, 40, Access.WRITE).close();
            memory.localize(20, 30, Access.WRITE).close();
            assertThat(first.isOpen()).isTrue();
          }
          memory.localize(60, 80, Access.WRITE).close();
        });
  }

  @Test
  void shouldTellPartsFromNestedAndSeparateRegionsOfAnyShape() {
    spmd(
        1,
        space -> {
          GlobalMemory memory = space.allocate("shapes", PAGE);
          SplittableRandom random = new SplittableRandom(SEED);
          int refused = 0;
          for (int round = 0; round < 5_000; round++) {
            Region outer = region(memory, random);
            Region inner = region(memory, random);
            BitSet common = bits(outer);
            common.and(bits(inner));
            boolean nests =
                common.isEmpty() || common.equals(bits(outer)) || common.equals(bits(inner));
            try (LocalView first = outer.localize(Access.WRITE)) {
              assertThat(opens(inner)).as("seed %d: %s in %s", SEED, inner, first).isEqualTo(nests);
            }
            refused += nests ? 0 : 1;
          }
          assertThat(refused).isBetween(500, 4_500);
        });
  }

  private static boolean opens(Region region) {
    try (LocalView view = region.localize(Access.READ_WRITE)) {
      return view.isOpen();
    } catch (IllegalStateException refused) {
      return false;
    }
  }

  private static Region region(GlobalMemory memory, SplittableRandom random) {
    return switch (random.nextInt(3)) {
      case 0 -> {
        int from = random.nextInt(BYTES);
        yield memory.range(from, random.nextInt(BYTES - from + 1));
      }
      case 1 -> {
        int block = random.nextInt(1, 5);
        int stride = block + random.nextInt(4);
        int count = random.nextInt(1, 7);
        yield new Region.Strided(memory, random.nextInt(20), block, stride, count);
      }
      default -> {
        List<GlobalRange> ranges = new ArrayList<>();
        int at = random.nextInt(8);
        for (int n = random.nextInt(1, 5); n > 0; n--) {
          int length = random.nextInt(6);
          ranges.add(memory.range(at, length));
          at += length + random.nextInt(6);
        }
        yield new Region.Ranges(ranges);
      }
    };
  }

  private static BitSet bits(Region region) {
    BitSet bits = new BitSet();
    switch (region) {
      case GlobalRange range ->
          bits.set((int) range.offset(), (int) (range.offset() + range.length()));
      case Region.Strided tile -> {
        for (int i = 0; i < tile.count(); i++) {
          int from = (int) (tile.offset() + i * tile.strideBytes());
          bits.set(from, from + (int) tile.blockBytes());
        }
      }
      case Region.Gathered _ -> throw new AssertionError("is not written");
      case Region.Ranges list -> list.ranges().forEach(range -> bits.or(bits(range)));
    }
    return bits;
  }
}
