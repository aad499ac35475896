package org.temoto.apps.sort;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.temoto.apps.Spmd;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.LocalView;
import org.temoto.task.pattern.sort.ElementType;
import org.temoto.task.pattern.sort.Keys;

@Timeout(60)
class KeyCheckTest {
  private static final int COUNT = 5000;

  /** Checks keys 0, 2, 4, ... on two PEs, with the given pairs of position and key put in. */
  private static KeyCheck check(GlobalAddressSpace space, int[]... changes) {
    try (GlobalMemory memory = space.allocate("keys", (long) COUNT * Integer.BYTES)) {
      Keys keys = new Keys(ElementType.INT32, memory.whole());
      if (space.pe() == 0) {
        try (LocalView view = keys.localize(Access.WRITE)) {
          for (int i = 0; i < COUNT; i++) {
            view.segment().setAtIndex(JAVA_INT, i, 2 * i);
          }
          for (int[] change : changes) {
            view.segment().setAtIndex(JAVA_INT, change[0], change[1]);
          }
          view.commit();
        }
      }
      space.barrier();
      return KeyCheck.of(keys);
    }
  }

  @Test
  void shouldSeeLostDoubledAndChangedKeys() {
    Spmd.run(
        2,
        space -> {
          KeyCheck right = check(space);
          assertThat(right.isAscending()).isTrue();
          assertThat(right.hasSameKeys(check(space))).isTrue();
          for (int[] change : List.of(new int[] {7, 12}, new int[] {7, 15}, new int[] {4999, 0})) {
            assertThat(check(space, change).hasSameKeys(right)).isFalse();
          }
          // Two wrong keys whose plain sum is right.
          assertThat(check(space, new int[] {3, 7}, new int[] {4, 7}).hasSameKeys(right)).isFalse();
        });
  }

  @Test
  void shouldSeeDescentsInsideAndBetweenTheSharesOfPes() {
    Spmd.run(
        2,
        space -> {
          KeyCheck swapped = check(space, new int[] {10, 22}, new int[] {11, 20});
          assertThat(swapped.hasSameKeys(check(space))).isTrue();
          assertThat(swapped.descents()).isEqualTo(1);
          int border = GasBorder.of(space, COUNT);
          KeyCheck between =
              check(space, new int[] {border - 1, 2 * border}, new int[] {border, 2 * border - 2});
          assertThat(between.descents()).isEqualTo(1);
        });
  }

  /** The first key that PE 1 owns. */
  private static final class GasBorder {
    static int of(GlobalAddressSpace space, int count) {
      int pageSize = space.options().pageSize();
      int pages = Math.ceilDiv(count * Integer.BYTES, pageSize);
      return Math.ceilDiv(pages, space.pes()) * pageSize / Integer.BYTES;
    }
  }

  @Test
  void shouldGenerateTheSameKeysOnAnyNumberOfPes() {
    for (KeyDistribution distribution : KeyDistribution.values()) {
      for (ElementType type : ElementType.values()) {
        long[] sums = new long[4];
        for (int pes = 1; pes < sums.length; pes++) {
          int slot = pes;
          Spmd.run(pes, space -> sums[slot] = generated(space, type, distribution).sum());
        }
        assertThat(sums[2]).as("%s %s", distribution, type).isEqualTo(sums[1]);
        assertThat(sums[3]).as("%s %s", distribution, type).isEqualTo(sums[1]);
      }
    }
  }

  @Test
  void shouldGenerateWhatTheNamesSay() {
    Spmd.run(
        2,
        space -> {
          for (ElementType type : ElementType.values()) {
            assertThat(generated(space, type, KeyDistribution.SORTED).descents()).isZero();
            assertThat(generated(space, type, KeyDistribution.EQUAL).descents()).isZero();
            assertThat(generated(space, type, KeyDistribution.REVERSED).descents())
                .isEqualTo(COUNT - 1);
            assertThat(generated(space, type, KeyDistribution.UNIFORM).descents())
                .isBetween(COUNT / 3L, 2L * COUNT / 3);
          }
        });
  }

  private static KeyCheck generated(
      GlobalAddressSpace space, ElementType type, KeyDistribution distribution) {
    try (GlobalMemory memory = space.allocate("keys", (long) COUNT * type.bytes())) {
      Keys keys = new Keys(type, memory.whole());
      new KeyGenerator(type, COUNT, distribution, 42).fill(keys);
      space.barrier();
      return KeyCheck.of(keys);
    }
  }
}
