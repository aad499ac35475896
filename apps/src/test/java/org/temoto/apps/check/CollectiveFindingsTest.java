package org.temoto.apps.check;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalRange;
import org.temoto.gas.array.GlobalInts;
import org.temoto.gas.array.IntView;
import org.temoto.gas.simulated.CheckFailedException.Finding;
import org.temoto.gas.simulated.CheckFailedException.Finding.Kind;
import org.temoto.task.Action;
import org.temoto.task.TaskContext;
import org.temoto.task.collective.CollectiveException;
import org.temoto.task.collective.CollectiveRequest;
import org.temoto.task.collective.Datatype;
import org.temoto.task.collective.Graph;
import org.temoto.task.collective.Operator;

/**
 * Tests of the checker with collectives on global ranges, beside views of programs and tasks: each
 * mistake is found at its lines, and what is right is not. Lines that are to be reported end with
 * {@code // at NAME}.
 */
class CollectiveFindingsTest {
  private static final int COUNT = CollectiveJob.COUNT;
  private static final Datatype INT = Datatype.INT32;

  private static List<Finding> findings(Consumer<CollectiveJob> program) {
    return CollectiveJob.findings(program);
  }

  /** PE 0's elements to PE 1. */
  private static CollectiveRequest start(CollectiveJob pe) {
    return pe.collectives().startBroadcast(0, pe.range()); // at start
  }

  private static String line(String mark) {
    return CheckedJob.line(CollectiveFindingsTest.class, mark);
  }

  private static void assertOne(List<Finding> findings, Kind kind, String first, String second) {
    assertThat(findings).as("%s", findings).hasSize(1);
    Finding finding = findings.getFirst();
    assertThat(finding.kind()).as("%s", finding).isEqualTo(kind);
    List<String> lines =
        List.of(finding.first().line(), finding.second().map(Finding.Place::line).orElse("(none)"));
    assertThat(lines).anyMatch(line -> line.endsWith(line(first)));
    assertThat(lines).anyMatch(line -> line.endsWith(line(second)));
  }

  private static void store(GlobalInts part) {
    try (IntView view = part.localize(Access.READ_WRITE)) { // at store
      view.set(0, view.get(0) + 1);
      view.commit();
    }
  }

  private static void load(GlobalInts part) {
    try (IntView view = part.localize(Access.READ)) { // at load
      view.get(0);
    }
  }

  record Store(GlobalInts part) implements Action {
    @Override
    public void compute(TaskContext context) {
      store(part);
    }
  }

  record Load(GlobalInts part) implements Action {
    @Override
    public void compute(TaskContext context) {
      load(part);
    }
  }

  // --- what is right

  @Test
  void shouldNotMindAnAwaitAndABarrier() {
    assertThat(
            findings(pe -> {
              store(pe.own());
              CollectiveRequest request = start(pe);
              load(pe.array().slice(1000, 1100));
              pe.runtime().run(new Store(pe.array().slice(500, 510)));
              request.await();
              load(pe.own());
              pe.space().barrier();
              load(pe.of(1 - pe.space().pe()));
              pe.runtime().run(new Load(pe.array().slice(0, 2 * COUNT)));
            }))
        .isEmpty();
  }

  @Test
  void shouldNotMindReadingWhatIsOnlyRead() {
    assertThat(
            findings(pe -> {
              store(pe.own());
              pe.space().barrier();
              CollectiveRequest one =
                  pe.collectives().startAllreduce(pe.range(), pe.second(), INT, Operator.SUM);
              load(pe.own());
              pe.runtime().run(new Load(pe.array().slice(0, 2 * COUNT)));
              one.await();
            }))
        .isEmpty();
  }

  /** The collective replaces the store that is not committed. */
  @Test
  void shouldNotMindWhatIsFilledAnyhow() {
    assertThat(
            findings(pe -> {
              if (!pe.isFirst()) {
                try (IntView view = pe.own().localize(Access.READ_WRITE)) {
                  view.set(0, 17);
                }
              }
              pe.space().barrier();
              start(pe).await();
              pe.space().barrier();
              load(pe.array().slice(0, 2 * COUNT));
            }))
        .isEmpty();
  }

  // --- beside views of the program that started it

  @Test
  void shouldFindAStoreOfTheProgramInFlight() {
    for (boolean first : List.of(true, false)) {
      assertOne(
          findings(pe -> {
            CollectiveRequest request = start(pe);
            if (pe.isFirst() == first) {
              store(pe.own());
            }
            request.await();
          }),
          Kind.RACE,
          "start",
          "store");
    }
  }

  @Test
  void shouldFindALoadOfTheProgramInFlight() {
    assertOne(
        findings(pe -> {
          CollectiveRequest request = start(pe);
          load(pe.own());
          request.await();
        }),
        Kind.RACE,
        "start",
        "load");
  }

  @Test
  void shouldFindACopyOfTheProgramInFlight() {
    assertOne(
        findings(pe -> {
          CollectiveRequest request = start(pe);
          pe.range().slice(4, 4).read(0, MemorySegment.ofArray(new int[1])); // at copy
          request.await();
        }),
        Kind.RACE,
        "start",
        "copy");
  }

  // --- beside others

  @Test
  void shouldFindAStoreOfAnotherProgram() {
    assertOne(
        findings(pe -> {
          CollectiveRequest request = start(pe);
          if (pe.isFirst()) {
            store(pe.of(1).slice(3, 5));
          }
          request.await();
        }),
        Kind.RACE,
        "start",
        "store");
  }

  @Test
  void shouldFindAStoreOfATaskInFlight() {
    assertOne(
        findings(pe -> {
          CollectiveRequest request = start(pe);
          pe.runtime().run(new Store(pe.of(0)));
          request.await();
        }),
        Kind.RACE,
        "start",
        "store");
  }

  @Test
  void shouldFindALoadOfATaskBeforeTheAwait() {
    assertOne(
        findings(pe -> {
          CollectiveRequest request = start(pe);
          pe.runtime().run(new Load(pe.of(1)));
          request.await();
        }),
        Kind.RACE,
        "start",
        "load");
  }

  @Test
  void shouldFindALoadOfAnotherPeThatNoBarrierOrders() {
    assertOne(
        findings(pe -> {
          start(pe).await();
          pe.collectives().barrier();
          if (pe.isFirst()) {
            load(pe.of(1));
          }
        }),
        Kind.RACE,
        "start",
        "load");
  }

  /** A collective orders its own bytes only. */
  @Test
  void shouldFindACollectiveTakenForABarrier() {
    for (boolean right : List.of(false, true)) {
      List<Finding> findings =
          findings(pe -> {
            if (pe.isFirst()) {
              store(pe.of(7));
            }
            pe.collectives().barrier();
            pe.collectives().allreduce(MemorySegment.ofArray(new int[1]), INT, Operator.SUM);
            start(pe).await();
            if (right) {
              pe.space().barrier();
            }
            if (!pe.isFirst()) {
              load(pe.of(7));
            }
          });
      if (right) {
        assertThat(findings).isEmpty();
      } else {
        assertOne(findings, Kind.RACE, "store", "load");
      }
    }
  }

  @Test
  void shouldFindACommitLeftOutBeforeACollective() {
    assertOne(
        findings(pe -> {
          pe.runtime().run(new StoreOnly(pe.of(0)));
          start(pe).await();
        }),
        Kind.NOT_COMMITTED,
        "storeOnly",
        "start");
  }

  record StoreOnly(GlobalInts part) implements Action {
    @Override
    public void compute(TaskContext context) {
      try (IntView view = part.localize(Access.READ_WRITE)) { // at storeOnly
        view.set(0, 42);
      }
    }
  }

  // --- views that were open before

  @Test
  void shouldNotMindAViewAroundACollective() {
    for (boolean writes : List.of(false, true)) {
      assertThat(
              findings(pe -> {
                Access access = writes ? Access.READ_WRITE : Access.READ;
                try (IntView view = pe.own().localize(access)) {
                  if (writes) {
                    view.set(0, 42);
                    view.commit();
                  }
                  CollectiveRequest request = start(pe);
                  pe.runtime().run(new Load(pe.of(0)));
                  request.await();
                  assertThat(view.get(0)).isEqualTo(writes ? 42 : 0);
                  if (writes) {
                    view.set(0, 43);
                    view.commit();
                  }
                }
                pe.space().barrier();
                load(pe.array().slice(0, 2 * COUNT));
              }))
          .isEmpty();
    }
  }

  /** The view is active again. */
  @Test
  void shouldFindAStoreThroughAViewAroundACollective() {
    assertOne(
        findings(pe -> {
          Access access = pe.isFirst() ? Access.READ_WRITE : Access.READ;
          try (IntView view = pe.own().localize(access)) { // at around
            CollectiveRequest request = start(pe);
            pe.runtime().run(new Load(pe.of(0)));
            request.await();
            if (pe.isFirst()) {
              view.set(0, 42);
              view.commit();
            } else {
              load(pe.of(0));
            }
          }
        }),
        Kind.RACE,
        "around",
        "load");
  }

  @Test
  void shouldFindAViewUsedInFlight() {
    assertOne(
        findings(pe -> {
          try (IntView view = pe.own().localize(Access.READ_WRITE)) {
            CollectiveRequest request = start(pe);
            pe.space().barrier();
            view.get(0); // at viewUse
            request.await();
          }
        }),
        Kind.RACE,
        "start",
        "viewUse");
  }

  @Test
  void shouldFindASegmentUsedInFlight() {
    assertOne(
        findings(pe -> {
          try (IntView view = pe.own().localize(Access.READ_WRITE)) { // at view
            MemorySegment bytes = view.segment();
            CollectiveRequest request = start(pe);
            if (pe.isFirst()) {
              bytes.set(JAVA_INT, 0, 42); // at segmentUse
            }
            request.await();
          }
        }),
        Kind.OUTSIDE_VIEWS,
        "view",
        "segmentUse");
  }

  // --- several

  @Test
  void shouldFindCollectivesThatShareBytes() {
    assertOne(
        findings(pe -> {
          CollectiveRequest one = start(pe);
          GlobalRange to = pe.second();
          CollectiveRequest two =
              pe.collectives().startAllreduce(pe.range(), to, INT, Operator.SUM); // at second
          one.await();
          two.await();
        }),
        Kind.RACE,
        "start",
        "second");
  }

  @Test
  void shouldFindOneRangeForAllPes() {
    assertOne(
        findings(pe -> {
          GlobalRange all = pe.of(0).range();
          pe.collectives().allreduce(all, all, INT, Operator.SUM); // at same
        }),
        Kind.RACE,
        "same",
        "same");
  }

  // --- graphs

  private static Graph toTheRight(CollectiveJob pe) {
    return pe.collectives()
        .graph(
            "right",
            builder -> {
              int bytes = COUNT * Integer.BYTES;
              builder.input(bytes);
              builder.output(bytes);
              int pes = builder.pes();
              builder.send((builder.rank() + 1) % pes, Graph.Buffer.INPUT, 0, bytes);
              builder.receive((builder.rank() + pes - 1) % pes, Graph.Buffer.OUTPUT, 0, bytes);
            });
  }

  @Test
  void shouldFollowGraphsOnRanges() {
    for (int load = 0; load < 3; load++) {
      int which = load;
      List<Finding> findings =
          findings(pe -> {
            Graph graph = toTheRight(pe);
            store(pe.of(pe.space().pe()));
            CollectiveRequest request =
                pe.collectives().issue(graph, pe.range(), pe.second()); // at issue
            GlobalInts part = pe.of(pe.space().pe() + (which == 0 ? 2 : 0));
            if (which < 2) {
              load(part);
            }
            request.await();
            try (IntView view = pe.of(pe.space().pe() + 2).localize(Access.READ)) {
              assertThat(view.get(0)).isOne();
            }
          });
      if (which == 0) {
        assertOne(findings, Kind.RACE, "issue", "load");
      } else {
        assertThat(findings).isEmpty();
      }
    }
  }

  /** They are local memory. */
  @Test
  void shouldNotMindSegmentsOfViews() {
    assertThat(
            findings(pe -> {
              Access access = pe.isFirst() ? Access.READ_WRITE : Access.WRITE;
              try (IntView view = pe.own().localize(access)) {
                if (pe.isFirst()) {
                  view.set(0, 42);
                }
                CollectiveRequest request = pe.collectives().startBroadcast(0, view.segment());
                request.await();
                view.commit();
              }
              pe.space().barrier();
              try (IntView view = pe.of(1).localize(Access.READ)) {
                assertThat(view.get(0)).isEqualTo(42);
              }
            }))
        .isEmpty();
  }

  // --- never awaited

  @Test
  void shouldFindOneThatNobodyAwaits() {
    List<Finding> findings =
        findings(pe -> {
          CollectiveRequest request = start(pe);
          for (int i = 0; i < 9; i++) {
            pe.collectives().barrier();
          }
          assertThat(request.isDone()).isTrue();
        });
    assertThat(findings).as("%s", findings).hasSize(1);
    assertThat(findings.getFirst().kind()).isEqualTo(Kind.NOT_AWAITED);
    assertThat(findings.getFirst().first().line()).endsWith(line("start"));
  }

  /** The job fails besides. */
  @Test
  void shouldFindOneThatIsNotDoneAtTheEnd() {
    List<Finding> findings =
        findings(pe -> {
          if (pe.isFirst()) {
            pe.collectives().startReduce(0, pe.range(), pe.second(), INT, Operator.SUM); // at lost
          }
        });
    assertThat(findings).as("%s", findings).hasSize(1);
    assertThat(findings.getFirst().kind()).isEqualTo(Kind.NOT_AWAITED);
    assertThat(findings.getFirst().first().line()).endsWith(line("lost"));
  }

  // --- failed

  @Test
  void shouldNotMindWhatAFailedOneLeft() {
    Operator failing =
        Operator.of(
            "failing",
            (accumulated, operand, elements) -> {
              throw new IllegalArgumentException("on purpose");
            });
    assertThat(
            findings(pe -> {
              assertThatThrownBy(
                      () -> pe.collectives().allreduce(pe.range(), pe.second(), INT, failing))
                  .isInstanceOf(CollectiveException.class);
              pe.space().barrier();
              load(pe.of(3 - pe.space().pe()));
            }))
        .isEmpty();
  }
}
