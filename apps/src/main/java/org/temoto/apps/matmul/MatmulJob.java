package org.temoto.apps.matmul;

import java.nio.file.Path;
import java.util.Optional;
import org.temoto.apps.ArrayKind;
import org.temoto.apps.ElementType;
import org.temoto.apps.io.NpyHeader;
import org.temoto.apps.io.NpyWriter;
import org.temoto.apps.report.Measurement;
import org.temoto.apps.report.Progress;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.LocalView;
import org.temoto.gas.array.GlobalMatrix;
import org.temoto.task.RuntimeOptions;
import org.temoto.task.TaskRuntime;

/**
 * Brings two matrices into global memory, multiplies them there, verifies, and writes the product:
 * the program that every PE runs.
 *
 * @param output where the product goes, if anywhere
 * @param seed of the verification's random vectors
 * @param arrays what the tasks work on; {@link ArrayKind#SHARED} with one PE only
 */
public record MatmulJob(
    Operand a, Operand b, Optional<Path> output, MultiplyPlan plan, long seed, ArrayKind arrays) {
  /** A job on global memory. */
  public MatmulJob(Operand a, Operand b, Optional<Path> output, MultiplyPlan plan, long seed) {
    this(a, b, output, plan, seed, ArrayKind.GLOBAL);
  }

  /** What came out. */
  public record Outcome(boolean verified, Measurement<Void> measurement) {}

  public MatmulJob {
    if (a.columns() != b.rows() || a.type() != b.type()) {
      throw new IllegalArgumentException(
          "a product of %d x %d %s and %d x %d %s does not exist"
              .formatted(a.rows(), a.columns(), a.type(), b.rows(), b.columns(), b.type()));
    }
  }

  /** Bytes that all matrices and the vectors of the verification take on all PEs together. */
  public long dataBytes() {
    long elements = Math.addExact(elements(a.rows(), a.columns()), elements(b.rows(), b.columns()));
    elements = Math.addExact(elements, elements(a.rows(), b.columns()));
    return Math.addExact(
        Math.multiplyExact(elements, type().bytes()), ProductCheck.vectorBytes(b.rows()));
  }

  /** Collective. */
  public Outcome run(GlobalAddressSpace space, RuntimeOptions limits, Progress progress) {
    try (TaskRuntime runtime = TaskRuntime.start(space, limits);
        GlobalMemory memoryA = allocate(space, "A", a.rows(), a.columns());
        GlobalMemory memoryB = allocate(space, "B", b.rows(), b.columns());
        GlobalMemory memoryC = allocate(space, "C", a.rows(), b.columns())) {
      progress.begin(space, "bringing in the factors");
      a.fill(memoryA);
      b.fill(memoryB);
      space.barrier();
      boolean empty = a.rows() == 0 || a.columns() == 0 || b.columns() == 0;
      progress.begin(space, "multiplying");
      Measurement<Void> measurement =
          !empty && arrays == ArrayKind.SHARED
              ? multiplyShared(space, runtime, multiply(memoryA, memoryB, memoryC))
              : Measurement.of(
                  space,
                  runtime,
                  () -> empty ? null : runtime.run(multiply(memoryA, memoryB, memoryC)));
      progress.begin(space, "verifying the product");
      boolean verified = empty || verify(space, multiply(memoryA, memoryB, memoryC));
      if (verified && output.isPresent()) {
        progress.begin(space, "writing " + output.get());
        NpyHeader header = NpyHeader.of(type(), a.rows(), b.columns());
        new NpyWriter(output.get()).write(memoryC, header);
      }
      return new Outcome(verified, measurement);
    }
  }

  /**
   * The memory is brought to hand before, as a whole: what is measured are tasks on plain memory.
   */
  private static Measurement<Void> multiplyShared(
      GlobalAddressSpace space, TaskRuntime runtime, Multiply product) {
    ArrayKind.requireOnePe(space.pes());
    try (LocalView viewA = product.a().localize(Access.READ);
        LocalView viewB = product.b().localize(Access.READ);
        LocalView viewC = product.c().localize(Access.READ_WRITE)) {
      SharedMultiply shared =
          new SharedMultiply(
              SharedMatrix.of(product.a(), viewA),
              SharedMatrix.of(product.b(), viewB),
              SharedMatrix.of(product.c(), viewC),
              product.plan());
      Measurement<Void> measurement = Measurement.of(space, runtime, () -> runtime.run(shared));
      viewC.commit();
      return measurement;
    }
  }

  private boolean verify(GlobalAddressSpace space, Multiply product) {
    return new ProductCheck(space, product.a(), product.b(), product.c(), type(), seed).holds();
  }

  private Multiply multiply(GlobalMemory memoryA, GlobalMemory memoryB, GlobalMemory memoryC) {
    return new Multiply(
        matrix(memoryA, a.rows(), a.columns()),
        matrix(memoryB, b.rows(), b.columns()),
        matrix(memoryC, a.rows(), b.columns()),
        plan);
  }

  private ElementType type() {
    return a.type();
  }

  private GlobalMemory allocate(GlobalAddressSpace space, String name, long rows, long columns) {
    return space.allocate(
        name, Math.max(1, Math.multiplyExact(elements(rows, columns), type().bytes())));
  }

  private GlobalMatrix matrix(GlobalMemory memory, long rows, long columns) {
    return GlobalMatrix.of(memory.whole(), rows, columns, type().bytes());
  }

  private static long elements(long rows, long columns) {
    return Math.multiplyExact(rows, columns);
  }
}
