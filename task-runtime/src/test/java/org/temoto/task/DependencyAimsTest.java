package org.temoto.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.gas.GasOptions;
import org.temoto.gas.Temoto;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Costs;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.gas.spi.Clock;
import org.temoto.gas.spi.RuntimeSupport;

/**
 * Tests of graphs of tasks in virtual time, which is exact, compared with work / P + critical path.
 */
@Timeout(100)
class DependencyAimsTest {
  private static final long TASK = 100_000;

  /** Computes so long. */
  record Charged(long nanos) implements Action {
    @Override
    public void compute(TaskContext context) {
      context.charge(nanos);
    }
  }

  /** A wavefront of square tiles, whose columns are at home in blocks. */
  record Front(int tiles) implements Action {
    @Override
    public void compute(TaskContext context) {
      TaskHandle[] above = new TaskHandle[tiles];
      for (int row = 0; row < tiles; row++) {
        for (int column = 0; column < tiles; column++) {
          int home = column * context.space().pes() / tiles;
          TaskHandle left = column > 0 ? above[column - 1] : null;
          above[column] = context.forkAfter(home, new Charged(TASK), above[column], left);
        }
      }
    }
  }

  /**
   * The tasks of a Cholesky factorization of square tiles, each at the home of the tile that it
   * changes: those of the lower triangle, dealt out in turn.
   */
  record Factorization(int tiles) implements Action {
    @Override
    public void compute(TaskContext context) {
      TaskHandle[][] last = new TaskHandle[tiles][tiles];
      for (int step = 0; step < tiles; step++) {
        change(context, last, step, step);
        for (int row = step + 1; row < tiles; row++) {
          change(context, last, row, step, last[step][step]);
        }
        for (int row = step + 1; row < tiles; row++) {
          for (int column = step + 1; column <= row; column++) {
            change(context, last, row, column, last[row][step], last[column][step]);
          }
        }
      }
    }

    private static void change(
        TaskContext context, TaskHandle[][] last, int row, int column, TaskHandle... others) {
      TaskHandle[] after = Arrays.copyOf(others, others.length + 1);
      after[others.length] = last[row][column];
      int home = (row * (row + 1) / 2 + column) % context.space().pes();
      last[row][column] = context.forkAfter(home, new Charged(TASK), after);
    }
  }

  /** One task, so many after it, and one after these. */
  record Broadcast(int width) implements Action {
    @Override
    public void compute(TaskContext context) {
      TaskHandle first = context.forkAfter(1, new Charged(TASK));
      TaskHandle[] all = new TaskHandle[width];
      for (int i = 0; i < width; i++) {
        all[i] = context.forkAfter(i % context.space().pes(), new Charged(TASK), first);
      }
      context.forkAfter(1, new Charged(TASK), all);
    }
  }

  /** Starts {@code width} tasks that are at home on one PE and take long. */
  record Uneven(int width) implements Action {
    @Override
    public void compute(TaskContext context) {
      for (int i = 0; i < width; i++) {
        context.forkAfter(1, new Charged(10 * TASK));
      }
    }
  }

  private static double nanos(int pes, Task<?> root) {
    GasOptions options =
        GasOptions.DEFAULT
            .withBackend("simulated")
            .withPes(pes)
            .withHeapBytes(64 << 20)
            .with(
                SimulationOptions.DEFAULT,
                simulation ->
                    simulation
                        .withSchedule(Schedule.VIRTUAL)
                        .withCosts(Costs.MODELLED)
                        .withNetwork(new Network(1_800, 9e9)));
    AtomicLong nanos = new AtomicLong();
    Temoto.launch(
        options,
        space -> {
          Clock clock = RuntimeSupport.of(space).processingElement().clock();
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            long start = clock.now();
            runtime.run(root);
            nanos.accumulateAndGet(clock.now() - start, Math::max);
          }
        });
    return nanos.get();
  }

  @ParameterizedTest
  @CsvSource({"4, 32", "16, 32", "64, 64"})
  void shouldRunAWavefront(int pes, int tiles) {
    double least = (double) tiles * tiles * TASK / pes + (2 * tiles - 1) * TASK;
    assertThat(nanos(pes, new Front(tiles))).isLessThan(1.15 * least);
  }

  @ParameterizedTest
  @CsvSource({"4, 12", "16, 24", "64, 28"})
  void shouldRunACholeskyFactorization(int pes, int tiles) {
    int tasks = tiles * (tiles + 1) * (tiles + 2) / 6;
    double least = (double) tasks * TASK / pes + (3 * tiles - 2) * TASK;
    assertThat(nanos(pes, new Factorization(tiles))).isLessThan(1.15 * least);
  }

  @Test
  void shouldEndRunsOfManyPesAsSoon() {
    double ofFew = nanos(2, new Uneven(1));
    assertThat(nanos(64, new Uneven(1))).isLessThan(ofFew + 30_000); // one round trip for all
  }

  @Test
  void shouldGiveAwayWhatWouldWaitLongAtHome() {
    assertThat(nanos(16, new Uneven(16))).isLessThan(0.6 * 16 * 10 * TASK);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 16})
  void shouldTellManyAtOnce(int pes) {
    int width = 64;
    double least = (double) (width + 2) * TASK / pes + 3 * TASK;
    assertThat(nanos(pes, new Broadcast(width))).isLessThan(1.3 * least);
  }
}
