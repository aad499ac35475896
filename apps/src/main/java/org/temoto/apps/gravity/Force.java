package org.temoto.apps.gravity;

/** A force, as a vector. */
public record Force(double x, double y, double z) {
  /**
   * How a unit mass at ({@code dx}, {@code dy}, {@code dz}) from the point pulls it, the constant
   * of gravity being 1.
   */
  static Force towards(double dx, double dy, double dz) {
    double square = dx * dx + dy * dy + dz * dz;
    double scale = 1 / (square * Math.sqrt(square));
    return new Force(dx * scale, dy * scale, dz * scale);
  }

  Force plus(Force other) {
    return new Force(x + other.x, y + other.y, z + other.z);
  }

  /** How strong it is. */
  public double strength() {
    return Math.sqrt(x * x + y * y + z * z);
  }
}
