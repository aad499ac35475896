import java.util.*;
import java.util.function.Supplier;

/**
 * Body of a star cluster: one of equal shares of the mass 1, and where it began on a curve that
 * keeps near what is near.
 */
record Body(Vector at, Vector velocity, long curve) {
  /** Three coordinates, of a place or of a velocity. */
  record Vector(double x, double y, double z) {
    Vector plus(double times, Vector other) {
      return new Vector(x + times * other.x, y + times * other.y, z + times * other.z);
    }

    double square() {
      return x * x + y * y + z * z;
    }

    /** This velocity after a mass that is {@code way} off has pulled for a unit of time. */
    Vector pulled(double mass, Vector way) {
      double square = way.square() + 1e-4; // which softens what is very near
      return plus(mass / (square * Math.sqrt(square)), way);
    }
  }

  /** Bodies by the model of Plummer, along the curve. */
  static List<Body> plummer(int count) {
    Random random = new Random(1);
    Supplier<Vector> gaussian =
        () -> new Vector(random.nextGaussian(), random.nextGaussian(), random.nextGaussian());
    List<Body> bodies = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double radius = 0.59 / Math.sqrt(Math.pow(random.nextDouble(0.99), -2 / 3.0) - 1);
      double speed = 0.41 * Math.pow(0.35 + radius * radius, -0.25);
      Vector way = gaussian.get();
      Vector at = way.plus(radius / Math.sqrt(way.square()) - 1, way);
      long curve = 0; // the bits of the coordinates in turns
      for (int bit = 0; bit < 63; bit++) {
        double along = bit % 3 == 0 ? at.z : bit % 3 == 1 ? at.y : at.x;
        curve = 2 * curve + ((long) ((along / 16 + 0.5) * (1 << 21)) >> 20 - bit / 3 & 1);
      }
      bodies.add(new Body(at, new Vector(0, 0, 0).plus(speed, gaussian.get()), curve));
    }
    bodies.sort(Comparator.comparingLong(Body::curve));
    return bodies;
  }

  /**
   * Error of changes of velocity within a time, by the pulls of all at some bodies: the root of its
   * mean square, by that of the changes.
   */
  static double error(List<Body> before, List<Body> after, double time) {
    double off = 0;
    double all = 0;
    for (int i = 0; i < before.size(); i += Math.max(1, before.size() / 200)) {
      Body body = before.get(i);
      Vector exact = body.velocity;
      for (Body other : before) {
        exact = exact.pulled(time / before.size(), other.at.plus(-1, body.at));
      }
      off += exact.plus(-1, after.get(i).velocity).square();
      all += exact.plus(-1, body.velocity).square();
    }
    return Math.sqrt(off / Math.max(all, Double.MIN_NORMAL));
  }
}
