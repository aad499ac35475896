package org.temoto.apps.check;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.LocalView;
import org.temoto.gas.array.GlobalCounter;
import org.temoto.gas.array.GlobalInts;
import org.temoto.gas.array.IntView;
import org.temoto.gas.lock.GlobalLocks;
import org.temoto.gas.simulated.CheckFailedException.Finding;
import org.temoto.gas.simulated.CheckFailedException.Finding.Kind;
import org.temoto.gas.spi.RuntimeSupport;
import org.temoto.task.Action;
import org.temoto.task.Forked;
import org.temoto.task.LongTask;
import org.temoto.task.TaskContext;
import org.temoto.task.TaskRuntime;

/**
 * Tests of the mistakes of docs/pitfalls.md: the checker finds each at its lines, and nothing in
 * the right programs; alone, and after so many localizes that it puts off what it may. Lines that
 * are to be reported end with {@code // at NAME}.
 */
@ParameterizedClass
@ValueSource(ints = {0, 10_000})
class PitfallsTest {
  /** Number of localizes before. */
  @Parameter int before;

  private List<Finding> findings(CheckedJob.Root root) {
    return CheckedJob.findings(2, before, root);
  }

  private static List<Finding> jobFindings(Consumer<GlobalAddressSpace> program) {
    return CheckedJob.jobFindings(2, program);
  }

  private static void assertOne(
      List<Finding> findings, Kind kind, long from, long to, String first, String second) {
    assertThat(findings).as("%s", findings).hasSize(1);
    Finding finding = findings.getFirst();
    assertThat(finding.kind()).isEqualTo(kind);
    assertThat(finding.memory()).isEqualTo("a");
    assertThat(finding.elements())
        .hasValueSatisfying(range -> assertThat(range).containsExactly(from, to));
    assertThat(finding.first().line()).endsWith(line(first));
    assertThat(finding.second())
        .hasValueSatisfying(place -> assertThat(place.line()).endsWith(line(second)));
  }

  private static String line(String mark) {
    return CheckedJob.line(PitfallsTest.class, mark);
  }

  // --- a commit left out

  record Store(GlobalInts part, boolean commit) implements Action {
    @Override
    public void compute(TaskContext context) {
      try (IntView view = part.localize(Access.READ_WRITE)) { // at store
        view.set(0, 42);
        if (commit) {
          view.commit();
        }
      }
    }
  }

  record Load(GlobalInts part) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      try (IntView view = part.localize(Access.READ)) { // at load
        return view.get(0);
      }
    }
  }

  record StoreThenLoad(GlobalInts array, boolean commit) implements Action {
    @Override
    public void compute(TaskContext context) {
      context.forkJoin(new Store(array.slice(3, 9), commit));
      context.forkJoin(new Load(array.slice(0, 100)));
    }
  }

  @Test
  void shouldFindACommitLeftOut() {
    List<Finding> findings = findings(array -> new StoreThenLoad(array, false));
    assertOne(findings, Kind.NOT_COMMITTED, 3, 4, "store", "load");
    assertThat(findings.getFirst().first().task().getFirst()).startsWith("Store[");
    assertThat(findings.getFirst().second().orElseThrow().task()).hasSize(2);
  }

  @Test
  void shouldNotMindACommit() {
    assertThat(findings(array -> new StoreThenLoad(array, true))).isEmpty();
  }

  record StoreUnderView(GlobalInts array) implements Action {
    @Override
    public void compute(TaskContext context) {
      try (IntView view = array.localize(0, 10, Access.READ)) { // at kept
        context.forkJoin(new Store(array.slice(0, 10), false));
        view.get(0);
      }
    }
  }

  @Test
  void shouldFindACommitLeftOutThatAViewOfTheParentShows() {
    assertOne(findings(StoreUnderView::new), Kind.NOT_COMMITTED, 0, 1, "store", "kept");
  }

  // --- written, not committed, then forked

  record ForkTooEarly(GlobalInts array) implements Action {
    @Override
    public void compute(TaskContext context) {
      try (IntView view = array.localize(0, 10, Access.READ_WRITE)) { // at early
        view.set(5, 1);
        Forked<Void> child = context.fork(new LoadAll(array.slice(0, 10)));
        context.join(child);
        view.commit();
      }
    }
  }

  record LoadAll(GlobalInts part) implements Action {
    @Override
    public void compute(TaskContext context) {
      try (IntView view = part.localize(Access.READ)) { // at loadAll
        view.get(0);
      }
    }
  }

  @Test
  void shouldFindAForkBeforeTheCommit() {
    assertOne(findings(ForkTooEarly::new), Kind.NOT_COMMITTED, 5, 6, "early", "loadAll");
  }

  // --- a view used after it was closed

  record UseClosed(GlobalInts array, boolean segment) implements Action {
    @Override
    public void compute(TaskContext context) {
      IntView view = array.localize(0, 8, Access.READ);
      MemorySegment bytes = view.segment();
      view.close(); // at close
      if (segment) {
        bytes.get(JAVA_INT, 0); // at segmentUse
      } else {
        view.get(0); // at viewUse
      }
    }
  }

  @Test
  void shouldFindAUseAfterUnlocalize() {
    assertOne(
        findings(array -> new UseClosed(array, false)),
        Kind.USED_AFTER_CLOSE,
        0,
        8,
        "close",
        "viewUse");
  }

  @Test
  void shouldFindAUseOfASegmentAfterUnlocalize() {
    assertOne(
        findings(array -> new UseClosed(array, true)),
        Kind.USED_AFTER_CLOSE,
        0,
        8,
        "close",
        "segmentUse");
  }

  // --- a localize left out

  record Neighbours(GlobalInts array) implements Action {
    @Override
    public void compute(TaskContext context) {
      try (LocalView view = array.slice(0, 8).range().localize(Access.READ)) {
        MemorySegment all =
            MemorySegment.ofAddress(view.address()).reinterpret(4 * CheckedJob.PAGE);
        all.get(JAVA_INT, 2 * CheckedJob.PAGE); // at outside
      }
    }
  }

  @Test
  void shouldFindALocalizeLeftOut() {
    List<Finding> findings = findings(Neighbours::new);
    assertThat(findings).as("%s", findings).hasSize(1);
    assertThat(findings.getFirst().kind()).isEqualTo(Kind.OUTSIDE_VIEWS);
    assertThat(findings.getFirst().first().line()).endsWith(line("outside"));
  }

  record UseFrozenSegment(GlobalInts array) implements Action {
    @Override
    public void compute(TaskContext context) {
      try (IntView view = array.localize(0, 8, Access.READ)) { // at frozenSegment
        MemorySegment bytes = view.segment();
        Forked<Void> child = context.fork(new Leaf());
        bytes.get(JAVA_INT, 0); // at frozenSegmentUse
        context.join(child);
      }
    }
  }

  record Leaf() implements Action {
    @Override
    public void compute(TaskContext context) {}
  }

  @Test
  void shouldFindAUseOfASegmentBetweenForkAndJoin() {
    List<Finding> findings = findings(UseFrozenSegment::new);
    assertThat(findings).as("%s", findings).hasSize(1);
    assertThat(findings.getFirst().kind()).isEqualTo(Kind.OUTSIDE_VIEWS);
    assertThat(findings.getFirst().first().line()).endsWith(line("frozenSegmentUse"));
    assertThat(findings.getFirst().second())
        .hasValueSatisfying(place -> assertThat(place.line()).endsWith(line("frozenSegment")));
  }

  // --- a write view wider than what is written

  record StoreOne(GlobalInts array, int mine, boolean wide) implements Action {
    @Override
    public void compute(TaskContext context) {
      int from = wide ? 0 : mine;
      int to = wide ? 10 : mine + 1;
      try (IntView view = array.localize(from, to, Access.READ_WRITE)) { // at wide
        view.set(mine - from, view.get(mine - from) + 1 + mine);
        view.commit();
      }
    }
  }

  record StoreTwo(GlobalInts array, int other, boolean wide) implements Action {
    @Override
    public void compute(TaskContext context) {
      context.forkJoin(new StoreOne(array, 4, wide), new StoreOne(array, other, wide));
    }
  }

  @Test
  void shouldFindAWriteViewThatIsTooWide() {
    List<Finding> findings = findings(array -> new StoreTwo(array, 5, true));
    assertOne(findings, Kind.WIDE_VIEW, 0, 10, "wide", "wide");
  }

  @Test
  void shouldNotMindWideViewsWhereChangesAreFound() {
    assertThat(CheckedJob.automaticFindings(2, array -> new StoreTwo(array, 5, true))).isEmpty();
  }

  @Test
  void shouldFindTwoWritesThroughWideViewsWhereChangesAreFound() {
    List<Finding> findings = CheckedJob.automaticFindings(2, array -> new StoreTwo(array, 4, true));
    assertOne(findings, Kind.RACE, 0, 10, "wide", "wide");
  }

  /** A hundred pairs that changed nothing both, and one. */
  record StoreMany(GlobalInts array) implements Action {
    @Override
    public void compute(TaskContext context) {
      for (int i = 0; i < 100; i++) {
        new StoreTwo(array, 5, true).compute(context);
      }
      new StoreTwo(array, 4, true).compute(context);
    }
  }

  @Test
  void shouldFindARaceBesideManyWideViews() {
    assertOne(CheckedJob.automaticFindings(2, StoreMany::new), Kind.RACE, 0, 10, "wide", "wide");
  }

  private static final AtomicInteger STORED = new AtomicInteger();

  /** Stores an element through a wide view when {@code before} tasks have come so far. */
  record StoreInTurn(GlobalInts array, int before) implements Action {
    @Override
    public void compute(TaskContext context) {
      if (before == 0) {
        localizeInVain();
        STORED.set(1);
      }
      int turn = before == 0 ? 2 : 1;
      for (int round = 0; STORED.get() < turn; round++) {
        assertThat(round).as("rounds").isLessThan(1_000_000);
        context.attend();
        RuntimeSupport.of(context.space()).processingElement().strands().yield();
      }
      new StoreOne(array, 4, true).compute(context);
      STORED.set(turn + 1);
    }

    private void localizeInVain() {
      try (IntView view = array.localize(0, 4, Access.READ_WRITE)) {
        assertThat(view.get(0)).isZero();
        assertThatThrownBy(() -> array.localize(2, 6, Access.READ_WRITE))
            .isInstanceOf(IllegalStateException.class);
      }
    }
  }

  /** One has its localize refused; then the other stores; then the first does. */
  record StoreAfterRefusal(GlobalInts array) implements Action {
    @Override
    public void compute(TaskContext context) {
      STORED.set(0);
      context.forkJoin(new StoreInTurn(array, 0), new StoreInTurn(array, 1));
    }
  }

  @Test
  void shouldFindTwoWritesAfterALocalizeThatWasRefused() {
    assertOne(
        CheckedJob.automaticFindingsOfTwoWorkers(StoreAfterRefusal::new),
        Kind.RACE,
        0,
        10,
        "wide",
        "wide");
  }

  /** Stores every fourth element, and another one, through views of all. */
  record StoreApart(GlobalInts array, int first, int other) implements Action {
    @Override
    public void compute(TaskContext context) {
      if (first < 0) {
        context.forkJoin(
            new StoreApart(array, 0, other), new StoreApart(array, 2, (int) array.length() - 1));
        return;
      }
      try (IntView view = array.localize(0, array.length(), Access.READ_WRITE)) { // at apart
        for (int i = first; i < view.length(); i += 4) {
          view.set(i, i + 1);
        }
        view.set(other, -1 - first); // whichever is the first, both change a byte
      }
    }
  }

  @Test
  void shouldTellThousandsOfInterleavedChangesApart() {
    int last = CheckedJob.LENGTH - 1;
    assertThat(CheckedJob.automaticFindings(2, array -> new StoreApart(array, -1, 0))).isEmpty();
    assertOne(
        CheckedJob.automaticFindings(2, array -> new StoreApart(array, -1, last)),
        Kind.RACE,
        0,
        CheckedJob.LENGTH,
        "apart",
        "apart");
  }

  @Test
  void shouldNotMindNeighbours() {
    assertThat(findings(array -> new StoreTwo(array, 5, false))).isEmpty();
  }

  @Test
  void shouldFindTwoWritesInNoOrder() {
    List<Finding> findings = findings(array -> new StoreTwo(array, 4, false));
    assertOne(findings, Kind.RACE, 4, 5, "wide", "wide");
  }

  // --- WRITE for something that is written in part

  record StoreHalf(GlobalInts array, Access access) implements Action {
    @Override
    public void compute(TaskContext context) {
      try (IntView view = array.localize(0, 64, access)) { // at half
        for (int i = 0; i < 32; i++) {
          view.set(i, i);
        }
        view.commit(); // at commitOfHalf
      }
    }
  }

  @Test
  void shouldFindWhatIsCommittedAndNotStored() {
    assertOne(
        findings(array -> new StoreHalf(array, Access.WRITE)),
        Kind.NOT_STORED,
        32,
        64,
        "half",
        "commitOfHalf");
  }

  @Test
  void shouldNotMindReadWriteWrittenInPart() {
    assertThat(findings(array -> new StoreHalf(array, Access.READ_WRITE))).isEmpty();
  }

  // --- a view used between a fork and its join

  record UseFrozen(GlobalInts array, boolean joinFirst) implements Action {
    @Override
    public void compute(TaskContext context) {
      try (IntView view = array.localize(0, 8, Access.READ)) { // at frozen
        Forked<Void> child = context.fork(new LoadAll(array.slice(0, 8)));
        if (joinFirst) {
          context.join(child);
        }
        view.get(0); // at frozenUse
        if (!joinFirst) {
          context.join(child);
        }
      }
    }
  }

  @Test
  void shouldFindAUseBetweenForkAndJoin() {
    assertOne(
        findings(array -> new UseFrozen(array, false)),
        Kind.USED_WHILE_FROZEN,
        0,
        8,
        "frozen",
        "frozenUse");
  }

  @Test
  void shouldNotMindAUseAfterTheJoin() {
    assertThat(findings(array -> new UseFrozen(array, true))).isEmpty();
  }

  // --- a counter taken for a fence

  record Publish(GlobalInts array, GlobalCounter counter) implements Action {
    @Override
    public void compute(TaskContext context) {
      try (IntView view = array.localize(0, 1, Access.READ_WRITE)) { // at publish
        view.set(0, 7);
        view.commit();
      }
      counter.getAndAdd(1);
    }
  }

  record Consume(GlobalInts array, GlobalCounter counter) implements Action {
    @Override
    public void compute(TaskContext context) {
      counter.get();
      try (IntView view = array.localize(0, 1, Access.READ)) { // at consume
        view.get(0);
      }
    }
  }

  record CounterAsFence(GlobalInts array, GlobalCounter counter) implements Action {
    @Override
    public void compute(TaskContext context) {
      context.forkJoin(new Publish(array, counter), new Consume(array, counter));
    }
  }

  @Test
  void shouldFindACounterTakenForAFence() {
    List<Finding> findings =
        jobFindings(space -> {
          GlobalInts array = GlobalInts.allocate(space, "a", CheckedJob.LENGTH);
          GlobalCounter counter = GlobalCounter.allocate(space, "c");
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            runtime.run(new CounterAsFence(array, counter));
          }
        });
    assertThat(findings).hasSize(1);
    assertThat(findings.getFirst().kind()).isEqualTo(Kind.RACE);
    assertThat(
            List.of(
                findings.getFirst().first().line(),
                findings.getFirst().second().orElseThrow().line()))
        .anyMatch(line -> line.endsWith(line("publish")))
        .anyMatch(line -> line.endsWith(line("consume")));
  }

  // --- a view left open

  record LeaveOpen(GlobalInts array) implements Action {
    @Override
    public void compute(TaskContext context) {
      context.forkJoin(new LeftOpen(array.slice(0, 8)));
    }
  }

  record LeftOpen(GlobalInts part) implements Action {
    @Override
    public void compute(TaskContext context) {
      LocalView view = part.localize(Access.READ).view(); // at leftOpen
      assertThat(view.isOpen()).isTrue();
    }
  }

  @Test
  void shouldFindAViewLeftOpen() {
    List<Finding> findings = findings(LeaveOpen::new);
    assertThat(findings).hasSize(1);
    assertThat(findings.getFirst().kind()).isEqualTo(Kind.LEFT_OPEN);
    assertThat(findings.getFirst().first().line()).endsWith(line("leftOpen"));
  }

  private static final AtomicInteger TURN = new AtomicInteger();

  /** Waits, while other strands go on, until so many turns are over. */
  private static void awaitTurn(TaskContext context, int turn) {
    for (int round = 0; TURN.get() < turn; round++) {
      assertThat(round).as("rounds").isLessThan(1_000_000);
      context.attend();
      RuntimeSupport.of(context.space()).processingElement().strands().yield();
    }
  }

  /** Adds one to an element; its view stays open until another task has done the same. */
  record AddAndLeaveOpen(GlobalInts one, GlobalLocks locks) implements Action {
    @Override
    @SuppressWarnings("resource") // on purpose
    public void compute(TaskContext context) {
      try (var _ = locks.lock(0)) {
        IntView view = one.localize(Access.READ_WRITE); // at leftUnderLock
        view.set(0, view.get(0) + 1);
        view.commit();
      }
      TURN.set(1);
      awaitTurn(context, 2);
    }
  }

  record Add(GlobalInts one, GlobalLocks locks) implements Action {
    @Override
    public void compute(TaskContext context) {
      try (var _ = locks.lock(0);
          IntView view = one.localize(Access.READ_WRITE)) {
        view.set(0, view.get(0) + 1);
        view.commit();
      }
    }
  }

  record AddBoth(GlobalInts one, GlobalLocks locks) implements Action {
    @Override
    public void compute(TaskContext context) {
      Forked<Void> child = context.fork(new AddAndLeaveOpen(one, locks));
      awaitTurn(context, 1);
      new Add(one, locks).compute(context);
      TURN.set(2);
      assertThatThrownBy(child::join).hasMessageContaining("left open");
      context.forkJoin(new Add(one, locks));
    }
  }

  @Test
  void shouldTellOfAViewLeftOpenUnderALockFirst() {
    TURN.set(0);
    List<Finding> findings =
        CheckedJob.findingsOfTwoWorkers(space -> {
          GlobalInts array = GlobalInts.allocate(space, "a", 8);
          try (GlobalLocks locks = GlobalLocks.create(space, "locks", 1);
              TaskRuntime runtime = TaskRuntime.start(space)) {
            runtime.run(new AddBoth(array.slice(0, 1), locks));
          }
        });
    assertThat(findings).as("%s", findings).hasSize(2);
    assertThat(findings.getFirst().kind()).isEqualTo(Kind.LEFT_OPEN);
    assertThat(findings.getFirst().first().line()).endsWith(line("leftUnderLock"));
    assertThat(findings.getLast().kind())
        .as("of a view that outlasts its lock")
        .isEqualTo(Kind.RACE);
  }

  /** Stores its element while a wide view of another task is open. */
  record StoreWithinWide(GlobalInts array) implements Action {
    @Override
    public void compute(TaskContext context) {
      awaitTurn(context, 1);
      try (IntView view = array.localize(50, 51, Access.READ_WRITE)) { // at within
        view.set(0, 1);
        view.commit();
      }
      TURN.set(2);
    }
  }

  record StoreAroundAnother(GlobalInts array) implements Action {
    @Override
    public void compute(TaskContext context) {
      Forked<Void> child = context.fork(new StoreWithinWide(array));
      try (IntView view = array.localize(0, 100, Access.READ_WRITE)) { // at around
        view.set(0, 1);
        view.commit();
        TURN.set(1);
        awaitTurn(context, 2);
      }
      child.join();
      context.forkJoin(new Load(array));
    }
  }

  /** Forgets the commit of its element, and has a view of all. */
  record ForgetBesideAnother(GlobalInts array) implements Action {
    @Override
    public void compute(TaskContext context) {
      Forked<Void> child = context.fork(new StoreWithinWide(array));
      try (IntView view = array.localize(0, 100, Access.READ_WRITE)) { // at forgets
        view.set(49, 1); // beside that of the other
        TURN.set(1);
        awaitTurn(context, 2);
      }
      child.join();
      context.forkJoin(new Load(array.slice(49, 51)));
    }
  }

  @Test
  void shouldFindAForgottenCommitBesideARace() {
    TURN.set(0);
    List<Finding> findings =
        CheckedJob.findingsOfTwoWorkers(space -> {
          GlobalInts array = GlobalInts.allocate(space, "a", 100);
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            runtime.run(new ForgetBesideAnother(array));
          }
        });
    assertThat(findings)
        .anySatisfy(each -> {
          assertThat(each.kind()).isEqualTo(Kind.NOT_COMMITTED);
          assertThat(each.first().line()).endsWith(line("forgets"));
        });
  }

  @Test
  void shouldNotTakeWhatAnotherStoresForAForgottenCommit() {
    TURN.set(0);
    List<Finding> findings =
        CheckedJob.findingsOfTwoWorkers(space -> {
          GlobalInts array = GlobalInts.allocate(space, "a", 100);
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            runtime.run(new StoreAroundAnother(array));
          }
        });
    assertOne(findings, Kind.RACE, 50, 51, "around", "within");
  }

  // --- programs of PEs

  private static void exchange(GlobalAddressSpace space, boolean barrier, boolean fences) {
    GlobalInts array = GlobalInts.allocate(space, "a", CheckedJob.LENGTH);
    GlobalCounter counter = GlobalCounter.allocate(space, "c");
    if (space.pe() == 0) {
      try (IntView view = array.localize(0, 2, Access.READ_WRITE)) { // at programStore
        view.set(1, 1);
        view.commit();
      }
      if (fences) {
        space.releaseFence();
      }
      counter.getAndAdd(1);
    }
    if (barrier) {
      space.barrier();
    }
    if (space.pe() == 1) {
      while (counter.get() == 0) {
        Thread.onSpinWait();
      }
      if (fences) {
        space.acquireFence();
      }
      try (IntView view = array.localize(1, 2, Access.READ)) { // at programLoad
        view.get(0);
      }
    }
  }

  @Test
  void shouldFindABarrierLeftOut() {
    assertOne(
        jobFindings(space -> exchange(space, false, false)),
        Kind.RACE,
        1,
        2,
        "programStore",
        "programLoad");
  }

  @Test
  void shouldNotMindABarrier() {
    assertThat(jobFindings(space -> exchange(space, true, false))).isEmpty();
  }

  @Test
  void shouldNotMindFences() {
    assertThat(jobFindings(space -> exchange(space, false, true))).isEmpty();
  }
}
