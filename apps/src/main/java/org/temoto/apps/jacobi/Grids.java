package org.temoto.apps.jacobi;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.LocalView;
import org.temoto.gas.RefusedException;
import org.temoto.gas.array.GlobalLongs;
import org.temoto.gas.array.LongView;

/**
 * The two grids of the iteration, as one PE uses them: the even steps read the first and write the
 * second.
 */
public final class Grids implements AutoCloseable {
  /** Rows are worked on in bands of at most so many bytes, so that no view fills the cache. */
  private static final long BAND_BYTES = 16L << 20;

  private interface Work {
    void on(int first, int end);
  }

  private final GlobalAddressSpace space;
  private final int n;
  private final Grid even;
  private final Grid odd;
  private final Strip strip;

  /** Progress of both grids, three longs: next step, n, seed. */
  private final GlobalLongs progress;

  /** Allocates both. Collective. */
  public Grids(GlobalAddressSpace space, int n) {
    this.space = space;
    this.n = n;
    even = Grid.allocate(space, "even", n);
    odd = Grid.allocate(space, "odd", n);
    progress = GlobalLongs.allocate(space, "progress", 3);
    strip = Strip.of(space.pe(), space.pes(), n);
  }

  /** The grid that {@code step} reads. */
  Grid before(int step) {
    return step % 2 == 0 ? even : odd;
  }

  /** The grid that {@code step} writes. */
  Grid after(int step) {
    return before(step + 1);
  }

  /** Writes this PE's strip of both grids; a barrier has to follow. */
  public void fill(long seed) {
    bands(
        strip.first(),
        strip.end(),
        (first, end) -> {
          for (Grid grid : new Grid[] {even, odd}) {
            try (LocalView view = grid.localize(first, end, Access.WRITE)) {
              for (long at = 0; at < (long) (end - first) * n; at++) {
                double value = PlainJacobi.start(n, seed, first + at / n, at % n);
                view.segment().setAtIndex(JAVA_DOUBLE, at, value);
              }
              view.commit();
            }
          }
        });
  }

  /** Writes both grids, which {@code step} has to go on with, to a checkpoint. Collective. */
  void save(Path folder, int step, long seed) {
    if (space.pe() == 0) {
      try (LongView view = progress.localize(Access.WRITE)) {
        view.set(0, step);
        view.set(1, n);
        view.set(2, seed);
        view.commit();
      }
    }
    space.checkpoint(folder);
  }

  /**
   * Takes both grids from a checkpoint; returns the step to go on with. Collective.
   *
   * @throws RefusedException if it is of another iteration, or further than {@code steps}
   */
  int resume(Path folder, int steps, long seed) {
    space.restore(folder);
    try (LongView view = progress.localize(Access.READ)) {
      require(folder, "n", view.get(1), n);
      require(folder, "seed", view.get(2), seed);
      if (view.get(0) > steps) {
        throw new RefusedException(
            "checkpoint %s is of step %d, this job ends with step %d: --steps must be as many at least"
                .formatted(folder, view.get(0), steps));
      }
      return (int) view.get(0);
    }
  }

  private static void require(Path folder, String what, long found, long wanted) {
    if (found != wanted) {
      throw new RefusedException(
          "checkpoint %s is of %s %d, this job has %d: must be equal (--%s)"
              .formatted(folder, what, found, wanted, what));
    }
  }

  /** One step on this PE's strip; returns the number of rows. A barrier has to follow. */
  public long step(int step) {
    int first = Math.max(1, strip.first());
    int end = Math.min(n - 1, strip.end());
    bands(first, end, (from, to) -> Stencil.step(before(step), after(step), from, to));
    return Math.max(0, end - first);
  }

  /** The largest difference between both grids at a point. Collective. */
  double change() {
    double[] largest = {0};
    bands(
        strip.first(),
        strip.end(),
        (first, end) -> {
          try (LocalView one = even.localize(first, end, Access.READ);
              LocalView other = odd.localize(first, end, Access.READ)) {
            largest[0] = Math.max(largest[0], difference(one.segment(), other.segment()));
          }
        });
    long[] byPe = new long[space.pes()];
    byPe[space.pe()] = Double.doubleToRawLongBits(largest[0]);
    return Arrays.stream(space.sum(byPe)).mapToDouble(Double::longBitsToDouble).max().orElseThrow();
  }

  private static double difference(MemorySegment one, MemorySegment other) {
    double largest = 0;
    for (long at = 0; at < one.byteSize() / Double.BYTES; at++) {
      double difference = one.getAtIndex(JAVA_DOUBLE, at) - other.getAtIndex(JAVA_DOUBLE, at);
      largest = Math.max(largest, Math.abs(difference));
    }
    return largest;
  }

  /** Tells whether the grid that {@code step} has to read next is {@code plain}'s, bit by bit. */
  boolean isEqual(int step, PlainJacobi plain) {
    boolean[] equal = {true};
    bands(
        0,
        n,
        (first, end) -> {
          try (LocalView view = before(step).localize(first, end, Access.READ)) {
            for (int i = first; i < end; i++) {
              MemorySegment expected = MemorySegment.ofArray(plain.row(i));
              long at = (i - first) * before(step).rowBytes();
              equal[0] &= view.segment().asSlice(at, expected.byteSize()).mismatch(expected) < 0;
            }
          }
        });
    return equal[0];
  }

  private void bands(int first, int end, Work work) {
    int most = (int) Math.max(1, BAND_BYTES / even.rowBytes());
    for (int from = first; from < end; from += most) {
      work.on(from, Math.min(end, from + most));
    }
  }

  @Override
  public void close() {
    progress.range().memory().close();
    odd.memory().close();
    even.memory().close();
  }
}
