package org.temoto.apps.gravity;

import java.util.LinkedHashMap;
import java.util.Map;
import org.temoto.apps.suite.Search;
import org.temoto.gas.InvalidOptionException;
import org.temoto.task.Task;

/**
 * The pull of (2n+1)^3 unit masses on a point outside, on the x axis; verified by adding up, in
 * another order and by another formula, only the masses that are not mirror images of others.
 *
 * @param n from 0 to {@link #MAX}
 * @param cutoff a task adds at most so many masses by plain loops, 1 for a task per mass
 */
public record GravityProblem(int n, long cutoff) implements Search<Force> {
  /** The cube then has 64 billion masses. */
  public static final int MAX = 2000;

  private static final double TOLERANCE = 1e-9;

  public GravityProblem {
    if (n < 0 || n > MAX) {
      throw new InvalidOptionException("n", n, "from 0 to " + MAX);
    }
    if (cutoff < 1) {
      throw new InvalidOptionException("cutoff", cutoff, "at least 1");
    }
  }

  @Override
  public String name() {
    return "gravity";
  }

  @Override
  public Map<String, Object> parameters() {
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("n", n);
    parameters.put("cutoff", cutoff);
    return parameters;
  }

  @Override
  public Task<Force> root() {
    return Pull.ofCube(n, cutoff);
  }

  @Override
  public Force sequential() {
    return Pull.ofCube(n, cutoff).sum();
  }

  @Override
  public boolean isRight(Force force) {
    double expected = alongAxis();
    double allowed = TOLERANCE * Math.abs(expected);
    return Math.abs(force.x() - expected) <= allowed
        && Math.abs(force.y()) <= allowed
        && Math.abs(force.z()) <= allowed;
  }

  /** The pull along x; what pulls sideways has an image that pulls to the other side. */
  private double alongAxis() {
    double sum = 0;
    for (int y = n; y >= 0; y--) {
      for (int z = y; z >= 0; z--) {
        int images = (y == 0 ? 1 : 2) * (z == 0 ? 1 : 2) * (y == z ? 1 : 2);
        double row = 0;
        for (int x = -n; x <= n; x++) {
          double dx = x - (2.0 * n + 1);
          row += dx * Math.pow(dx * dx + (double) y * y + (double) z * z, -1.5);
        }
        sum += images * row;
      }
    }
    return sum;
  }

  @Override
  public Map<String, Object> fields(Force force) {
    return Map.of("result", force.strength());
  }
}
