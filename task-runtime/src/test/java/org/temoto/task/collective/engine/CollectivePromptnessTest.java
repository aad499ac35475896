package org.temoto.task.collective.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.Temoto;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Costs;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.gas.spi.Clock;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.RuntimeSupport;
import org.temoto.gas.spi.Strands;
import org.temoto.task.Action;
import org.temoto.task.TaskContext;
import org.temoto.task.TaskRuntime;
import org.temoto.task.collective.CollectiveOptions;
import org.temoto.task.collective.CollectiveRequest;
import org.temoto.task.collective.Collectives;
import org.temoto.task.collective.Collectives.Algorithm;
import org.temoto.task.collective.Graph;

/** Tests of the virtual time, which is exact, after which idle strands notice a collective. */
@Timeout(100)
class CollectivePromptnessTest {
  private static void launch(
      int pes, int workers, BiConsumer<GlobalAddressSpace, TaskRuntime> program) {
    GasOptions options =
        GasOptions.DEFAULT
            .withBackend("simulated")
            .withPes(pes)
            .withWorkers(workers)
            .withHeapBytes(64 << 20)
            .with(
                SimulationOptions.DEFAULT,
                simulation ->
                    simulation
                        .withSchedule(Schedule.VIRTUAL)
                        .withCosts(Costs.MODELLED)
                        .withNetwork(new Network(1_800, 9e9)));
    Temoto.launch(
        options,
        space -> {
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            program.accept(space, runtime);
            space.barrier();
          }
        });
  }

  private static MemorySegment bytes(long count) {
    return Arena.ofAuto().allocate(count, 8);
  }

  /** Notes when the last PE's part of a collective is done. */
  private static CollectiveRequest noting(CollectiveRequest request, Clock clock, AtomicLong last) {
    request.completion().thenRun(() -> last.accumulateAndGet(clock.now(), Math::max));
    return request;
  }

  private record Computing(long nanos) implements Action {
    @Override
    public void compute(TaskContext context) {
      for (long at = 0; at < nanos; at += 10_000) {
        context.charge(10_000);
      }
    }
  }

  /** A task for every worker of the job. */
  private record Everywhere(int tasks, long nanos) implements Action {
    @Override
    public void compute(TaskContext context) {
      for (int i = 1; i < tasks; i++) {
        context.fork(new Computing(nanos));
      }
      context.share(1_000_000);
      new Computing(nanos).compute(context);
      context.sync();
    }
  }

  /** Issues something after the program has looked in vain for long, and computes on. */
  private record IssuingLate(CollectiveEngine engine, AtomicBoolean isLeft) implements Action {
    @Override
    public void compute(TaskContext context) {
      new Computing(1_000_000).compute(context);
      engine.signals.hasIssued();
      new Computing(1_000_000).compute(context);
      isLeft.set(engine.signals.isPending());
    }
  }

  /** The broadcast is under way on PE 0 all the time: PE 1 sends after the run. */
  @Test
  void shouldLetArriveAgainAndAgainWhereAllWorkersCompute() {
    AtomicBoolean isLeft = new AtomicBoolean(true);
    launch(
        2,
        1,
        (space, runtime) -> {
          LocalCollectives collectives = (LocalCollectives) runtime.collectives();
          IssuingLate late = new IssuingLate(collectives.runtime.engine, isLeft);
          if (space.pe() == 0) {
            CollectiveRequest request = collectives.startBroadcast(1, bytes(64));
            runtime.run(late);
            request.await();
          } else {
            runtime.run(late);
            collectives.broadcast(1, bytes(64));
          }
        });
    assertThat(isLeft.get()).as("issued, and not arrived 20 looks later").isFalse();
  }

  /** Then the program looks, which waits for the run. */
  @Test
  void shouldMoveOnWhereAllWorkersCompute() {
    int pes = 4;
    AtomicLong first = new AtomicLong(Long.MAX_VALUE);
    AtomicLong done = new AtomicLong();
    AtomicLong end = new AtomicLong();
    launch(
        pes,
        1,
        (space, runtime) -> {
          Clock clock = RuntimeSupport.of(space).processingElement().clock();
          Collectives collectives = runtime.collectives();
          space.barrier();
          first.accumulateAndGet(clock.now(), Math::min);
          CollectiveRequest request =
              noting(collectives.startBroadcast(0, bytes(8 << 20)), clock, done); // takes 7.5 ms
          runtime.run(new Everywhere(pes, 50_000_000));
          end.accumulateAndGet(clock.now(), Math::max);
          request.await();
        });
    assertThat(end.get() - first.get()).isBetween(50_000_000L, 60_000_000L);
    assertThat(done.get() - first.get()).isLessThan(20_000_000L);
  }

  /** PE 1 has 50 ms of steps, of which there is always one to do. */
  @Test
  void shouldStealBesideACollectiveThatAlwaysMoves() {
    AtomicLong steals = new AtomicLong();
    AtomicLong done = new AtomicLong();
    AtomicLong end = new AtomicLong();
    launch(
        2,
        1,
        (space, runtime) -> {
          ProcessingElement element = RuntimeSupport.of(space).processingElement();
          Collectives collectives = runtime.collectives();
          Graph steps = collectives.graph("steps", builder -> steps(builder, element));
          CollectiveRequest request =
              noting(
                  collectives.issue(steps, MemorySegment.NULL, MemorySegment.NULL),
                  element.clock(),
                  done);
          runtime.run(new Everywhere(20, 1_000_000));
          end.accumulateAndGet(element.clock().now(), Math::max);
          steals.set(runtime.totalStatistics().remoteSteals());
          request.await();
        });
    assertThat(done.get()).as("under way all the time").isGreaterThan(end.get());
    assertThat(steals.get()).isGreaterThan(3);
  }

  private static void steps(Graph.Builder builder, ProcessingElement element) {
    if (builder.rank() == 1) {
      int last = builder.compute((_, _, _) -> element.strands().charge(100_000));
      for (int i = 1; i < 500; i++) {
        int next = builder.compute((_, _, _) -> element.strands().charge(100_000));
        builder.after(next, last);
        last = next;
      }
    }
  }

  /** The collective comes after a millisecond in which nothing came. */
  @Test
  void shouldLookOftenWhereWorkersFindNothingToSteal() {
    AtomicLong begin = new AtomicLong();
    AtomicLong done = new AtomicLong();
    launch(
        4,
        2,
        (space, runtime) -> {
          ProcessingElement element = RuntimeSupport.of(space).processingElement();
          Collectives collectives = runtime.collectives();
          Graph late = collectives.graph("late", builder -> late(builder, element, begin));
          CollectiveRequest request =
              noting(
                  collectives.issue(late, MemorySegment.NULL, MemorySegment.NULL),
                  element.clock(),
                  done);
          runtime.run(new Computing(3_000_000));
          request.await();
        });
    assertThat(begin.get()).isPositive();
    assertThat(done.get() - begin.get()).isBetween(3 * 1_800L, 60_000L);
  }

  /** PE 1, told by PE 0, computes for a millisecond; then a signal goes from PE to PE. */
  private static void late(Graph.Builder builder, ProcessingElement element, AtomicLong begin) {
    Graph.Buffer none = Graph.Buffer.SCRATCH;
    switch (builder.rank()) {
      case 0 -> {
        builder.send(1, none, 0, 0);
        builder.receive(3, none, 0, 0);
      }
      case 1 -> {
        int told = builder.receive(0, none, 0, 0);
        int computed =
            builder.compute((_, _, _) -> {
              element.strands().charge(1_000_000);
              begin.set(element.clock().now());
            });
        builder.after(computed, told);
        builder.after(builder.send(2, none, 0, 0), computed);
      }
      default ->
          builder.after(
              builder.send((builder.rank() + 1) % 4, none, 0, 0),
              builder.receive(builder.rank() - 1, none, 0, 0));
    }
  }

  /** Though the network always has something of the long one. */
  @Test
  void shouldEndShortCollectivesBesideLongOnes() {
    AtomicLong begin = new AtomicLong(Long.MAX_VALUE);
    AtomicLong shortDone = new AtomicLong();
    AtomicLong longDone = new AtomicLong();
    launch(
        4,
        1,
        (space, runtime) -> {
          Clock clock = RuntimeSupport.of(space).processingElement().clock();
          Collectives collectives =
              runtime.collectives().with(Algorithm.RING).withChunkBytes(4 << 10);
          CollectiveRequest lengthy =
              noting(collectives.startBroadcast(0, bytes(8 << 20)), clock, longDone);
          begin.accumulateAndGet(clock.now(), Math::min);
          CollectiveRequest brief =
              noting(collectives.startBroadcast(0, bytes(64)), clock, shortDone);
          Strands strands = RuntimeSupport.of(space).processingElement().strands();
          while (!lengthy.isDone()) {
            strands.charge(10_000);
          }
          lengthy.await();
          brief.await();
        });
    assertThat(longDone.get() - begin.get()).isGreaterThan(7_000_000);
    assertThat(shortDone.get() - begin.get()).isLessThan(500_000);
  }

  /** Both have sent everything, and who looks next waits for the network to have it. */
  @Test
  void shouldEndShortCollectivesThatHaveSentBeforeLongOnes() {
    AtomicLong begin = new AtomicLong();
    AtomicLong shortDone = new AtomicLong();
    AtomicLong longDone = new AtomicLong();
    launch(
        2,
        1,
        (space, runtime) -> {
          ProcessingElement element = RuntimeSupport.of(space).processingElement();
          Collectives collectives =
              runtime.collectives(
                  CollectiveOptions.DEFAULT.withProgress(CollectiveOptions.Progress.EXPLICIT));
          CollectiveRequest lengthy = collectives.startBroadcast(0, bytes(256 << 10));
          CollectiveRequest brief = collectives.startBroadcast(0, bytes(64));
          if (space.pe() == 0) {
            element.strands().charge(100_000); // the other makes room meanwhile
            begin.set(element.clock().now());
            CollectiveRequest a = noting(lengthy, element.clock(), longDone);
            CollectiveRequest b = noting(brief, element.clock(), shortDone);
            while (!a.isDone() || !b.isDone()) {
              boolean ignored = collectives.progress();
            }
          }
          brief.await();
          lengthy.await();
        });
    assertThat(longDone.get() - begin.get()).isGreaterThan(200_000);
    assertThat(shortDone.get() - begin.get()).isLessThan(20_000);
  }

  /** The program computes until its part is done, as in Nomura and Ishikawa's benchmark. */
  @ParameterizedTest
  @ValueSource(ints = {1 << 10, 64 << 10})
  void shouldTakeHalfTheTimeOfCoarseCalls(int count) {
    long workers = nanosBesideProducts(CollectiveOptions.Progress.IDLE_WORKERS, count);
    assertThat((double) workers)
        .isLessThan(0.5 * nanosBesideProducts(CollectiveOptions.Progress.EXPLICIT, count))
        .isLessThan(1.1 * nanosBesideProducts(CollectiveOptions.Progress.THREAD, count));
  }

  private static long nanosBesideProducts(CollectiveOptions.Progress progress, int count) {
    AtomicLong first = new AtomicLong(Long.MAX_VALUE);
    AtomicLong last = new AtomicLong();
    launch(
        8,
        1,
        (space, runtime) -> {
          ProcessingElement element = RuntimeSupport.of(space).processingElement();
          Collectives collectives =
              runtime.collectives(CollectiveOptions.DEFAULT.withProgress(progress));
          MemorySegment data = bytes(count);
          collectives.with(Algorithm.RING).broadcast(0, data); // makes the plan
          for (int i = 0; i < 100; i++) {
            element.strands().charge(100_000); // nobody looks any more
          }
          space.barrier();
          first.accumulateAndGet(element.clock().now(), Math::min);
          CollectiveRequest request =
              noting(
                  collectives.with(Algorithm.RING).startBroadcast(0, data), element.clock(), last);
          while (!request.isDone()) {
            element.strands().charge(64_000); // a product of 40 x 40
            if (progress == CollectiveOptions.Progress.EXPLICIT) {
              boolean ignored = collectives.progress();
            }
          }
          request.await();
        });
    return last.get() - first.get();
  }
}
