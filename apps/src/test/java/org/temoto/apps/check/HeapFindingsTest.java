package org.temoto.apps.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.temoto.gas.Access;
import org.temoto.gas.array.GlobalRef;
import org.temoto.gas.array.RecordView;
import org.temoto.gas.heap.GlobalHeap;
import org.temoto.gas.simulated.CheckFailedException.Finding;
import org.temoto.gas.simulated.CheckFailedException.Finding.Kind;
import org.temoto.task.Forked;
import org.temoto.task.LongTask;
import org.temoto.task.Task;
import org.temoto.task.TaskContext;
import org.temoto.task.TaskRuntime;

/** Tests of mistakes with blocks of a heap, each found at its lines. */
class HeapFindingsTest {
  record Node(long key, GlobalRef<Node> next) {}

  /** Keeps a reference beyond the free of its node. */
  record Dangle(GlobalHeap heap, boolean early) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      GlobalRef<Node> node = heap.allocate(new Node(7, GlobalRef.none()));
      long key = early ? heap.get(node, Node.class).key : 0;
      heap.free(node); // at free
      return early ? key : heap.get(node, Node.class).key; // at use
    }
  }

  /** Uses a node, or frees it again, after as much as its place has been asked for again. */
  record DangleLate(GlobalHeap heap, boolean uses) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      GlobalRef<Node> node = heap.allocate(new Node(7, GlobalRef.none()));
      heap.free(node); // at free before others
      for (int i = 0; i < 100; i++) {
        heap.free(heap.allocate(new Node(i, GlobalRef.none())));
      }
      if (uses) {
        return heap.get(node, Node.class).key; // at late read
      }
      heap.free(node); // at late second free
      return 0;
    }
  }

  /** Allocates and frees more than an arena holds, while three quarters of it are in use. */
  record Churn(GlobalHeap heap) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      long most = heap.allocate(heap.usage().capacity() * 3 / 4);
      for (int i = 0; i < 1000; i++) {
        heap.free(heap.allocate(1 << 16));
      }
      heap.free(most);
      return heap.usage().bytes();
    }
  }

  /** Frees a node that another task may still read. */
  record FreeBeside(GlobalHeap heap) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      GlobalRef<Node> node = heap.allocate(new Node(7, GlobalRef.none()));
      Forked.OfLong reader = context.fork(new Get(heap, node));
      heap.free(node); // at early free
      return reader.join();
    }
  }

  record Get(GlobalHeap heap, GlobalRef<Node> node) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      return heap.get(node, Node.class).key;
    }
  }

  /** Frees a block that it has a view of. */
  record FreeUnderView(GlobalHeap heap) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      GlobalRef<Node> node = heap.allocate(new Node(7, GlobalRef.none()));
      try (RecordView<Node> view =
          heap.records(node, Node.class, 1).localize(Access.READ)) { // at view
        heap.free(node); // at free under view
        return view.get(0).key;
      }
    }
  }

  /** Frees a block twice on a PE that is not its home, which would tell much later, or never. */
  record FreeTwice(GlobalHeap heap) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      GlobalRef<Node> node = heap.allocate(new Node(7, GlobalRef.none()));
      return context.forkAt(1 - context.pe(), new FreeAway(heap, node)).join();
    }
  }

  record FreeAway(GlobalHeap heap, GlobalRef<Node> node) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      heap.free(node); // at first free
      heap.free(node); // at second free
      return 0;
    }
  }

  /** Frees every other of its nodes. */
  record Leak(GlobalHeap heap) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      for (int i = 0; i < 10; i++) {
        GlobalRef<Node> node = heap.allocate(new Node(i, GlobalRef.none())); // at leak
        if (i % 2 == 0) {
          heap.free(node);
        }
      }
      return 0;
    }
  }

  /** Allocates a node on each PE. */
  record Fill(GlobalHeap heap) implements Task<GlobalRef<Node>> {
    @Override
    public GlobalRef<Node> run(TaskContext context) {
      var away = context.forkAt(1 - context.pe(), new Leaf(heap));
      return heap.allocate(new Node(7, away.join()));
    }
  }

  record Leaf(GlobalHeap heap) implements Task<GlobalRef<Node>> {
    @Override
    public GlobalRef<Node> run(TaskContext context) {
      return heap.allocate(new Node(8, GlobalRef.none()));
    }
  }

  /** Builds and clears twice, and after that uses, if {@code late}, a block of each PE. */
  private static List<Finding> findingsOfClears(boolean late) {
    return CheckedJob.jobFindings(
        2,
        space -> {
          try (GlobalHeap heap = GlobalHeap.create(space, "nodes", 1 << 20);
              TaskRuntime runtime = TaskRuntime.start(space)) {
            for (int round = 0; round < 2; round++) {
              GlobalRef<Node> root = runtime.run(new Fill(heap));
              Node node = heap.get(root, Node.class);
              heap.get(node.next, Node.class);
              heap.clear(); // at clear
              if (late && round == 1 && space.pe() == 1) {
                heap.get(root, Node.class); // at late use of one
                heap.get(node.next, Node.class); // at late use of the other
              }
            }
          }
        });
  }

  private static List<Finding> findings(java.util.function.Function<GlobalHeap, LongTask> root) {
    return CheckedJob.jobFindings(
        2,
        space -> {
          try (GlobalHeap heap = GlobalHeap.create(space, "nodes", 1 << 20);
              TaskRuntime runtime = TaskRuntime.start(space)) {
            runtime.run(root.apply(heap));
          }
        });
  }

  private static String line(String mark) {
    return CheckedJob.line(HeapFindingsTest.class, mark);
  }

  @Test
  void shouldFindTheUseOfAFreedBlock() {
    List<Finding> findings = findings(heap -> new Dangle(heap, false));
    requireUseAfterFree(findings, "free", "use");
    assertThat(findings.getFirst().memory()).isEqualTo("nodes");
    assertThat(findings(heap -> new Dangle(heap, true))).isEmpty();
  }

  @Test
  void shouldFindTheFreeOfABlockThatTheTaskHasAViewOf() {
    requireUseAfterFree(findings(FreeUnderView::new), "free under view", "view");
  }

  @Test
  void shouldFindASecondFreeThatIsOnItsWay() {
    requireUseAfterFree(findings(FreeTwice::new), "first free", "second free");
  }

  private static void requireUseAfterFree(List<Finding> findings, String free, String use) {
    assertThat(findings).as("%s", findings).hasSize(1);
    Finding finding = findings.getFirst();
    assertThat(finding.kind()).isEqualTo(Kind.USED_AFTER_FREE);
    assertThat(finding.first().line()).endsWith(line(free));
    assertThat(finding.second().orElseThrow().line()).endsWith(line(use));
  }

  @Test
  void shouldFindUsesOfPlacesThatWouldHaveBeenAllocatedAgain() {
    requireUseAfterFree(
        findings(heap -> new DangleLate(heap, true)), "free before others", "late read");
    requireUseAfterFree(
        findings(heap -> new DangleLate(heap, false)), "free before others", "late second free");
  }

  @Test
  void shouldAllocateWhatWasFreedBeforeItSaysThatThereIsNoRoom() {
    List<Finding> findings =
        CheckedJob.jobFindings(
            1,
            space -> {
              try (GlobalHeap heap = GlobalHeap.create(space, "nodes", 1 << 20);
                  TaskRuntime runtime = TaskRuntime.start(space)) {
                assertThat(runtime.run(new Churn(heap))).isZero();
              }
            });
    assertThat(findings).isEmpty();
  }

  /** Also where the task has read before: its order by time is luck. */
  @Test
  void shouldFindAFreeBesideAUse() {
    List<Finding> findings = findings(FreeBeside::new);
    assertThat(findings)
        .as("%s", findings)
        .isNotEmpty()
        .allSatisfy(finding ->
            assertThat(
                    List.of(finding.first().line(), finding.second().orElseThrow().line())
                        .toString())
                .contains(line("early free")))
        .anySatisfy(finding -> assertThat(finding.kind()).isEqualTo(Kind.RACE));
  }

  @Test
  void shouldCountTheBlocksThatAreNeverFreed() {
    List<Finding> findings = findings(Leak::new);
    assertThat(findings).as("%s", findings).hasSize(1);
    Finding finding = findings.getFirst();
    assertThat(finding.kind()).isEqualTo(Kind.NEVER_FREED);
    assertThat(finding.first().what()).isEqualTo("allocate of 5 blocks, 80 bytes, the first");
    assertThat(finding.first().line()).endsWith(line("leak"));
  }

  @Test
  void shouldCountNoBlocksThatWereCleared() {
    assertThat(findingsOfClears(false)).isEmpty();
  }

  /** That another PE has cleared its own by then is luck. */
  @Test
  void shouldFindUsesOfBlocksThatWereCleared() {
    List<Finding> findings = findingsOfClears(true);
    for (String use : List.of("late use of one", "late use of the other")) {
      assertThat(findings)
          .as("%s", findings)
          .anySatisfy(finding -> {
            assertThat(finding.kind()).isIn(Kind.USED_AFTER_FREE, Kind.RACE);
            assertThat(
                    List.of(finding.first().line(), finding.second().orElseThrow().line())
                        .toString())
                .contains(line("clear"), line(use));
          });
    }
  }
}
