package org.temoto.task.collective.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.gas.GasException;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.InvalidOptionException;
import org.temoto.gas.RefusedException;
import org.temoto.gas.Temoto;
import org.temoto.gas.heap.GlobalHeap;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Costs;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.RuntimeSupport;
import org.temoto.task.Action;
import org.temoto.task.TaskContext;
import org.temoto.task.TaskRuntime;
import org.temoto.task.collective.CollectiveException;
import org.temoto.task.collective.CollectiveOptions;
import org.temoto.task.collective.CollectiveRequest;
import org.temoto.task.collective.Collectives;
import org.temoto.task.collective.Collectives.Algorithm;
import org.temoto.task.collective.Datatype;
import org.temoto.task.collective.Graph;
import org.temoto.task.collective.Operator;

/** Tests of collectives that are refused, and of those that fail on every PE. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CollectiveFailuresTest {
  private static void launch(
      int pes, CollectiveOptions options, BiConsumer<GlobalAddressSpace, Collectives> program) {
    GasOptions gas =
        GasOptions.DEFAULT.withBackend("simulated").withPes(pes).withHeapBytes(16 << 20);
    Temoto.launch(
        gas,
        space -> {
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            program.accept(space, runtime.collectives(options));
          }
        });
  }

  private static void launch(int pes, BiConsumer<GlobalAddressSpace, Collectives> program) {
    launch(pes, CollectiveOptions.DEFAULT, program);
  }

  private static MemorySegment bytes(long count) {
    return Arena.ofAuto().allocate(count, 8);
  }

  // --- the program's code

  @ParameterizedTest
  @EnumSource(CollectiveOptions.Progress.class)
  void shouldFailOnEveryPeWhereAnOperatorThrows(CollectiveOptions.Progress progress) {
    launch(
        4,
        new CollectiveOptions(progress, CollectiveOptions.BY_HEAP),
        (space, collectives) -> {
          Operator picky =
              Operator.of(
                      "picky",
                      (accumulated, operand, elements) -> {
                        if (space.pe() == 2) {
                          throw new ArithmeticException("no such thing");
                        }
                      })
                  .commutative();
          for (Algorithm algorithm : CollectiveOperation.ALLREDUCE.algorithms()) {
            Collectives chosen = collectives.with(algorithm);
            CollectiveRequest request =
                chosen.startAllreduce(bytes(80_000), Datatype.FLOAT64, picky);
            assertThatThrownBy(request::await)
                .isInstanceOf(CollectiveException.class)
                .hasMessageContaining("ALLREDUCE")
                .hasMessageContaining("failed on PE 2")
                .hasMessageContaining("ArithmeticException: no such thing")
                .satisfies(thrown -> {
                  assertThat(((CollectiveException) thrown).pe()).isEqualTo(2);
                  if (space.pe() == 2) {
                    assertThat(thrown).hasRootCauseInstanceOf(ArithmeticException.class);
                  }
                });
            assertThatThrownBy(() -> request.completion().toCompletableFuture().join())
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(CollectiveException.class);
            request.close(); // the failure has been told
          }
          MemorySegment sum = bytes(8);
          sum.set(ValueLayout.JAVA_LONG, 0, space.pe());
          collectives.allreduce(sum, Datatype.INT64, Operator.SUM); // goes on
          assertThat(sum.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(6);
        });
  }

  /**
   * PE 2 stops after some steps of the first collective, while the others fail again in the next
   * one of its seat, of which there are four.
   */
  @Test
  void shouldFailOnEveryPeThoughAnotherFailsInTheSameSeat() {
    int count = 5;
    int again = 0;
    for (int seed = 0; seed < 100; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      AtomicLong thrown = new AtomicLong();
      AtomicLong looks = new AtomicLong();
      AtomicLong stopped = new AtomicLong();
      int steps = random.nextInt(12);
      launch(
          3,
          new CollectiveOptions(CollectiveOptions.Progress.EXPLICIT, 4096),
          (space, collectives) -> {
            Operator picky =
                Operator.of(
                    "picky",
                    (accumulated, operand, elements) -> {
                      if (space.pe() == 1) {
                        thrown.incrementAndGet();
                        throw new ArithmeticException("no such thing");
                      }
                    });
            List<CollectiveRequest> requests = new ArrayList<>();
            for (int i = 0; i < count; i++) {
              requests.add(collectives.startAllreduce(bytes(8), Datatype.INT64, picky));
            }
            if (space.pe() == 2) {
              for (int step = 0; step < steps; step++) {
                collectives.progress();
                awaitLooks(looks, random.nextInt(random.nextBoolean() ? 4 : 100));
              }
              awaitLooks(looks, 1000);
              stopped.set(1 + thrown.get());
            } else {
              while (stopped.get() == 0) {
                collectives.progress();
                looks.incrementAndGet();
                Thread.yield();
              }
            }
            for (int i = 0; i < count; i++) {
              assertThatThrownBy(requests.get(i)::await)
                  .as("collective %d on PE %d after %d steps", i, space.pe(), steps)
                  .isInstanceOf(CollectiveException.class)
                  .hasMessageContaining("failed on PE 1");
            }
          });
      again += stopped.get() == 1 + count ? 1 : 0;
    }
    assertThat(again).as("runs in which the seat's next has failed meanwhile").isPositive();
  }

  private static void awaitLooks(AtomicLong looks, long more) {
    long end = looks.get() + more;
    while (looks.get() < end) {
      Thread.yield();
    }
  }

  /** No other PE waits for what fails at the root. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 7})
  void shouldFailOnEveryPeWhereTheLastStepThrowsAtTheRoot(int pes) {
    launch(
        pes,
        (space, collectives) -> {
          Operator picky =
              Operator.of(
                      "picky",
                      (accumulated, operand, elements) -> {
                        if (space.pe() == 0) {
                          pauseAndThrow();
                        }
                      })
                  .commutative();
          for (Algorithm algorithm : CollectiveOperation.REDUCE.algorithms()) {
            if (algorithm == Algorithm.CHAIN) { // where the root combines nothing
              continue;
            }
            for (int round = 0; round < 5; round++) {
              MemorySegment own = bytes(800);
              CollectiveRequest request =
                  collectives.with(algorithm).startReduce(0, own, own, Datatype.FLOAT64, picky);
              assertThatThrownBy(request::await)
                  .as("%s on PE %d", algorithm, space.pe())
                  .isInstanceOf(CollectiveException.class)
                  .hasMessageContaining("failed on PE 0");
            }
          }
        });
  }

  /** Pauses so long that the others would be done meanwhile, and throws. */
  private static void pauseAndThrow() {
    long end = System.nanoTime() + 200_000;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    throw new ArithmeticException("no such thing");
  }

  @Test
  void shouldFailWithOneOfSeveralFailures() {
    launch(
        3,
        (space, collectives) -> {
          Operator picky =
              Operator.of(
                  "picky",
                  (accumulated, operand, elements) -> {
                    throw new IllegalStateException("on " + space.pe() + ": " + "x".repeat(1000));
                  });
          assertThatThrownBy(() ->
                  collectives
                      .with(Algorithm.RECURSIVE_DOUBLING)
                      .allreduce(bytes(8), Datatype.INT64, picky))
              .isInstanceOf(CollectiveException.class)
              .satisfies(thrown ->
                  assertThat(thrown)
                      .hasMessageContaining("on " + ((CollectiveException) thrown).pe()));
        });
  }

  /** Exception without a text, or whose text throws again. */
  @SuppressWarnings({"OverrideThrowableToString", "ToStringReturnsNull"}) // a program may
  private static final class Textless extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean throwing;

    private Textless(boolean throwing) {
      this.throwing = throwing;
    }

    @Override
    public String toString() {
      if (throwing) {
        throw new ExceptionInInitializerError("no text");
      }
      return null;
    }
  }

  private static final class Endless extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      return "of " + this;
    }
  }

  @Test
  void shouldFailOnEveryPeWhereTheTextOfAFailureNeverEnds() {
    assertTold(new Endless(), Endless.class.getName());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldFailOnEveryPeWhereAFailureHasNoText(boolean throwing) {
    assertTold(new Textless(throwing), throwing ? Textless.class.getName() : "null");
  }

  /** Every PE is told of {@code failure}, which an operator throws on PE 0, by {@code text}. */
  private static void assertTold(RuntimeException failure, String text) {
    launch(
        2,
        (space, collectives) -> {
          Operator picky =
              Operator.of(
                  "picky",
                  (accumulated, operand, elements) -> {
                    throw failure;
                  });
          CollectiveRequest request =
              collectives
                  .with(Algorithm.BINOMIAL_TREE)
                  .startAllreduce(bytes(8), Datatype.INT64, picky);
          Throwable thrown = catchThrowable(request::await);
          assertThat(thrown instanceof CollectiveException).isTrue(); // prints no causes
          assertThat(thrown.getMessage()).endsWith("failed on PE 0: " + text);
          assertThat(thrown.getCause() == failure).isEqualTo(space.pe() == 0);
        });
  }

  /**
   * Exception that shows when it is asked for its text, which is when other PEs are about to be
   * told of it.
   */
  private static final class Told extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient CountDownLatch asked = new CountDownLatch(1);

    @Override
    public String getMessage() {
      asked.countDown();
      return "the first one";
    }
  }

  /** Two strands of PE 0 compute at once: its program, and the thread of collectives. */
  @Test
  void shouldFailWithTheFirstOfTwoFailuresAtOnce() {
    launch(
        2,
        CollectiveOptions.DEFAULT.withProgress(CollectiveOptions.Progress.THREAD),
        (space, collectives) -> {
          AtomicInteger turns = new AtomicInteger();
          CountDownLatch both = new CountDownLatch(2);
          Told first = new Told();
          IllegalStateException second = new IllegalStateException("the second one");
          Graph.Kernel throwing =
              (input, output, scratch) -> {
                int turn = turns.getAndIncrement();
                both.countDown();
                await(both);
                if (turn == 0) {
                  throw first;
                }
                await(first.asked);
                throw second;
              };
          Graph twice =
              collectives.graph(
                  "twice",
                  builder -> {
                    if (builder.rank() == 0) {
                      int begin = builder.receive(1, Graph.Buffer.SCRATCH, 0, 0);
                      builder.after(builder.compute(throwing), begin);
                      builder.after(builder.compute(throwing), begin);
                    } else {
                      builder.send(0, Graph.Buffer.SCRATCH, 0, 0);
                    }
                  });
          if (space.pe() == 1) {
            space.barrier(); // PE 0 has issued it, and would have computed alone
          }
          CollectiveRequest request =
              collectives.issue(twice, MemorySegment.NULL, MemorySegment.NULL);
          if (space.pe() == 0) {
            space.barrier();
          }
          assertThatThrownBy(request::await)
              .isInstanceOf(CollectiveException.class)
              .hasMessageContaining("failed on PE 0")
              .hasMessageContaining("the first one")
              .satisfies(thrown -> {
                if (space.pe() == 0) {
                  assertThat(thrown.getCause()).isSameAs(first);
                  assertThat(first.getSuppressed()).containsExactly(second);
                }
              });
        });
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  // --- disagreement

  private static void shouldNameBoth(
      int pes, String one, String other, BiConsumer<GlobalAddressSpace, Collectives> program) {
    assertThatThrownBy(() -> launch(pes, program))
        .hasStackTraceContaining("PEs disagree about collective 1")
        .hasStackTraceContaining(one)
        .hasStackTraceContaining(other);
  }

  /** The first collective is agreed upon. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5})
  void shouldNameBothRoots(int pes) {
    shouldNameBoth(
        pes,
        "issued BROADCAST bytes=64 root=0",
        "issued BROADCAST bytes=64 root=1",
        (space, collectives) -> {
          collectives.barrier();
          collectives.broadcast(space.pe() == 1 ? 1 : 0, bytes(64));
        });
  }

  @Test
  void shouldNameBothSizes() {
    shouldNameBoth(
        3,
        "issued ALLREDUCE bytes=64",
        "issued ALLREDUCE bytes=72",
        (space, collectives) -> {
          collectives.barrier();
          collectives.allreduce(bytes(space.pe() == 2 ? 72 : 64), Datatype.INT64, Operator.SUM);
        });
  }

  @Test
  void shouldNameBothOperators() {
    shouldNameBoth(
        3,
        "operator=SUM",
        "operator=mine",
        (space, collectives) -> {
          collectives.barrier();
          Operator mine = Operator.of("mine", (accumulated, operand, elements) -> {});
          collectives
              .with(Algorithm.BINOMIAL_TREE)
              .allreduce(bytes(64), Datatype.INT64, space.pe() == 2 ? mine : Operator.SUM);
        });
  }

  /** The other PE finds that it issues nothing any more, maybe before its failure is told. */
  @Test
  void shouldTellTheFailureThatClosesARuntime() {
    for (int round = 0; round < 5; round++) {
      assertThatThrownBy(() ->
              launch(
                  2,
                  (space, collectives) -> {
                    MemorySegment all = MemorySegment.ofArray(new double[3]); // PE 0 needs 6
                    collectives.gather(0, MemorySegment.ofArray(new double[3]), all);
                  }))
          .hasStackTraceContaining("to.byteSize=24 must be 48")
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  /** The same while a heap is closed, too, which waits for the other. */
  @Test
  void shouldTellTheFailureThatClosesAHeap() {
    for (int round = 0; round < 5; round++) {
      assertThatThrownBy(() ->
              Temoto.launch(
                  GasOptions.DEFAULT.withBackend("simulated").withPes(2).withHeapBytes(16 << 20),
                  CollectiveFailuresTest::failBesideAHeap))
          .hasStackTraceContaining("to.byteSize=24 must be 48")
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  private static void failBesideAHeap(GlobalAddressSpace space) {
    try (GlobalHeap _ = GlobalHeap.create(space, "heap", 1 << 16);
        TaskRuntime runtime = TaskRuntime.start(space)) {
      MemorySegment all = MemorySegment.ofArray(new double[3]);
      runtime.collectives().gather(0, MemorySegment.ofArray(new double[3]), all);
    }
  }

  /** The top of the tree depends on it: both PEs would wait for the other. */
  @Test
  void shouldNameBothOperatorsWhereOneCommutes() {
    shouldNameBoth(
        2,
        "type=INT64 own operator=mine",
        "type=INT64 own commutative operator=mine",
        (space, collectives) -> {
          collectives.barrier();
          Operator mine = Operator.of("mine", (accumulated, operand, elements) -> {});
          MemorySegment own = bytes(64);
          collectives
              .with(Algorithm.BINOMIAL_TREE)
              .reduce(1, own, own, Datatype.INT64, space.pe() == 1 ? mine.commutative() : mine);
        });
  }

  /** Only the program's own may throw, and has an agreement after it. */
  @Test
  void shouldTellAProgramsOperatorFromAPredefinedOneOfItsName() {
    shouldNameBoth(
        2,
        "type=INT64 operator=SUM",
        "type=INT64 own commutative operator=SUM",
        (space, collectives) -> {
          collectives.barrier();
          Operator own = Operator.of("SUM", (accumulated, operand, elements) -> {}).commutative();
          collectives
              .with(Algorithm.BINOMIAL_TREE)
              .allreduce(bytes(64), Datatype.INT64, space.pe() == 1 ? own : Operator.SUM);
        });
  }

  @Test
  void shouldTellGraphsApartWhereOneCallsTheProgram() {
    shouldNameBoth(
        2,
        "issued graph summing nodes=",
        "issued graph summing nodes=",
        (space, collectives) -> {
          collectives.barrier();
          Operator own = Operator.of("SUM", (accumulated, operand, elements) -> {});
          Operator operator = space.pe() == 1 ? own : Operator.SUM;
          Graph summing =
              collectives.graph(
                  "summing",
                  builder -> {
                    builder.input(8);
                    builder.output(8);
                    int other = 1 - builder.rank();
                    builder.send(other, Graph.Buffer.INPUT, 0, 8);
                    builder.combine(
                        other,
                        Graph.Buffer.INPUT,
                        0,
                        Graph.Buffer.OUTPUT,
                        0,
                        1,
                        Datatype.INT64,
                        operator);
                  });
          collectives.issue(summing, bytes(8), bytes(8)).await();
        });
  }

  @Test
  void shouldNameWhoIssuesLess() {
    shouldNameBoth(
        3,
        "PE 1 issued nothing any more",
        "PE 2 issued BARRIER",
        (space, collectives) -> {
          collectives.barrier();
          if (space.pe() != 1) {
            collectives.barrier();
          }
        });
  }

  /**
   * PE 1 has done more than its right neighbour has compared, and may not wait for it when it ends:
   * here two rounds of the four seats.
   */
  @Test
  void shouldNameWhoEndsAheadOfItsNeighbour() {
    int rounds = 8;
    assertThatThrownBy(() ->
            Temoto.launch(
                GasOptions.DEFAULT
                    .withBackend("simulated")
                    .withPes(3)
                    .withHeapBytes(4 << 20)
                    .with(
                        SimulationOptions.DEFAULT,
                        simulation ->
                            simulation.withSchedule(Schedule.VIRTUAL).withCosts(Costs.MODELLED)),
                space -> {
                  try (TaskRuntime runtime = TaskRuntime.start(space)) {
                    Collectives collectives =
                        runtime.collectives(CollectiveOptions.DEFAULT.withArenaBytes(4 << 10));
                    if (space.pe() == 2) {
                      RuntimeSupport.of(space)
                          .processingElement()
                          .strands()
                          .charge(10_000_000); // PE 1 is closed by then
                    }
                    for (int i = 0; i < (space.pe() == 1 ? rounds : rounds + 1); i++) {
                      collectives.gather(2, MemorySegment.NULL, MemorySegment.NULL);
                    }
                  }
                }))
        .hasStackTraceContaining("PEs disagree about collective 8: PE 1 issued nothing any more");
  }

  /** The graphs have one name and the same messages. */
  @Test
  void shouldTellGraphsOfOneNameApart() {
    shouldNameBoth(
        2,
        "issued graph twin nodes=4 hash=",
        "issued graph twin nodes=4 hash=",
        (space, collectives) -> {
          collectives.barrier();
          long from = 8L * space.pe();
          Graph twin =
              collectives.graph(
                  "twin",
                  builder -> {
                    builder.input(16);
                    builder.output(8);
                    int other = 1 - builder.rank();
                    builder.send(other, Graph.Buffer.INPUT, from, 8);
                    builder.receive(other, Graph.Buffer.OUTPUT, 0, 8);
                  });
          collectives.issue(twin, bytes(16), bytes(8)).await();
        });
  }

  /**
   * PE 0 sends 4 KiB to a PE that has made room for 64 bytes, and has no other way to know: that
   * one's neighbours are others.
   */
  @Test
  void shouldWriteNothingOutsideOfAWindow() {
    AtomicLong marks = new AtomicLong(-1);
    assertThatThrownBy(() ->
            Temoto.launch(
                GasOptions.DEFAULT
                    .withBackend("simulated")
                    .withPes(3)
                    .withHeapBytes(4 << 20)
                    .with(
                        SimulationOptions.DEFAULT,
                        simulation ->
                            simulation.withSchedule(Schedule.VIRTUAL).withCosts(Costs.MODELLED)),
                space -> {
                  ProcessingElement element = RuntimeSupport.of(space).processingElement();
                  try (TaskRuntime runtime = TaskRuntime.start(space)) {
                    Collectives collectives =
                        runtime.collectives(
                            CollectiveOptions.DEFAULT.withProgress(
                                CollectiveOptions.Progress.EXPLICIT));
                    switch (space.pe()) {
                      case 0 -> {
                        element.strands().charge(100_000);
                        collectives.broadcast(0, bytes(4 << 10).fill(MARK));
                      }
                      case 1 -> {
                        CollectiveRequest request = collectives.startBroadcast(0, bytes(64));
                        element.strands().charge(1_000_000);
                        marks.set(marks(element.heap().segment()));
                        request.await();
                      }
                      default -> {
                        element.strands().charge(2_000_000);
                        collectives.broadcast(0, bytes(4 << 10));
                      }
                    }
                  }
                }))
        .hasStackTraceContaining("PEs disagree about collective 0");
    assertThat(marks.get()).isZero();
  }

  private static final byte MARK = 0x5b;

  private static long marks(MemorySegment heap) {
    long count = 0;
    for (long at = 0; at < heap.byteSize(); at++) {
      count += heap.get(ValueLayout.JAVA_BYTE, at) == MARK ? 1 : 0;
    }
    return count;
  }

  // --- the end of the runtime

  /** Else PE 2 would wait for ever. */
  @Test
  void shouldNameWhatIsUnderWayAtTheEnd() {
    assertThatThrownBy(() ->
            launch(
                3,
                CollectiveOptions.DEFAULT.withProgress(CollectiveOptions.Progress.EXPLICIT),
                (space, collectives) -> {
                  collectives.barrier();
                  switch (space.pe()) {
                    case 0 -> waitForTheEndOfTheJob(space);
                    case 1 -> {
                      collectives.startBroadcast(0, bytes(64));
                      for (int i = 0; i < 5; i++) {
                        collectives.startBarrier();
                      }
                    }
                    default -> collectives.broadcast(0, bytes(64));
                  }
                }))
        .hasStackTraceContaining("PE 1 closes its runtime, and collective 1 (BROADCAST bytes=64")
        .hasStackTraceContaining("and 2 more are not done");
  }

  /** Neither issues nor ends. */
  private static void waitForTheEndOfTheJob(GlobalAddressSpace space) {
    ProcessingElement element = RuntimeSupport.of(space).processingElement();
    while (true) {
      element.checkAlive();
      element.strands().yield();
    }
  }

  private static GasOptions twoPes() {
    return GasOptions.DEFAULT.withBackend("simulated").withPes(2).withHeapBytes(16 << 20);
  }

  @Test
  void shouldFailWithWhatTheProgramThrew() {
    IllegalStateException own = new IllegalStateException("my own");
    assertThatThrownBy(() ->
            Temoto.launch(
                twoPes(),
                space -> {
                  try (GlobalMemory _ = space.allocate("m", 64); // closed by all together
                      TaskRuntime runtime = TaskRuntime.start(space)) {
                    Collectives collectives = runtime.collectives();
                    if (space.pe() == 0) {
                      waitForTheEndOfTheJob(space);
                    }
                    collectives.startBroadcast(0, bytes(64));
                    throw own;
                  }
                }))
        .isSameAs(own);
    assertThat(own.getSuppressed())
        .anySatisfy(
            closed -> assertThat(closed).hasMessageStartingWith("PE 1 closes its runtime, and"));
  }

  /** No PE may wait for one whose program goes on, or ends, as if nothing had been. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldFailWhereTheProgramTakesNoNotice(boolean goesOn) {
    assertThatThrownBy(() ->
            Temoto.launch(
                twoPes(),
                space -> {
                  try (TaskRuntime runtime = TaskRuntime.start(space)) {
                    Collectives collectives = runtime.collectives();
                    if (space.pe() == 0) {
                      waitForTheEndOfTheJob(space);
                    }
                    collectives.startBroadcast(0, bytes(64));
                  } catch (GasException failure) {
                    if (space.pe() == 0) {
                      throw failure;
                    }
                  }
                  if (goesOn) {
                    space.barrier();
                  }
                }))
        .hasStackTraceContaining("PE 1 closes its runtime, and");
  }

  // --- what is refused

  @Test
  void shouldRefuseWhatCannotBe() {
    launch(
        2,
        (space, collectives) -> {
          MemorySegment eight = bytes(8);
          refused(() -> collectives.broadcast(2, eight), "root=2 is none of the job's 2 PEs");
          refused(() -> collectives.broadcast(-1, eight), "root=-1");
          refused(
              () -> collectives.allreduce(eight, Datatype.FLOAT64, Operator.AND),
              "operator=AND is not defined for type=FLOAT64");
          refused(
              () -> collectives.allreduce(eight, Datatype.BYTES, Operator.SUM),
              "operator=SUM is not defined for type=BYTES");
          refused(
              () -> collectives.allreduce(bytes(12), Datatype.INT64, Operator.SUM),
              "from.byteSize=12 must be a multiple of 8");
          refused(
              () -> collectives.allreduce(eight, bytes(16), Datatype.INT64, Operator.SUM),
              "to.byteSize=16 must be 8");
          refused(() -> collectives.allgather(eight, bytes(15)), "to.byteSize=15 must be 16");
          refused(() -> collectives.allToAll(bytes(7), bytes(7)), "must be a multiple of");
          MemorySegment all = bytes(24);
          refused(() -> collectives.allgather(all.asSlice(8, 8), all.asSlice(0, 16)), "overlap");
          refused(
              () -> collectives.with(Algorithm.CHAIN).broadcast(0, eight),
              "algorithm=CHAIN of BROADCAST must be AUTO or one of");
          Operator mine = Operator.of("mine", (accumulated, operand, elements) -> {});
          refused(
              () -> collectives.with(Algorithm.RING).allreduce(eight, Datatype.INT64, mine),
              "needs an operator that commutes, operator=mine");
          if (space.pe() == 1) {
            refused(() -> collectives.broadcast(0, eight.asReadOnly()), "read-only");
          }
          Graph local =
              collectives.graph(
                  "local",
                  builder -> {
                    builder.input(16);
                    builder.output(16);
                    builder.copy(Graph.Buffer.INPUT, 0, Graph.Buffer.OUTPUT, 0, 16);
                  });
          refused(
              () -> collectives.issue(local, all.asSlice(0, 16), all.asSlice(8, 16)), "overlap");
          collectives.issue(local, all.asSlice(0, 16), all.asSlice(0, 16)).await();
          collectives.barrier(); // nothing else has been issued, so all agree
        });
  }

  @Test
  void shouldRefuseOptionsThatCannotBe() {
    assertThatThrownBy(() -> new CollectiveSettings(Algorithm.AUTO, -1, false))
        .isInstanceOf(InvalidOptionException.class)
        .hasMessageContaining("chunkBytes=-1");
    assertThatThrownBy(() -> CollectiveOptions.DEFAULT.withArenaBytes(-5))
        .isInstanceOf(InvalidOptionException.class)
        .hasMessageContaining("arenaBytes=-5");
  }

  @Test
  void shouldRefuseWhatDoesNotFitIntoTheArena() {
    launch(
        5,
        CollectiveOptions.DEFAULT.withArenaBytes(4 << 10),
        (space, collectives) -> {
          MemorySegment to = bytes(5 * 3_000);
          collectives.allgather(bytes(3_000), to); // in smaller chunks
          Graph wide =
              collectives.graph(
                  "wide",
                  builder -> {
                    builder.scratch(64);
                    for (int i = 0; i < 100; i++) {
                      if (builder.rank() == 0) {
                        builder.send(1, Graph.Buffer.SCRATCH, 0, 64);
                      } else if (builder.rank() == 1) {
                        builder.receive(0, Graph.Buffer.SCRATCH, 0, 64);
                      }
                    }
                  });
          collectives.issue(wide, MemorySegment.NULL, MemorySegment.NULL).await();
        });
    assertThatThrownBy(() ->
            new Planner(0, 100, 4 << 10, plan -> {})
                .plan(
                    CollectiveOperation.ALL_TO_ALL, CollectiveSettings.DEFAULT, -1, 64, null, null))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("arenaBytes");
  }

  @Test
  void shouldRefuseTasksAsIssuers() {
    launch(
        2,
        (space, collectives) -> {
          try (TaskRuntime inner = TaskRuntime.start(space)) {
            Collectives theirs = inner.collectives();
            assertThatThrownBy(() -> inner.run(new Issue(theirs)))
                .hasStackTraceContaining("issued by the program of a PE, not by a task");
            theirs.barrier();
          }
        });
  }

  private record Issue(Collectives collectives) implements Action {
    @Override
    public void compute(TaskContext context) {
      collectives.barrier();
    }
  }

  private static void refused(Runnable call, String message) {
    assertThatThrownBy(call::run)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }
}
