package org.temoto.apps.matmul;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.temoto.apps.ElementType;
import org.temoto.apps.Kernel;
import org.temoto.apps.Spmd;
import org.temoto.apps.report.Progress;
import org.temoto.gas.Access;
import org.temoto.gas.Buffers;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.LocalView;
import org.temoto.gas.array.GlobalMatrix;
import org.temoto.task.RuntimeOptions;
import org.temoto.task.TaskRuntime;

@Timeout(120)
class MatmulTest {
  private static final RuntimeOptions STOLEN =
      new RuntimeOptions(RuntimeOptions.Exposure.EAGER, 50_000);

  private record Shape(ElementType type, long m, long k, long n) {}

  /**
   * Multiplies on {@code space}, lets PE 0 {@code spoil} the product, and says whether it is found
   * right.
   */
  private static boolean isRight(
      GlobalAddressSpace space, Shape shape, MultiplyPlan plan, Consumer<GlobalMemory> spoil) {
    int bytes = shape.type().bytes();
    try (TaskRuntime runtime = TaskRuntime.start(space, STOLEN);
        GlobalMemory a = space.allocate("A", shape.m() * shape.k() * bytes);
        GlobalMemory b = space.allocate("B", shape.k() * shape.n() * bytes);
        GlobalMemory c = space.allocate("C", shape.m() * shape.n() * bytes)) {
      new MatrixGenerator(shape.type(), Spmd.SEED).fill(a, a.byteSize());
      new MatrixGenerator(shape.type(), Spmd.SEED + 1).fill(b, b.byteSize());
      Multiply product =
          new Multiply(
              GlobalMatrix.of(a.whole(), shape.m(), shape.k(), bytes),
              GlobalMatrix.of(b.whole(), shape.k(), shape.n(), bytes),
              GlobalMatrix.of(c.whole(), shape.m(), shape.n(), bytes),
              plan);
      runtime.run(product);
      if (space.pe() == 0) {
        spoil.accept(c);
      }
      space.barrier();
      return new ProductCheck(space, product.a(), product.b(), product.c(), shape.type(), 5)
          .holds();
    }
  }

  @ParameterizedTest
  @CsvSource({"1,1,1", "1,50,1", "40,1,40", "33,65,129", "100,37,64", "7,200,3", "300,20,5"})
  void shouldMultiplyAnyShapesOnAnyCluster(long m, long k, long n) {
    for (ElementType type : new ElementType[] {ElementType.FLOAT32, ElementType.FLOAT64}) {
      Shape shape = new Shape(type, m, k, n);
      for (int pes = 1; pes <= 3; pes++) {
        for (Buffers buffers : Buffers.values()) {
          Spmd.run(
              Spmd.options(pes).withWorkers(2).withBuffers(buffers),
              space ->
                  assertThat(
                          isRight(
                              space,
                              shape,
                              new MultiplyPlan(type, 16, 16, 24, Kernel.FAST),
                              c -> {}))
                      .as("%s seed %s", shape, Spmd.SEED)
                      .isTrue());
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"FLOAT64,60,60,60", "FLOAT32,60,60,60", "FLOAT64,210,220,230", "FLOAT32,210,220,230"})
  void shouldFindOneWrongElement(ElementType type, long m, long k, long n) {
    Shape shape = new Shape(type, m, k, n);
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
      MatmulJob job = new MatmulJob(a, b, Optional.empty(), plan, 3);
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
    assertThatThrownBy(() -> new MatmulJob(a, b, Optional.empty(), plan, 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2 x 3 float64 and 2 x 3 float64");
  }
}
