package org.temoto.apps.gravity;

/** A force, as a vector. */
public record Force(double x, double y, double z) {
  /**
   * Pull of a unit mass at ({@code dx}, {@code dy}, {@code dz}) from the point, the constant of
   * gravity being 1.
   */
  static Force towards(double dx, double dy, double dz) {
    double square = dx * dx + dy * dy + dz * dz;
    double scale = 1 / (square * Math.sqrt(square));
    return new Force(dx * scale, dy * scale, dz * scale);
  }

  Force plus(Force other) {
    return new Force(x + other.x, y + other.y, z + other.z);
  }

  /** Magnitude of the force. */
  public double strength() {
    return Math.sqrt(x * x + y * y + z * z);
  }
}
