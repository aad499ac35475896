package org.temoto.apps.matmul;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.IntToDoubleFunction;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.temoto.apps.Kernel;
import org.temoto.apps.Mix;
import org.temoto.task.pattern.sort.ElementType;

/**
 * Tests of the kernels against the definition of the product, on tiles of larger matrices, whose
 * other elements stay as they are.
 */
class TileKernelsTest {
  private static final int MARGIN = 3;

  @Property(tries = 150)
  void shouldAddTheProductOfSmallTiles(
      @ForAll boolean wide,
      @ForAll Kernel kernel,
      @ForAll @IntRange(min = 1, max = 40) int m,
      @ForAll @IntRange(min = 1, max = 70) int n,
      @ForAll @IntRange(min = 1, max = 40) int k,
      @ForAll long seed) {
    check(wide ? ElementType.FLOAT64 : ElementType.FLOAT32, kernel, m, n, k, seed);
  }

  @ParameterizedTest
  @CsvSource({"129,130,193", "130,515,5", "3,1030,400", "256,64,192"})
  void shouldAddTheProductOfTilesOfSeveralBlocks(int m, int n, int k) {
    for (Kernel kernel : Kernel.values()) {
      check(ElementType.FLOAT64, kernel, m, n, k, 1);
      check(ElementType.FLOAT32, kernel, m, n, k, 1);
    }
  }

  /**
   * Equal numbers make the roundings of a sum err the same way: what one chain over the inner
   * dimension loses, chains over its blocks do not.
   */
  @ParameterizedTest
  @CsvSource({"FLOAT64,4e-15", "FLOAT32,4e-6"})
  void shouldSumLongRowsInBlocks(ElementType type, double tolerance) {
    int k = 1 << 14;
    Tile a = filled(type, 4, k, 1.0 / 3);
    Tile b = filled(type, k, 64, 1);
    Tile c = filled(type, 4, 64, 0);
    TileKernels.multiplyAdd(type, Kernel.FAST, a, b, c);
    double expected = k * get(a, type, 0, 0);
    assertThat(get(c, type, 0, 0) / expected).isCloseTo(1, within(tolerance));
    assertThat(get(c, type, 3, 63) / expected).isCloseTo(1, within(tolerance));
  }

  private static Tile filled(ElementType type, int rows, int columns, double value) {
    return tile(type, rows, columns, Integer.MAX_VALUE, _ -> value);
  }

  /** Row by row, and in panels. */
  private static void check(ElementType type, Kernel kernel, int m, int n, int k, long seed) {
    for (int width : new int[] {Integer.MAX_VALUE, 32, 64}) {
      check(type, kernel, m, n, k, width, seed);
    }
  }

  private static void check(
      ElementType type, Kernel kernel, int m, int n, int k, int width, long seed) {
    Tile a = random(type, m, k, width, seed);
    Tile b = random(type, k, n, width, seed + 1);
    Tile c = random(type, m, n, width, seed + 2);
    Tile before = random(type, m, n, width, seed + 2);
    TileKernels.multiplyAdd(type, kernel, a, b, c);
    double tolerance = (k + 2) * (type == ElementType.FLOAT64 ? 0x1p-52 : 0x1p-23) * (k + 1);
    for (int i = 0; i < m + MARGIN; i++) {
      for (int j = 0; j < n + MARGIN; j++) {
        double expected = get(before, type, i, j);
        for (int p = 0; i < m && j < n && p < k; p++) {
          expected += get(a, type, i, p) * get(b, type, p, j);
        }
        assertThat(get(c, type, i, j)).as("(%s, %s)", i, j).isCloseTo(expected, within(tolerance));
        if (i >= m || j >= n) {
          assertThat(get(c, type, i, j)).as("outside (%s, %s)", i, j).isEqualTo(expected);
        }
      }
    }
  }

  /** A tile with a margin of other elements to the right and below. */
  private static Tile random(ElementType type, int rows, int columns, int width, long seed) {
    return tile(type, rows, columns, width, i -> 2 * Mix.unit(seed, i) - 1);
  }

  private static Tile tile(
      ElementType type, int rows, int columns, int width, IntToDoubleFunction elements) {
    int stride = Math.min(width, columns + MARGIN);
    int panels = Math.ceilDiv(columns + MARGIN, stride);
    int panelStride = (rows + MARGIN) * stride;
    int count = panels * panelStride;
    MemorySegment segment = Arena.ofAuto().allocate((long) count * type.bytes(), Double.BYTES);
    for (int i = 0; i < count; i++) {
      double value = elements.applyAsDouble(i);
      if (type == ElementType.FLOAT64) {
        segment.setAtIndex(JAVA_DOUBLE, i, value);
      } else {
        segment.setAtIndex(JAVA_FLOAT, i, (float) value);
      }
    }
    return new Tile(segment, rows, columns, stride, panelStride, type.bytes());
  }

  private static double get(Tile tile, ElementType type, int row, int column) {
    return type == ElementType.FLOAT64
        ? tile.segment().get(JAVA_DOUBLE, tile.offset(row, column))
        : tile.segment().get(JAVA_FLOAT, tile.offset(row, column));
  }
}
