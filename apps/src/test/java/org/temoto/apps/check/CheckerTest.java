package org.temoto.apps.check;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.LocalView;
import org.temoto.gas.Request;
import org.temoto.gas.array.GlobalCounter;
import org.temoto.gas.array.GlobalInts;
import org.temoto.gas.array.IntView;
import org.temoto.gas.simulated.CheckFailedException.Finding;
import org.temoto.gas.simulated.CheckFailedException.Finding.Kind;
import org.temoto.task.Action;
import org.temoto.task.Forked;
import org.temoto.task.LongTask;
import org.temoto.task.Scope;
import org.temoto.task.TaskContext;
import org.temoto.task.TaskException;
import org.temoto.task.TaskRuntime;

/**
 * Tests of the checker: its findings do not depend on the worker that ran a task, and programs that
 * are right, though unusual, have none. Lines that are to be reported end with {@code // at NAME}.
 */
class CheckerTest {
  private static void assertLines(Finding finding, String first, String second) {
    assertThat(finding.first().line()).endsWith(CheckedJob.line(CheckerTest.class, first));
    assertThat(finding.second().orElseThrow().line())
        .endsWith(CheckedJob.line(CheckerTest.class, second));
  }

  private static void assertOne(List<Finding> findings, Kind kind, String first, String second) {
    assertThat(findings).as("%s", findings).hasSize(1);
    assertThat(findings.getFirst().kind()).isEqualTo(kind);
    assertLines(findings.getFirst(), first, second);
  }

  record Leaf() implements Action {
    @Override
    public void compute(TaskContext context) {}
  }

  record Store(GlobalInts part, boolean fails) implements Action {
    @Override
    public void compute(TaskContext context) {
      try (IntView view = part.localize(Access.READ_WRITE)) { // at store
        view.set(0, 42);
        if (fails) {
          throw new IllegalArgumentException("on purpose");
        }
      }
    }
  }

  record Load(GlobalInts part) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      try (IntView view = part.localize(Access.READ)) {
        return view.get(0);
      }
    }
  }

  // --- scopes

  record Scoped(GlobalInts array) implements Action {
    @Override
    public void compute(TaskContext context) {
      Forked<Void> kept;
      try (Scope scope = context.scope()) {
        kept = scope.fork(new Leaf());
        context.fork(new Load(array));
      }
      context.join(kept);
      context.sync();
    }
  }

  @Test
  void shouldFollowScopes() {
    assertThat(CheckedJob.findings(1, Scoped::new)).isEmpty();
    assertThat(CheckedJob.findings(2, Scoped::new)).isEmpty();
  }

  // --- index sets

  record Gathers(GlobalInts array) implements Action {
    @Override
    public void compute(TaskContext context) {
      long[] indices = {800, 0, 4, 0, 2};
      try (LocalView view = array.gather(indices).localize(Access.READ)) { // at gather
        assertThat(view.segment().get(JAVA_INT, 4 * Integer.BYTES)).isZero();
      }
    }
  }

  record StoresAt(GlobalInts array, int at) implements Action {
    @Override
    public void compute(TaskContext context) {
      try (IntView view = array.localize(at, at + 1, Access.WRITE)) { // at besideGather
        view.set(0, 0);
        view.commit();
      }
    }
  }

  record GathersBeside(GlobalInts array, int at) implements Action {
    @Override
    public void compute(TaskContext context) {
      context.forkJoin(new Gathers(array), new StoresAt(array, at));
    }
  }

  @Test
  void shouldNotTakeForReadWhatComesAlongWithAnIndexSet() {
    assertThat(CheckedJob.findings(2, array -> new GathersBeside(array, 1))).isEmpty();
    assertThat(CheckedJob.findings(2, array -> new GathersBeside(array, 801))).isEmpty();
    List<Finding> raced = CheckedJob.findings(2, array -> new GathersBeside(array, 4));
    assertOne(raced, Kind.RACE, "gather", "besideGather");
  }

  // --- a view between a fork and the join of all children, which have ended by chance

  record UseBetweenJoins(GlobalInts array, boolean commits, boolean joinsAll) implements Action {
    @Override
    public void compute(TaskContext context) {
      try (IntView view = array.localize(0, 8, Access.READ_WRITE)) { // at early
        Forked<Void> one = context.fork(new Leaf());
        Forked<Void> other = context.fork(new Leaf());
        context.join(one); // runs the other one, too
        if (joinsAll) {
          context.join(other);
        }
        if (commits) {
          view.commit(); // at earlyCommit
        } else {
          view.get(0); // at earlyUse
        }
        if (!joinsAll) {
          context.join(other);
        }
        view.get(0);
      }
    }
  }

  @Test
  void shouldFindAUseBeforeTheLastJoin() {
    assertOne(
        CheckedJob.findings(1, array -> new UseBetweenJoins(array, false, false)),
        Kind.USED_WHILE_FROZEN,
        "early",
        "earlyUse");
    assertOne(
        CheckedJob.findings(1, array -> new UseBetweenJoins(array, true, false)),
        Kind.USED_WHILE_FROZEN,
        "early",
        "earlyCommit");
  }

  @Test
  void shouldNotMindAUseAfterTheLastJoin() {
    for (boolean commits : List.of(false, true)) {
      assertThat(CheckedJob.findings(1, array -> new UseBetweenJoins(array, commits, true)))
          .isEmpty();
    }
  }

  // --- a view opened after the fork

  record OpenLate(GlobalInts array) implements Action {
    @Override
    public void compute(TaskContext context) {
      Forked<Void> child = context.fork(new Store(array.slice(0, 8), false));
      try (IntView view = array.localize(0, 8, Access.READ)) { // at late
        context.join(child);
        view.get(0);
      }
    }
  }

  @Test
  void shouldFindACommitLeftOutThatALaterViewShows() {
    assertOne(CheckedJob.findings(1, OpenLate::new), Kind.NOT_COMMITTED, "store", "late");
  }

  // --- what a failed task has left

  record Retry(GlobalInts array) implements Action {
    @Override
    public void compute(TaskContext context) {
      assertThatThrownBy(() -> context.forkJoin(new Store(array.slice(0, 8), true)))
          .isInstanceOf(TaskException.class);
      try (IntView view = array.localize(0, 8, Access.READ_WRITE)) {
        view.set(0, 43);
        view.commit();
      }
    }
  }

  @Test
  void shouldNotMindWhatAFailedTaskLeft() {
    assertThat(CheckedJob.findings(1, Retry::new)).isEmpty();
  }

  @TempDir Path folder;

  @Test
  void shouldNotMindWhatAFileHasReplaced() {
    Path file = folder.resolve("a");
    assertThat(CheckedJob.jobFindings(2, space -> storeThenLoad(space, file, true))).isEmpty();
    assertThat(CheckedJob.jobFindings(2, space -> storeThenLoad(space, file, false))).hasSize(1);
  }

  private static void storeThenLoad(GlobalAddressSpace space, Path file, boolean replaces) {
    GlobalInts array = GlobalInts.allocate(space, "a", CheckedJob.LENGTH);
    array.range().memory().save(file);
    try (TaskRuntime runtime = TaskRuntime.start(space)) {
      runtime.run(new Store(array, false));
      if (replaces) {
        array.range().memory().load(file);
      }
      runtime.run(new Load(array));
    }
  }

  // --- fences

  /** Ways to make sure that an asynchronous release is complete. */
  enum Completion {
    NONE {
      @Override
      void complete(GlobalAddressSpace space, Request<Void> release) {
        assertThat(release).isNotNull(); // and nothing else
      }
    },
    AWAIT {
      @Override
      void complete(GlobalAddressSpace space, Request<Void> release) {
        release.await();
      }
    },
    LOOK {
      @Override
      void complete(GlobalAddressSpace space, Request<Void> release) {
        while (!release.isDone()) {
          Thread.onSpinWait();
        }
      }
    },
    NEXT_RELEASE {
      @Override
      void complete(GlobalAddressSpace space, Request<Void> release) {
        space.releaseFence();
      }
    };

    abstract void complete(GlobalAddressSpace space, Request<Void> release);
  }

  private static void publishAsync(GlobalAddressSpace space, Completion completion) {
    GlobalInts array = GlobalInts.allocate(space, "a", CheckedJob.LENGTH);
    GlobalCounter counter = GlobalCounter.allocate(space, "c");
    if (space.pe() == 0) {
      try (IntView view = array.localize(0, 2, Access.READ_WRITE)) { // at started
        view.set(1, 1);
        view.commit();
      }
      completion.complete(space, space.releaseFenceAsync());
      counter.getAndAdd(1);
    } else {
      consume(space, array, counter);
    }
  }

  /** Reads what PE 0 has published when it has counted. */
  private static void consume(GlobalAddressSpace space, GlobalInts array, GlobalCounter counter) {
    while (counter.get() == 0) {
      Thread.onSpinWait();
    }
    space.acquireFence();
    try (IntView view = array.localize(1, 2, Access.READ)) { // at consumed
      view.get(0);
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldFindAnAsynchronousReleaseThatIsNotAwaited(Completion completion) {
    List<Finding> findings = CheckedJob.jobFindings(2, space -> publishAsync(space, completion));
    if (completion == Completion.NONE) {
      assertOne(findings, Kind.RACE, "started", "consumed");
    } else {
      assertThat(findings).isEmpty();
    }
  }

  /** {@code storesAgain} after the release, through the same view. */
  private static void publish(GlobalAddressSpace space, boolean storesAgain) {
    GlobalInts array = GlobalInts.allocate(space, "a", CheckedJob.LENGTH);
    GlobalCounter counter = GlobalCounter.allocate(space, "c");
    if (space.pe() == 0) {
      try (IntView view = array.localize(0, 2, Access.READ_WRITE)) { // at published
        view.set(1, 1);
        view.commit();
        if (storesAgain) {
          space.releaseFence();
          counter.getAndAdd(1);
          view.set(1, 2);
          view.commit();
        }
      }
      if (!storesAgain) {
        space.releaseFence();
        counter.getAndAdd(1);
      }
    } else {
      consume(space, array, counter);
    }
  }

  @Test
  void shouldFindAStoreAfterTheReleaseThroughTheSameView() {
    assertOne(
        CheckedJob.jobFindings(2, space -> publish(space, true)),
        Kind.RACE,
        "published",
        "consumed");
    assertThat(CheckedJob.jobFindings(2, space -> publish(space, false))).isEmpty();
  }

  // --- lines

  record UseFrozenBytes(GlobalInts array) implements Action {
    @Override
    public void compute(TaskContext context) {
      try (LocalView view = array.range().localize(Access.READ)) { // at bytes
        Bytes<?> bytes = view.bytes();
        Forked<Void> child = context.fork(new Leaf());
        bytes.readInt(0); // at bytesUse
        context.join(child);
      }
    }
  }

  @Test
  void shouldTellTheProgramsLineOfAUseOfBytes() {
    assertOne(CheckedJob.findings(1, UseFrozenBytes::new), Kind.OUTSIDE_VIEWS, "bytesUse", "bytes");
  }

  record UseOneOfTwo(GlobalInts array) implements Action {
    @Override
    public void compute(TaskContext context) {
      IntView one = array.localize(0, 8, Access.READ);
      MemorySegment bytes = one.segment();
      IntView other = array.localize(8, 16, Access.READ);
      one.close();
      other.close(); // at lastClose
      bytes.get(JAVA_INT, 0); // at oneUse
    }
  }

  @Test
  void shouldNotPretendToKnowWhichOfSeveralClosedViewsWasUsed() {
    List<Finding> findings = CheckedJob.findings(1, UseOneOfTwo::new);
    assertOne(findings, Kind.USED_AFTER_CLOSE, "lastClose", "oneUse");
    assertThat(findings.getFirst().first().what()).contains("one of 2 views");
  }

  // --- a view that stores only, within one that commits

  record StoreWithin(GlobalInts array) implements Action {
    @Override
    public void compute(TaskContext context) {
      for (int value = 0; value < 256; value++) {
        try (LocalView outer = array.range().memory().range(0, 8).localize(Access.READ_WRITE)) {
          try (LocalView inner = array.range().memory().range(3, 1).localize(Access.WRITE)) {
            inner.segment().set(JAVA_BYTE, 0, (byte) value);
          }
          assertThat(outer.segment().get(JAVA_BYTE, 3)).isEqualTo((byte) value);
          outer.commit();
        }
      }
    }
  }

  @Test
  void shouldLeaveWhatTheProgramStored() {
    assertThat(CheckedJob.findings(1, StoreWithin::new)).isEmpty();
  }

  // --- more localizes than lines are looked for

  record LoadMany(GlobalInts array) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      long sum = 0;
      for (int i = 0; i < 3_000; i++) {
        try (IntView view = array.localize(0, 1, Access.READ)) { // at oneOfMany
          sum += view.get(0);
        }
        try (IntView view = array.localize(1, 2, Access.READ)) { // at otherOfMany
          sum += view.get(0);
        }
      }
      try (IntView view = array.localize(7, 8, Access.READ)) {
        return sum + view.get(0);
      }
    }
  }

  record StoreLast(GlobalInts array) implements Action {
    @Override
    public void compute(TaskContext context) {
      try (IntView view = array.localize(7, 8, Access.READ_WRITE)) { // at storeLast
        view.set(0, 1);
        view.commit();
      }
    }
  }

  record LoadManyAndStore(GlobalInts array) implements Action {
    @Override
    public void compute(TaskContext context) {
      Forked.OfLong loads = context.fork(new LoadMany(array));
      context.forkJoin(new StoreLast(array));
      context.join(loads);
    }
  }

  @Test
  void shouldFindARaceAfterManyReads() {
    List<Finding> findings = CheckedJob.findings(2, LoadManyAndStore::new);
    assertThat(findings).as("%s", findings).hasSize(1);
    assertThat(findings.getFirst().kind()).isEqualTo(Kind.RACE);
    assertThat(findings.getFirst().from()).isEqualTo(28);
    List<String> lines =
        List.of(
            findings.getFirst().first().line(), findings.getFirst().second().orElseThrow().line());
    assertThat(lines)
        .anyMatch(line -> line.endsWith(CheckedJob.line(CheckerTest.class, "storeLast")));
    assertThat(lines)
        .anyMatch(line ->
            line.contains(" or ")
                && line.contains(CheckedJob.line(CheckerTest.class, "oneOfMany"))
                && line.contains(CheckedJob.line(CheckerTest.class, "otherOfMany")));
  }
}
