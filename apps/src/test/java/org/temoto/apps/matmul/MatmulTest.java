package org.temoto.apps.matmul;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.apps.ArrayKind;
import org.temoto.apps.Kernel;
import org.temoto.apps.Spmd;
import org.temoto.apps.report.Progress;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.LocalView;
import org.temoto.gas.MemoryOptions.OwnershipPolicy;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Buffers;
import org.temoto.task.RuntimeOptions;
import org.temoto.task.TaskRuntime;
import org.temoto.task.pattern.sort.ElementType;

@Timeout(120)
class MatmulTest {
  private static final RuntimeOptions STOLEN =
      new RuntimeOptions(RuntimeOptions.Exposure.EAGER, 50_000);

  /** Shape of a product, and whether C is replaced and not added to. */
  private record Shape(
      ElementType type, long m, long k, long n, MatrixLayout layout, boolean fresh) {
    Shape(ElementType type, long m, long k, long n, MatrixLayout layout) {
      this(type, m, k, n, layout, false);
    }
  }

  /**
   * Multiplies on {@code space}, lets PE 0 {@code spoil} the product, and says whether it is found
   * right.
   */
  private static boolean isRight(
      GlobalAddressSpace space, Shape shape, MultiplyPlan plan, Consumer<GlobalMemory> spoil) {
    try (TaskRuntime runtime = TaskRuntime.start(space, STOLEN);
        GlobalMemory a = allocate(space, "A", shape, shape.m(), shape.k());
        GlobalMemory b = allocate(space, "B", shape, shape.k(), shape.n());
        GlobalMemory c = allocate(space, "C", shape, shape.m(), shape.n())) {
      StoredMatrix storedA = matrix(a, shape, shape.m(), shape.k());
      StoredMatrix storedB = matrix(b, shape, shape.k(), shape.n());
      StoredMatrix storedC = matrix(c, shape, shape.m(), shape.n());
      Multiply product =
          shape.fresh()
              ? Multiply.fresh(storedA, storedB, storedC, plan)
              : new Multiply(storedA, storedB, storedC, plan);
      if (plan.method() == MatmulMethod.RECURSIVE && plan.prefetch()) { // as the job does
        product = product.by(0, space.pes() * space.options().workers());
      }
      fill(product.a(), shape.type(), Spmd.SEED);
      fill(product.b(), shape.type(), Spmd.SEED + 1);
      space.barrier();
      runtime.run(product);
      if (space.pe() == 0) {
        spoil.accept(c);
      }
      space.barrier();
      return new ProductCheck(space, product.a(), product.b(), product.c(), shape.type(), 5)
          .holds();
    }
  }

  private static GlobalMemory allocate(
      GlobalAddressSpace space, String name, Shape shape, long rows, long columns) {
    long width = shape.layout().width(columns, shape.type(), space.options().pageSize());
    return space.allocate(name, StoredMatrix.bytes(rows, columns, width, shape.type()));
  }

  private static StoredMatrix matrix(GlobalMemory memory, Shape shape, long rows, long columns) {
    long width = shape.layout().width(columns, shape.type(), memory.pageSize());
    return StoredMatrix.of(memory, rows, columns, width, shape.type());
  }

  /** Each PE writes its rows, one at a time. */
  private static void fill(StoredMatrix matrix, ElementType type, long seed) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment row = arena.allocate(matrix.columns() * type.bytes(), Double.BYTES);
      OwnRows.forEach(
          matrix.memory().space(),
          matrix.rows(),
          1,
          (index, count) -> {
            new MatrixGenerator(type, seed).fill(row, index * matrix.columns());
            matrix.write(index, count, row);
          });
    }
  }

  /** Sums of one chunk do not depend on the layout, to the bit. */
  @Test
  void shouldGiveBothLayoutsTheSameProduct() {
    MultiplyPlan plan = new MultiplyPlan(ElementType.FLOAT64, 32, 32, 1024, Kernel.PLAIN);
    Spmd.run(
        2,
        space -> {
          long[] sums = new long[2];
          for (MatrixLayout layout : MatrixLayout.values()) {
            Shape shape = new Shape(ElementType.FLOAT64, 45, 60, 101, layout);
            isRight(space, shape, plan, c -> sums[layout.ordinal()] = hash(c, shape));
          }
          assertThat(sums[0]).isEqualTo(sums[1]);
        });
  }

  private static long hash(GlobalMemory c, Shape shape) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment rows = arena.allocate(shape.m() * shape.n() * Double.BYTES, Double.BYTES);
      matrix(c, shape, shape.m(), shape.n()).read(0, shape.m(), rows);
      return Arrays.hashCode(rows.toArray(JAVA_DOUBLE));
    }
  }

  @ParameterizedTest
  @CsvSource({"1,1,1", "1,50,1", "40,1,40", "33,65,129", "100,37,64", "7,200,3", "300,20,5"})
  void shouldMultiplyAnyShapesOnAnyCluster(long m, long k, long n) {
    for (ElementType type : new ElementType[] {ElementType.FLOAT32, ElementType.FLOAT64}) {
      for (int pes = 1; pes <= 3; pes++) {
        MatrixLayout layout = pes == 1 ? MatrixLayout.ROWS : MatrixLayout.TILES;
        for (Buffers buffers : Buffers.values()) {
          Shape shape = new Shape(type, m, k, n, layout, buffers == Buffers.SEPARATE);
          for (MultiplyPlan plan :
              List.of(
                  plan(type, MatmulMethod.CHUNKED, true),
                  plan(type, MatmulMethod.RECURSIVE, true),
                  plan(type, MatmulMethod.RECURSIVE, false))) {
            Spmd.run(
                Spmd.options(pes)
                    .withWorkers(2)
                    .with(SimulationOptions.DEFAULT, simulation -> simulation.withBuffers(buffers)),
                space ->
                    assertThat(isRight(space, shape, plan, c -> {}))
                        .as("%s %s seed %s", shape, plan, Spmd.SEED)
                        .isTrue());
          }
        }
      }
    }
  }

  private static MultiplyPlan plan(ElementType type, MatmulMethod method, boolean prefetch) {
    return new MultiplyPlan(type, 16, 16, 24, Kernel.FAST, method, prefetch);
  }

  /** The rows of A come in blocks, with whatever is left over. */
  @ParameterizedTest
  @ValueSource(ints = {20, 33, 64, 97, 100, 127, 128, 129, 255})
  void shouldMultiplyRowsThatComeInBlocks(int rows) {
    for (boolean fresh : new boolean[] {false, true}) {
      Shape shape = new Shape(ElementType.FLOAT64, rows, 200, 70, MatrixLayout.TILES, fresh);
      MultiplyPlan plan = new MultiplyPlan(ElementType.FLOAT64, 256, 256, 1024, Kernel.FAST);
      Spmd.run(
          2,
          space ->
              assertThat(isRight(space, shape, plan, c -> {}))
                  .as("fresh %s seed %s", fresh, Spmd.SEED)
                  .isTrue());
    }
  }

  /** Tiles of one and of two panels, each of whole pages that follow their writers. */
  @ParameterizedTest
  @ValueSource(ints = {32, 64})
  void shouldReplaceTilesOfWholePages(int width) {
    MultiplyPlan plan = new MultiplyPlan(ElementType.FLOAT64, 64, width, 1024, Kernel.FAST);
    Shape shape = new Shape(ElementType.FLOAT64, 256, 96, 256, MatrixLayout.TILES, true);
    Spmd.run(
        Spmd.options(4).withOwnership(OwnershipPolicy.LAST_WRITER),
        space ->
            assertThat(isRight(space, shape, plan, c -> {})).as("seed %s", Spmd.SEED).isTrue());
  }

  @ParameterizedTest
  @CsvSource({"FLOAT64,60,60,60", "FLOAT32,60,60,60", "FLOAT64,210,220,230", "FLOAT32,210,220,230"})
  void shouldFindOneWrongElement(ElementType type, long m, long k, long n) {
    Shape shape = new Shape(type, m, k, n, MatrixLayout.TILES);
    assertThat(m * k * n > ProductCheck.SMALL).isEqualTo(m > 200);
    MultiplyPlan plan = new MultiplyPlan(type, 128, 128, 128, Kernel.FAST);
    Spmd.run(
        2,
        space -> {
          assertThat(isRight(space, shape, plan, c -> {})).isTrue();
          long index = m * n / 2;
          // The rounding errors that float32 may have by the worst bound are of the order of 0.3
          // here.
          double error = type == ElementType.FLOAT32 ? 1 : 0.01;
          assertThat(isRight(space, shape, plan, c -> add(c, type, index, error))).isFalse();
          assertThat(isRight(space, shape, plan, c -> add(c, type, index, Double.NaN))).isFalse();
          assertThat(isRight(space, shape, plan, c -> add(c, type, 0, -error))).isFalse();
        });
  }

  private static void add(GlobalMemory memory, ElementType type, long index, double amount) {
    int bytes = type.bytes();
    try (LocalView view = memory.localize(index * bytes, bytes, Access.READ_WRITE)) {
      if (type == ElementType.FLOAT64) {
        view.segment().set(JAVA_DOUBLE, 0, view.segment().get(JAVA_DOUBLE, 0) + amount);
      } else {
        view.segment().set(JAVA_FLOAT, 0, view.segment().get(JAVA_FLOAT, 0) + (float) amount);
      }
      view.commit();
    }
  }

  @Test
  void shouldRunAsAJob() {
    for (long[] shape : new long[][] {{50, 60, 70}, {0, 3, 4}, {3, 0, 4}, {3, 4, 0}}) {
      Operand a = new Operand.Generated(ElementType.FLOAT64, shape[0], shape[1], 1);
      Operand b = new Operand.Generated(ElementType.FLOAT64, shape[1], shape[2], 2);
      MultiplyPlan plan =
          MultiplyPlan.suited(ElementType.FLOAT64, shape[0], shape[2], 2, 1, Kernel.FAST);
      MatmulJob job =
          new MatmulJob(a, b, Optional.empty(), plan, MatrixLayout.TILES, 3, ArrayKind.GLOBAL);
      Spmd.run(
          2,
          space ->
              assertThat(job.run(space, RuntimeOptions.DEFAULT, Progress.hidden()).verified())
                  .isTrue());
    }
  }

  @Test
  void shouldRefuseFactorsThatDoNotFit() {
    Operand a = new Operand.Generated(ElementType.FLOAT64, 2, 3, 1);
    Operand b = new Operand.Generated(ElementType.FLOAT64, 2, 3, 2);
    MultiplyPlan plan = new MultiplyPlan(ElementType.FLOAT64, 64, 64, 64, Kernel.FAST);
    assertThatThrownBy(() ->
            new MatmulJob(a, b, Optional.empty(), plan, MatrixLayout.TILES, 3, ArrayKind.GLOBAL))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2 x 3 float64 and 2 x 3 float64");
  }
}
