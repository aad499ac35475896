package org.temoto.apps.matmul;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Optional;
import org.temoto.apps.ArrayKind;
import org.temoto.apps.io.NpyHeader;
import org.temoto.apps.io.NpyWriter;
import org.temoto.apps.report.Measurement;
import org.temoto.apps.report.Progress;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.LocalView;
import org.temoto.task.RuntimeOptions;
import org.temoto.task.TaskRuntime;
import org.temoto.task.pattern.sort.ElementType;

/**
 * Program that every PE runs: brings two matrices into global memory, multiplies them there,
 * verifies, and writes the product.
 *
 * @param output where the product goes, if anywhere
 * @param layout of all three matrices in memory
 * @param seed of the verification's random vectors
 * @param arrays what the tasks work on; {@link ArrayKind#SHARED} with one PE only
 */
public record MatmulJob(
    Operand a,
    Operand b,
    Optional<Path> output,
    MultiplyPlan plan,
    MatrixLayout layout,
    long seed,
    ArrayKind arrays) {
  /** Result of a job. */
  public record Outcome(boolean verified, Measurement<Void> measurement) {}

  /** The same job, which writes nothing. */
  public MatmulJob withoutOutput() {
    return new MatmulJob(a, b, Optional.empty(), plan, layout, seed, arrays);
  }

  public MatmulJob {
    if (a.columns() != b.rows() || a.type() != b.type()) {
      throw new IllegalArgumentException(
          "a product of %d x %d %s and %d x %d %s does not exist"
              .formatted(a.rows(), a.columns(), a.type(), b.rows(), b.columns(), b.type()));
    }
  }

  /**
   * Bytes that all matrices and the vectors of the verification take on all PEs together.
   *
   * @throws ArithmeticException if that is 2^63 or more
   */
  public static long dataBytes(Operand a, Operand b, MatrixLayout layout, int pageSize) {
    ElementType type = a.type();
    long widthOfA = layout.width(a.columns(), type, pageSize);
    long widthOfB = layout.width(b.columns(), type, pageSize);
    long bytes = StoredMatrix.bytes(a.rows(), a.columns(), widthOfA, type);
    bytes = Math.addExact(bytes, StoredMatrix.bytes(b.rows(), b.columns(), widthOfB, type));
    bytes = Math.addExact(bytes, StoredMatrix.bytes(a.rows(), b.columns(), widthOfB, type));
    return Math.addExact(bytes, ProductCheck.vectorBytes(b.rows()));
  }

  /** Collective. */
  public Outcome run(GlobalAddressSpace space, RuntimeOptions limits, Progress progress) {
    try (TaskRuntime runtime = TaskRuntime.start(space, limits);
        GlobalMemory memoryA = allocate(space, "A", a.rows(), a.columns());
        GlobalMemory memoryB = allocate(space, "B", b.rows(), b.columns());
        GlobalMemory memoryC = allocate(space, "C", a.rows(), b.columns())) {
      progress.begin(space, "bringing in the factors");
      fill(a, memoryA);
      fill(b, memoryB);
      space.barrier();
      boolean hasElements = a.rows() > 0 && b.columns() > 0;
      boolean empty = !hasElements || a.columns() == 0; // then C has the zeros of a new memory
      progress.begin(space, "multiplying");
      Measurement<Void> measurement =
          !empty && arrays == ArrayKind.SHARED
              ? multiplyShared(space, runtime, multiply(memoryA, memoryB, memoryC))
              : Measurement.of(
                  space,
                  runtime,
                  () -> empty ? null : runtime.run(multiply(memoryA, memoryB, memoryC)));
      progress.begin(space, "verifying the product");
      boolean verified = !hasElements || verify(space, multiply(memoryA, memoryB, memoryC));
      if (verified && output.isPresent()) {
        progress.begin(space, "writing " + output.get());
        NpyHeader header = NpyHeader.of(type(), a.rows(), b.columns());
        StoredMatrix product = matrix(memoryC, a.rows(), b.columns());
        new NpyWriter(output.get()).write(space, header, sink -> pass(product, sink));
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
              product.plan(),
              product.workers());
      Measurement<Void> measurement = Measurement.of(space, runtime, () -> runtime.run(shared));
      viewC.commit();
      return measurement;
    }
  }

  private boolean verify(GlobalAddressSpace space, Multiply product) {
    return new ProductCheck(space, product.a(), product.b(), product.c(), type(), seed).holds();
  }

  private Multiply multiply(GlobalMemory memoryA, GlobalMemory memoryB, GlobalMemory memoryC) {
    Multiply product =
        Multiply.fresh(
            matrix(memoryA, a.rows(), a.columns()),
            matrix(memoryB, b.rows(), b.columns()),
            matrix(memoryC, a.rows(), b.columns()),
            plan);
    GlobalAddressSpace space = memoryC.space();
    return plan.method() == MatmulMethod.RECURSIVE
        ? product.by(0, space.pes() * space.options().workers())
        : product;
  }

  private void fill(Operand operand, GlobalMemory memory) {
    StoredMatrix matrix = matrix(memory, operand.rows(), operand.columns());
    forOwnRows(
        matrix,
        (row, rows) -> {
          operand.read(row * matrix.columns(), rows);
          matrix.write(row, rows.byteSize() / rowBytes(matrix), rows);
        });
  }

  private void pass(StoredMatrix matrix, NpyWriter.Sink sink) {
    forOwnRows(
        matrix,
        (row, rows) -> {
          matrix.read(row, rows.byteSize() / rowBytes(matrix), rows);
          sink.accept(row * rowBytes(matrix), rows);
        });
  }

  @FunctionalInterface
  private interface RowsVisitor {
    void visit(long row, MemorySegment rows);
  }

  /** Pieces of this PE's share of the rows, each with room for its elements. */
  private static void forOwnRows(StoredMatrix matrix, RowsVisitor visitor) {
    if (matrix.columns() == 0) {
      return;
    }
    long most = Math.max(1, OwnRows.PIECE / rowBytes(matrix));
    OwnRows.forEach(
        matrix.memory().space(),
        matrix.rows(),
        most,
        (row, count) -> {
          try (Arena arena = Arena.ofConfined()) {
            visitor.visit(row, arena.allocate(count * rowBytes(matrix), Double.BYTES));
          }
        });
  }

  private static long rowBytes(StoredMatrix matrix) {
    return matrix.columns() * matrix.elementBytes();
  }

  private ElementType type() {
    return a.type();
  }

  private GlobalMemory allocate(GlobalAddressSpace space, String name, long rows, long columns) {
    long width = layout.width(columns, type(), space.options().pageSize());
    return space.allocate(name, Math.max(1, StoredMatrix.bytes(rows, columns, width, type())));
  }

  private StoredMatrix matrix(GlobalMemory memory, long rows, long columns) {
    long width = layout.width(columns, type(), memory.pageSize());
    return StoredMatrix.of(memory, rows, columns, width, type());
  }
}
