package org.temoto.bench;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import org.temoto.apps.Kernel;
import org.temoto.apps.matmul.Multiply;
import org.temoto.apps.matmul.MultiplyPlan;
import org.temoto.gas.Access;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.LocalView;
import org.temoto.gas.array.GlobalMatrix;
import org.temoto.task.RuntimeOptions;
import org.temoto.task.TaskRuntime;
import org.temoto.task.pattern.sort.ElementType;

/** The application's product of two square matrices of float64 on one PE. */
final class MatmulContender implements Contender {
  /**
   * Largest error of the product by a vector, relative to the side: rounding errors stay far below.
   */
  private static final double TOLERANCE = 1e-9;

  private final int side;
  private final int workers;
  private final MultiplyPlan plan;
  private final OpenJob job;
  private final double[] a;
  private final double[] b;
  private GlobalMatrix matrixA;
  private GlobalMatrix matrixB;
  private GlobalMatrix matrixC;

  MatmulContender(int side, int workers, long seed) {
    this.side = side;
    this.workers = workers;
    this.plan = MultiplyPlan.suited(ElementType.FLOAT64, side, side, 1, workers, Kernel.FAST);
    SplittableRandom random = new SplittableRandom(seed);
    a = random.doubles((long) side * side, -1, 1).toArray();
    b = random.doubles((long) side * side, -1, 1).toArray();
    GasOptions options = GasOptions.DEFAULT.withBackend("simulated").withPes(1);
    job = new OpenJob(options.withWorkers(workers), RuntimeOptions.DEFAULT);
    job.call((space, runtime) -> allocate(space));
  }

  private Void allocate(GlobalAddressSpace space) {
    matrixA = matrix(space, "A", a);
    matrixB = matrix(space, "B", b);
    matrixC = matrix(space, "C", new double[side * side]);
    return null;
  }

  private GlobalMatrix matrix(GlobalAddressSpace space, String name, double[] elements) {
    GlobalMemory memory = space.allocate(name, (long) side * side * Double.BYTES);
    fill(memory, elements);
    return GlobalMatrix.of(memory.whole(), side, side, Double.BYTES);
  }

  private static void fill(GlobalMemory memory, double[] elements) {
    try (LocalView view = memory.whole().localize(Access.WRITE)) {
      MemorySegment.copy(elements, 0, view.segment(), JAVA_DOUBLE, 0, elements.length);
      view.commit();
    }
  }

  /** Floating-point operations of one product. */
  static double operations(int side) {
    return 2.0 * side * side * side;
  }

  @Override
  public String name() {
    return "temoto matmul, 1 PE x " + workers;
  }

  @Override
  public double round() {
    return job.call(this::multiply);
  }

  private double multiply(GlobalAddressSpace space, TaskRuntime runtime) {
    GlobalMemory memory = matrixC.range().memory();
    fill(memory, new double[side * side]);
    Multiply root = new Multiply(matrixA, matrixB, matrixC, plan);
    space.barrier();
    long start = System.nanoTime();
    runtime.run(root);
    double seconds = (System.nanoTime() - start) * 1e-9;
    try (LocalView view = memory.whole().localize(Access.READ)) {
      check(view.segment().toArray(JAVA_DOUBLE));
    }
    return seconds;
  }

  /** C x = A (B x) for a random vector x (Freivalds, 1977). */
  private void check(double[] c) {
    double[] x = new SplittableRandom().doubles(side).toArray();
    double[] expected = times(a, times(b, x));
    double[] found = times(c, x);
    for (int i = 0; i < side; i++) {
      if (!(Math.abs(found[i] - expected[i]) <= TOLERANCE * side)) {
        throw new IllegalStateException(
            name() + ": row " + i + " by a vector is " + found[i] + ", not " + expected[i]);
      }
    }
  }

  private double[] times(double[] matrix, double[] x) {
    double[] product = new double[side];
    for (int i = 0; i < side; i++) {
      double sum = 0;
      for (int j = 0; j < side; j++) {
        sum += matrix[i * side + j] * x[j];
      }
      product[i] = sum;
    }
    return product;
  }

  @Override
  public void close() {
    job.close();
  }
}
