package org.temoto.apps.gravity;

import org.temoto.task.Forked;
import org.temoto.task.Task;
import org.temoto.task.TaskContext;

/**
 * The pull of the masses in a box of the grid on the point ({@code distance}, 0, 0).
 *
 * @param x the box's corner
 * @param width masses along x, at least 1
 * @param height along y
 * @param depth along z
 * @param cutoff a task adds at most so many masses by plain loops
 */
record Pull(int distance, int x, int y, int z, int width, int height, int depth, long cutoff)
    implements Task<Force> {
  /** All masses: {@code 2 n + 1} on each side, the middle one at the origin. */
  static Pull ofCube(int n, long cutoff) {
    int side = 2 * n + 1;
    return new Pull(side, -n, -n, -n, side, side, side, cutoff);
  }

  /** Cost of a point, for modelled costs. */
  private static final long POINT_NANOS = 4;

  @Override
  public Force run(TaskContext context) {
    long points = (long) width * height * depth;
    if (points <= cutoff) {
      context.charge(points * POINT_NANOS);
      return sum();
    }
    int half = Math.max(width, Math.max(height, depth)) / 2;
    Forked<Force> one = context.fork(part(0, half));
    Force other = part(half, Math.max(width, Math.max(height, depth))).run(context);
    return context.join(one).plus(other);
  }

  /** A slice across the longest side. */
  private Pull part(int from, int to) {
    int length = to - from;
    if (width >= height && width >= depth) {
      return new Pull(distance, x + from, y, z, length, height, depth, cutoff);
    }
    return height >= depth
        ? new Pull(distance, x, y + from, z, width, length, depth, cutoff)
        : new Pull(distance, x, y, z + from, width, height, length, cutoff);
  }

  /** The same by plain loops. */
  Force sum() {
    double sumX = 0;
    double sumY = 0;
    double sumZ = 0;
    for (int i = x; i < x + width; i++) {
      for (int j = y; j < y + height; j++) {
        for (int k = z; k < z + depth; k++) {
          Force each = Force.towards(i - distance, j, k);
          sumX += each.x();
          sumY += each.y();
          sumZ += each.z();
        }
      }
    }
    return new Force(sumX, sumY, sumZ);
  }
}
