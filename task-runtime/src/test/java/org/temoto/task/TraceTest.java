package org.temoto.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.temoto.gas.Access;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.GlobalRange;
import org.temoto.gas.LocalView;
import org.temoto.gas.MemoryOptions;
import org.temoto.gas.Temoto;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Costs;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.task.trace.Trace;
import org.temoto.task.trace.Trace.Event.Kind;
import org.temoto.task.trace.file.LostFiles;

/** Tests of the traces that workers record. */
@Timeout(120)
class TraceTest {
  private static final long PAGE = 4096;

  @TempDir Path folder;

  private int folders;

  /** Options with a folder that no other run has. */
  private RuntimeOptions traced() {
    return RuntimeOptions.DEFAULT.withTraceFolder(folder.resolve("trace" + folders++));
  }

  /** Adds 1 to every byte of a range, a page per leaf. */
  record Increment(GlobalRange range) implements Action {
    @Override
    public void compute(TaskContext context) {
      long half = range.length() / 2;
      if (half < PAGE) {
        increment();
        context.charge(20_000);
      } else {
        context.forkJoin(
            new Increment(range.slice(0, half)), new Increment(range.slice(half, half)));
      }
    }

    private void increment() {
      try (LocalView view = range.localize(Access.READ_WRITE)) {
        MemorySegment bytes = view.segment();
        for (long i = 0; i < bytes.byteSize(); i++) {
          byte old = bytes.get(ValueLayout.JAVA_BYTE, i);
          bytes.set(ValueLayout.JAVA_BYTE, i, (byte) (old + 1));
        }
        view.commit();
      }
    }
  }

  /**
   * A run, as PE 0 sees it.
   *
   * @param gas of all PEs, during the run
   */
  private record Run(
      Optional<Trace> trace,
      TaskRuntime.Activity activity,
      TaskRuntime.Statistics statistics,
      GlobalAddressSpace.Statistics gas) {}

  private static GasOptions virtual(int pes, int workers) {
    return Jobs.options(pes, workers, 5)
        .withPageSize((int) PAGE)
        .with(
            SimulationOptions.DEFAULT,
            simulation ->
                simulation
                    .withSchedule(Schedule.VIRTUAL)
                    .withCosts(Costs.MODELLED)
                    .withNetwork(new Network(2_000, 9e9)));
  }

  private static Run run(GasOptions gas, RuntimeOptions options) {
    AtomicReference<Run> result = new AtomicReference<>();
    Jobs.eachPe(
        gas,
        options,
        (space, runtime) -> {
          try (GlobalMemory memory = space.allocate(MemoryOptions.of("bytes", 64 * PAGE))) {
            GlobalAddressSpace.Statistics before = space.totalStatistics();
            runtime.run(new Increment(memory.range(0, 64 * PAGE)));
            GlobalAddressSpace.Statistics after = space.totalStatistics();
            TaskRuntime.Activity activity = runtime.totalActivity();
            TaskRuntime.Statistics statistics = runtime.totalStatistics();
            if (space.pe() == 0) {
              Optional<Trace> trace = options.traceFolder().map(TaskRuntime::readTrace);
              result.set(new Run(trace, activity, statistics, after.since(before)));
            }
          }
        });
    return result.get();
  }

  private static List<Trace.Event> activities(Trace.OfWorker worker) {
    return worker.events().stream().filter(event -> event.kind().isActivity()).toList();
  }

  /** Time of the worker's communication within its work. */
  private static long communicated(Trace.OfWorker worker) {
    List<Trace.Event> works = activities(worker);
    return worker.events().stream()
        .filter(event ->
            event.kind() == Kind.FETCH
                || event.kind() == Kind.RELEASE
                || event.kind() == Kind.REPORT)
        .filter(event -> holder(works, event).kind() == Kind.WORK)
        .mapToLong(Trace.Event::nanos)
        .sum();
  }

  private static Trace.Event holder(List<Trace.Event> activities, Trace.Event event) {
    return activities.stream()
        .filter(each -> each.start() <= event.start() && event.end() <= each.end())
        .findFirst()
        .orElseThrow();
  }

  private static long sum(Trace trace, Kind kind) {
    return trace.workers().stream()
        .flatMap(worker -> worker.events().stream())
        .filter(event -> event.kind() == kind)
        .mapToLong(Trace.Event::value)
        .sum();
  }

  private static long count(Trace trace, Kind kind) {
    return trace.workers().stream().mapToLong(worker -> worker.count(kind)).sum();
  }

  @ParameterizedTest
  @CsvSource({"1,1", "1,3", "3,1", "3,2"})
  void shouldAgreeWithActivityAndStatistics(int pes, int workers) {
    Run run = run(virtual(pes, workers), traced());
    Trace trace = run.trace().orElseThrow();
    assertThat(trace.workers()).hasSize(pes * workers);
    for (int i = 0; i < trace.workers().size(); i++) {
      Trace.OfWorker worker = trace.workers().get(i);
      TaskRuntime.Activity.Times activity = run.activity().workers().get(i);
      long communicated = communicated(worker);
      assertThat(worker.pe()).isEqualTo(i / workers);
      assertThat(worker.worker()).isEqualTo(i % workers);
      assertThat(worker.nanos(Kind.WORK)).isEqualTo(activity.workNanos() + communicated);
      assertThat(communicated).isEqualTo(activity.communicationNanos());
      assertThat(worker.nanos(Kind.WAIT)).isEqualTo(activity.waitNanos());
      assertThat(worker.nanos(Kind.SEARCH)).isEqualTo(activity.idleNanos());
    }
    assertThat(count(trace, Kind.STEAL)).isEqualTo(run.statistics().steals());
    assertThat(count(trace, Kind.JOIN)).isEqualTo(run.statistics().suspensions());
    assertThat(sum(trace, Kind.SEARCH) + sum(trace, Kind.WAIT))
        .isEqualTo(run.statistics().failedSteals());
    assertThat(sum(trace, Kind.FETCH)).isEqualTo(run.gas().bytesFetched());
    assertThat(sum(trace, Kind.RELEASE)).isEqualTo(run.gas().bytesCommitted());
    if (pes * workers > 1) {
      assertThat(run.statistics().steals()).isPositive();
    }
    assertThat(count(trace, Kind.REPORT)).isEqualTo(run.statistics().remoteSteals());
    if (pes > 1) {
      assertThat(run.gas().bytesFetched()).isPositive();
      assertThat(run.statistics().suspensions()).isPositive();
    }
  }

  @ParameterizedTest
  @CsvSource({"1,2", "3,2"})
  void shouldFollowEachWorkerWithoutGapsAndOverlaps(int pes, int workers) {
    Trace trace = run(virtual(pes, workers), traced()).trace().orElseThrow();
    int remote = 0;
    for (Trace.OfWorker worker : trace.workers()) {
      List<Trace.Event> activities = new ArrayList<>(activities(worker));
      activities.sort(
          Comparator.comparingLong(Trace.Event::start).thenComparingLong(Trace.Event::end));
      for (int i = 1; i < activities.size(); i++) {
        assertThat(activities.get(i).start()).isEqualTo(activities.get(i - 1).end());
      }
      for (Trace.Event event : worker.events()) {
        assertThat(event.nanos()).isNotNegative();
        switch (event.kind()) {
          case STEAL -> {
            assertThat(holder(activities, event).kind()).isIn(Kind.SEARCH, Kind.WAIT);
            assertThat(event.victimPe() * workers + event.victim())
                .isBetween(0, pes * workers - 1)
                .isNotEqualTo(worker.pe() * workers + worker.worker());
            remote += event.victimPe() == worker.pe() ? 0 : 1;
          }
          case WORK, JOIN -> assertThat(event.task()).isEqualTo(Increment.class.getName());
          case FETCH, RELEASE -> assertThat(holder(activities, event)).isNotNull();
          case REPORT -> {
            assertThat(holder(activities, event).kind()).isEqualTo(Kind.WORK);
            assertThat(event.value()).isBetween(0L, pes - 1L).isNotEqualTo((long) worker.pe());
          }
          case WAIT, SEARCH -> assertThat(event.task()).isEmpty();
        }
      }
    }
    assertThat(remote > 0).isEqualTo(pes > 1);
  }

  private static List<List<Trace.Event>> lists(Trace trace) {
    return trace.workers().stream().map(worker -> worker.events().stream().toList()).toList();
  }

  @Test
  void shouldTellTheSameTwice() {
    Trace first = run(virtual(3, 2), traced()).trace().orElseThrow();
    Trace second = run(virtual(3, 2), traced()).trace().orElseThrow();
    assertThat(first.count()).isPositive();
    assertThat(lists(second)).isEqualTo(lists(first));
  }

  @Test
  void shouldChangeNothingOfTheRun() {
    Run plain = run(virtual(3, 2), RuntimeOptions.DEFAULT);
    Run traced = run(virtual(3, 2), traced());
    assertThat(plain.trace()).isEmpty();
    assertThat(traced.activity().workers()).isEqualTo(plain.activity().workers());
    assertThat(traced.statistics()).isEqualTo(plain.statistics());
    assertThat(traced.gas()).isEqualTo(plain.gas());
  }

  @Test
  void shouldReadAFolderWhileTheJobGoesOnAndAfterIt() {
    RuntimeOptions options = traced();
    Path files = options.traceFolder().orElseThrow();
    List<Trace> read = new ArrayList<>();
    Jobs.eachPe(
        virtual(2, 2),
        options,
        (space, runtime) -> {
          try (GlobalMemory memory = space.allocate("bytes", 64 * PAGE)) {
            runtime.run(new Increment(memory.range(0, 64 * PAGE)));
            if (space.pe() == 0) {
              read.add(TaskRuntime.readTrace(files));
            }
          }
        });
    Trace after = TaskRuntime.readTrace(files);
    assertThat(read.getFirst().finished()).isFalse();
    assertThat(after.finished()).isTrue();
    assertThat(lists(after)).isEqualTo(lists(read.getFirst()));
  }

  @Test
  void shouldJoinTheEventsOfRuntimesOneAfterTheOther() {
    RuntimeOptions options = traced();
    AtomicReference<Long> first = new AtomicReference<>();
    Temoto.launch(
        virtual(2, 1),
        space -> {
          try (GlobalMemory memory = space.allocate("bytes", 64 * PAGE)) {
            for (int i = 0; i < 2; i++) {
              try (TaskRuntime runtime = TaskRuntime.start(space, options)) {
                runtime.run(new Increment(memory.range(0, 64 * PAGE)));
              }
              space.barrier();
              if (i == 0 && space.pe() == 0) {
                first.set(TaskRuntime.readTrace(options.traceFolder().orElseThrow()).count());
              }
              space.barrier();
            }
          }
        });
    Trace both = TaskRuntime.readTrace(options.traceFolder().orElseThrow());
    assertThat(both.workers()).hasSize(2);
    assertThat(both.count()).isGreaterThan(first.get());
    for (List<Trace.Event> events : lists(both)) {
      assertThat(events).isSortedAccordingTo(Comparator.comparingLong(Trace.Event::end));
    }
  }

  @Test
  void shouldCloseARuntimeWhoseTraceCannotBeFinished() {
    RuntimeOptions options = traced();
    Path files = options.traceFolder().orElseThrow();
    Temoto.launch(
        Jobs.options(1, 3, 1),
        space -> {
          LocalRuntime runtime = (LocalRuntime) TaskRuntime.start(space, options);
          assertThat(files).isDirectoryContaining("glob:**/*worker2*");
          LostFiles.lose(files.resolve("runtime0-pe0-worker0.trace"));
          LostFiles.lose(files.resolve("runtime0-pe0-worker1.trace"));
          assertThatThrownBy(runtime::close)
              .isInstanceOf(UncheckedIOException.class)
              .hasMessageContaining("worker0.trace: cannot be written")
              .satisfies(first -> assertThat(first.getSuppressed()).hasSize(1));
          assertThat(LostFiles.mappings(files)).isZero();
          try (LocalRuntime next = (LocalRuntime) TaskRuntime.start(space)) {
            assertThat(next.runtime().layout)
                .as("the part of the heap that was kept")
                .isSameAs(runtime.runtime().layout);
          }
        });
  }

  @Test
  void shouldRefuseAFolderWithOtherFiles() throws IOException {
    Files.writeString(folder.resolve("thesis.txt"), "text");
    RuntimeOptions options = RuntimeOptions.DEFAULT.withTraceFolder(folder);
    assertThatThrownBy(() -> Jobs.eachPe(virtual(2, 1), options, (_, _) -> {}))
        .hasStackTraceContaining(
            "traceFolder=%s must be a new or empty directory: it has thesis.txt".formatted(folder));
    assertThat(folder).isDirectoryContaining("glob:**/thesis.txt").isNotEmptyDirectory();
  }

  @Test
  void shouldRefuseAFolderThatCannotBe() {
    RuntimeOptions options =
        RuntimeOptions.DEFAULT.withTraceFolder(folder.resolve("absent").resolve("trace"));
    assertThatThrownBy(() -> Jobs.eachPe(virtual(2, 1), options, (_, _) -> {}))
        .hasStackTraceContaining("must be a directory that can be written: no such file");
  }
}
