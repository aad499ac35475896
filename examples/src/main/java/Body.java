import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/** Body of a star cluster: its place and its velocity. All have the same mass, 1 together. */
record Body(double x, double y, double z, double u, double v, double w) {
  static final double WIDTH = 64; // of the cube, from which no body is let out
  private static final double TIME = 0.01; // of a step
  private static final double SOFTENING = 1e-4; // of squares of distances

  Body moved() {
    return new Body(in(x + TIME * u), in(y + TIME * v), in(z + TIME * w), u, v, w);
  }

  private static double in(double place) {
    return Math.clamp(place, -WIDTH / 2, Math.nextDown(WIDTH / 2));
  }

  /** The same after it was pulled for one step by so many bodies of {@code mass} elsewhere. */
  Body pulled(double[] sources, int end, double mass) {
    double du = 0;
    double dv = 0;
    double dw = 0;
    for (int i = 0; i < end; i += 4) {
      double dx = sources[i] - x;
      double dy = sources[i + 1] - y;
      double dz = sources[i + 2] - z;
      double square = dx * dx + dy * dy + dz * dz + SOFTENING;
      double factor = sources[i + 3] / (square * Math.sqrt(square));
      du += factor * dx;
      dv += factor * dy;
      dw += factor * dz;
    }
    double change = TIME * mass;
    return new Body(x, y, z, u + change * du, v + change * dv, w + change * dw);
  }

  /** Its place on a curve that keeps near what is near: the bits of its coordinates in turns. */
  long place() {
    long place = 0;
    for (int bit = 20; bit >= 0; bit--) {
      for (double at : new double[] {z, y, x}) {
        place = 2 * place + ((long) ((at / WIDTH + 0.5) * (1 << 21)) >> bit & 1);
      }
    }
    return place;
  }

  /** Bodies by the model of Plummer, in the order of their places. */
  static List<Body> plummer(int count) {
    Random random = new Random(1);
    List<Body> bodies = new ArrayList<>();
    while (bodies.size() < count) {
      double radius = 0.59 / Math.sqrt(Math.pow(random.nextDouble(), -2 / 3.0) - 1);
      double speed = random.nextDouble();
      double height = random.nextDouble(0.1);
      if (radius < 10 && height < speed * speed * Math.pow(1 - speed * speed, 3.5)) {
        double[] at = onBall(random, radius);
        double escape = Math.sqrt(2) * Math.pow(0.348 + radius * radius, -0.25);
        double[] to = onBall(random, speed * escape);
        bodies.add(new Body(at[0], at[1], at[2], to[0], to[1], to[2]));
      }
    }
    bodies.sort(Comparator.comparingLong(Body::place));
    return bodies;
  }

  private static double[] onBall(Random random, double radius) {
    double z = random.nextDouble(-1, 1);
    double angle = random.nextDouble(2 * Math.PI);
    double flat = radius * Math.sqrt(1 - z * z);
    return new double[] {flat * Math.cos(angle), flat * Math.sin(angle), radius * z};
  }
}
