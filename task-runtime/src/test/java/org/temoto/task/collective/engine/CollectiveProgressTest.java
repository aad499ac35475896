package org.temoto.task.collective.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.temoto.gas.Access;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.GlobalRange;
import org.temoto.gas.LocalView;
import org.temoto.gas.Temoto;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Costs;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.RuntimeSupport;
import org.temoto.gas.spi.Strands;
import org.temoto.task.LongTask;
import org.temoto.task.TaskContext;
import org.temoto.task.TaskRuntime;
import org.temoto.task.collective.CollectiveOptions;
import org.temoto.task.collective.CollectiveRequest;
import org.temoto.task.collective.Collectives;
import org.temoto.task.collective.Datatype;
import org.temoto.task.collective.Operator;

/**
 * Tests of the progress of collectives: by programs and workers, on all kinds of bytes, without
 * many Java objects.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CollectiveProgressTest {
  /** Blocks of rounds for a test of allocation, 20 seconds or so. */
  private static final int MOST_BLOCKS = 2_000;

  private static final int BYTES = 300_000;

  private static GasOptions gas(int pes) {
    return GasOptions.DEFAULT.withBackend("simulated").withPes(pes).withHeapBytes(16 << 20);
  }

  private static MemorySegment bytes(GlobalAddressSpace space, int count) {
    MemorySegment bytes = Arena.ofAuto().allocate(count, 8);
    return space.pe() == 0 ? bytes.fill((byte) 7) : bytes;
  }

  /** Progresses, in its own time, while the program computes; or does not. */
  @ParameterizedTest
  @EnumSource(CollectiveOptions.Progress.class)
  void shouldMoveOnWhileTheProgramComputes(CollectiveOptions.Progress progress) {
    GasOptions virtual =
        gas(4)
            .with(
                SimulationOptions.DEFAULT,
                simulation ->
                    simulation
                        .withSchedule(Schedule.VIRTUAL)
                        .withCosts(Costs.MODELLED)
                        .withNetwork(new Network(1_800, 9e9)));
    AtomicInteger doneEarly = new AtomicInteger();
    Temoto.launch(
        virtual,
        space -> {
          ProcessingElement element = RuntimeSupport.of(space).processingElement();
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            Collectives collectives =
                runtime.collectives(CollectiveOptions.DEFAULT.withProgress(progress));
            MemorySegment data = bytes(space, BYTES);
            CollectiveRequest request = collectives.startBroadcast(0, data);
            for (int i = 0; i < 1_000; i++) {
              element.strands().charge(10_000); // 10 ms in all
            }
            if (request.isDone()) {
              doneEarly.incrementAndGet();
            }
            request.await();
            assertThat(request.isDone()).isTrue();
            assertThat(data.get(ValueLayout.JAVA_BYTE, BYTES - 1)).isEqualTo((byte) 7);
            space.barrier();
          }
        });
    assertThat(doneEarly.get()).isEqualTo(progress == CollectiveOptions.Progress.EXPLICIT ? 0 : 4);
  }

  @ParameterizedTest
  @EnumSource(Schedule.class)
  void shouldMoveOnByExplicitCallsAlone(Schedule schedule) {
    Temoto.launch(
        gas(3)
            .with(SimulationOptions.DEFAULT, simulation -> simulation.withSchedule(schedule))
            .withSeed(7),
        space -> {
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            Collectives collectives =
                runtime.collectives(
                    CollectiveOptions.DEFAULT.withProgress(CollectiveOptions.Progress.EXPLICIT));
            CollectiveRequest request = collectives.startBroadcast(0, bytes(space, BYTES));
            while (!request.isDone()) {
              boolean ignored = collectives.progress();
            }
            MemorySegment other = bytes(space, BYTES);
            try (CollectiveRequest second = collectives.startBroadcast(0, other)) {
              assertThat(second.isDone()).isFalse();
            }
            assertThat(other.get(ValueLayout.JAVA_BYTE, BYTES - 1)).isEqualTo((byte) 7);
            space.barrier();
          }
        });
  }

  private record Fib(int n) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      if (n < 2) {
        return n;
      }
      var left = context.fork(new Fib(n - 1));
      return new Fib(n - 2).compute(context) + context.join(left);
    }
  }

  @Test
  void shouldMoveOnDuringRuns() {
    Temoto.launch(
        gas(3).withWorkers(2),
        space -> {
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            MemorySegment data = bytes(space, BYTES);
            AtomicInteger completed = new AtomicInteger();
            CollectiveRequest request = runtime.collectives().startBroadcast(0, data);
            var stage = request.completion().thenRun(completed::incrementAndGet);
            assertThat(runtime.run(new Fib(20))).isEqualTo(6765);
            request.await();
            stage.toCompletableFuture().join();
            assertThat(completed.get()).isEqualTo(1);
            assertThat(data.get(ValueLayout.JAVA_BYTE, BYTES - 1)).isEqualTo((byte) 7);
            space.barrier();
          }
        });
  }

  @Test
  void shouldFillGlobalRanges() {
    int pes = 3;
    Temoto.launch(
        gas(pes),
        space -> {
          GlobalMemory memory = space.allocate("rows", pes * 40_000L);
          GlobalMemory sums = space.allocate("sums", pes * 40_000L);
          GlobalRange own = new GlobalRange(memory, space.pe() * 40_000L, 40_000);
          GlobalRange sum = new GlobalRange(sums, space.pe() * 40_000L, 40_000);
          try (LocalView view = own.localize(Access.WRITE)) {
            for (int i = 0; i < 5_000; i++) {
              view.segment().setAtIndex(ValueLayout.JAVA_LONG, i, i + space.pe());
            }
            view.commit();
          }
          space.barrier();
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            Collectives collectives = runtime.collectives();
            CollectiveRequest request =
                collectives.startAllreduce(own, sum, Datatype.INT64, Operator.SUM);
            request.await();
            collectives.broadcast(1, own);
            space.barrier();
            try (LocalView view = sums.localize(0, sums.byteSize(), Access.READ);
                LocalView rows = memory.localize(0, memory.byteSize(), Access.READ)) {
              for (int i = 0; i < pes * 5_000; i++) {
                long n = i % 5_000;
                assertThat(view.segment().getAtIndex(ValueLayout.JAVA_LONG, i))
                    .isEqualTo(3 * n + 3);
                assertThat(rows.segment().getAtIndex(ValueLayout.JAVA_LONG, i)).isEqualTo(n + 1);
              }
            }
            assertThatThrownBy(() ->
                    collectives.allreduce(
                        own.slice(0, 80), own.slice(8, 80), Datatype.INT64, Operator.SUM))
                .hasMessageContaining("overlap");
            space.barrier();
          }
        });
  }

  private static long blockOf(GlobalMemory memory, int row, int column) {
    try (LocalView view = memory.localize(16L * (3 * row + column), 16, Access.READ)) {
      return view.segment().get(ValueLayout.JAVA_LONG, 0);
    }
  }

  /** Rows of three blocks of 16 bytes, one row for each PE; a block says where it began. */
  @Test
  void shouldMoveBlocksOfGlobalRanges() {
    int pes = 3;
    Temoto.launch(
        gas(pes),
        space -> {
          int pe = space.pe();
          GlobalMemory from = space.allocate("from", 16L * pes * pes);
          GlobalMemory to = space.allocate("to", 16L * pes * pes);
          GlobalRange row = new GlobalRange(from, pe * 48L, 48);
          GlobalRange target = new GlobalRange(to, pe * 48L, 48);
          try (LocalView view = row.localize(Access.WRITE)) {
            for (int i = 0; i < 6; i++) {
              view.segment().setAtIndex(ValueLayout.JAVA_LONG, i, 10 * pe + i / 2);
            }
            view.commit();
          }
          space.barrier();
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            Collectives collectives = runtime.collectives();
            collectives.allToAll(row, target);
            space.barrier();
            assertThat(blockOf(to, 2, 1)).isEqualTo(12);
            space.barrier();
            collectives.allgather(row.slice(16, 16), target);
            space.barrier();
            assertThat(blockOf(to, 0, 2)).isEqualTo(21);
            space.barrier();
            collectives.gather(1, row.slice(0, 16), target);
            space.barrier();
            assertThat(blockOf(to, 1, 2)).isEqualTo(20);
            assertThat(blockOf(to, 0, 2)).as("nothing comes to others").isEqualTo(21);
            space.barrier();
            collectives.scatter(2, row, target.slice(0, 16));
            space.barrier();
            assertThat(blockOf(to, 1, 0)).isEqualTo(21);
            space.barrier();
            collectives.reduce(0, row, target, Datatype.INT64, Operator.MAX);
            space.barrier();
            assertThat(blockOf(to, 0, 2)).isEqualTo(22);
            CollectiveRequest request = collectives.startBroadcast(0, row);
            Strands strands = RuntimeSupport.of(space).processingElement().strands();
            strands.join(
                strands.spawn(
                    "other",
                    () ->
                        assertThatThrownBy(request::await)
                            .hasMessageContaining("awaited by the strand that started it")));
            request.await();
            space.barrier();
            assertThat(blockOf(from, 2, 1)).isEqualTo(1);
            space.barrier();
          }
        });
  }

  @Test
  void shouldOpenAgainAfterARuntimeIsClosed() {
    Temoto.launch(
        gas(3),
        space -> {
          for (int round = 0; round < 3; round++) {
            try (TaskRuntime runtime = TaskRuntime.start(space)) {
              long[] sum = {space.pe() + round};
              runtime
                  .collectives()
                  .allreduce(MemorySegment.ofArray(sum), Datatype.INT64, Operator.SUM);
              assertThat(sum[0]).isEqualTo(3 + 3 * round);
            }
          }
        });
  }

  /** Bit for bit, whatever the number of bytes. */
  @Test
  void shouldCombineInTheOrderOfThePesWhereThatIsFixed() {
    int pes = 7;
    Temoto.launch(
        gas(pes),
        space -> {
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            Collectives collectives = runtime.collectives().withFixedOrder();
            for (int count : new int[] {1, 100, 20_000}) {
              double[] found = numbers(space.pe(), count);
              double[] expected = numbers(0, count);
              for (int pe = 1; pe < pes; pe++) {
                double[] next = numbers(pe, count);
                Arrays.setAll(expected, i -> expected[i] + next[i]);
              }
              collectives.allreduce(MemorySegment.ofArray(found), Datatype.FLOAT64, Operator.SUM);
              assertThat(found).containsExactly(expected);
            }
            space.barrier();
          }
        });
  }

  private static double[] numbers(int pe, int count) {
    double[] numbers = new double[count];
    Arrays.setAll(numbers, i -> Math.sin(i + 1 + 17 * pe) * Math.pow(10, (i * 7 + pe * 5) % 17));
    return numbers;
  }

  /**
   * Allows not even one object of 16 bytes for each. The simulator makes an object of 72 bytes for
   * each put, of which there is one here; signals take none.
   */
  @Test
  void shouldAllocateNothingWhenAllIsWarm() {
    Temoto.launch(
        gas(2),
        space -> {
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            Collectives collectives =
                runtime.collectives(
                    CollectiveOptions.DEFAULT.withProgress(CollectiveOptions.Progress.EXPLICIT));
            MemorySegment data = bytes(space, 8 << 10);
            requireAllocated(16, collectives, collectives::barrier);
            requireAllocated(
                72 + 16,
                collectives,
                () -> collectives.allreduce(data, Datatype.INT64, Operator.MAX));
            requireAllocated(72 + 16, collectives, () -> collectives.broadcast(1, data));
            space.barrier();
          }
        });
  }

  /**
   * Runs {@code collective} until one on each PE has allocated less than {@code limit} bytes, which
   * it does when the JIT has compiled its parts for good: after thousands of rounds, or far more
   * where other processes keep its threads from running. The least of many counts: one that has to
   * yield makes the simulator look for what is due, with an object of its own.
   */
  private static void requireAllocated(long limit, Collectives collectives, Runnable collective) {
    long[] least = {Long.MAX_VALUE};
    for (int block = 0; block < MOST_BLOCKS && least[0] >= limit; block++) {
      least[0] = leastAllocated(collective);
      collectives.allreduce(MemorySegment.ofArray(least), Datatype.INT64, Operator.MAX);
    }
    assertThat(least[0]).isLessThan(limit);
  }

  /** Bytes for one of {@code collective} on this PE. */
  private static long leastAllocated(Runnable collective) {
    com.sun.management.ThreadMXBean threads =
        (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 1_000; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      collective.run();
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    return least;
  }
}
