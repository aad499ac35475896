package org.temoto.task.collective.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.temoto.gas.GasOptions;
import org.temoto.gas.Temoto;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.task.TaskRuntime;
import org.temoto.task.collective.Datatype;
import org.temoto.task.collective.Graph;
import org.temoto.task.collective.Operator;

/** Tests of the memory that collectives keep of earlier ones. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CollectiveMemoryTest {
  private static final int LARGE = 8 << 20;

  private static void launch(Consumer<LocalCollectives> program) {
    Temoto.launch(
        GasOptions.DEFAULT.withBackend("simulated").withPes(2).withHeapBytes(16 << 20),
        space -> {
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            program.accept((LocalCollectives) runtime.collectives());
            space.barrier();
          }
        });
  }

  /** Waits until at most {@code bytes} are kept: memory may be given back a little later. */
  private static void awaitAtMost(long bytes, LocalCollectives collectives) {
    ProcessingElement element = collectives.runtime.engine.element;
    while (collectives.runtime.engine.executions.bytes() > bytes) {
      element.checkAlive();
      element.strands().yield();
      boolean ignored = collectives.progress();
    }
  }

  /** Heap arrays are copied: each size has a copy of its own. */
  @Test
  void shouldFreeWhatHasNotBeenUsedForLongest() {
    launch(collectives -> {
      for (int i = 0; i < 20; i++) {
        byte[] large = new byte[LARGE + 64 * i];
        collectives.allreduce(MemorySegment.ofArray(large), Datatype.BYTES, Operator.XOR);
        awaitAtMost(Executions.KEPT_BYTES, collectives);
        assertThat(collectives.runtime.engine.executions.bytes()).isGreaterThan(LARGE);
      }
    });
  }

  @Test
  void shouldKeepOneThatIsLargerThanAllThatIsKept() {
    launch(collectives -> {
      byte[] huge = new byte[(int) Executions.KEPT_BYTES + 1];
      for (int i = 0; i < 2; i++) {
        collectives.broadcast(0, MemorySegment.ofArray(huge));
        assertThat(collectives.runtime.engine.executions.bytes()).isGreaterThan(huge.length);
      }
      collectives.barrier();
      collectives.broadcast(0, MemorySegment.ofArray(new byte[LARGE]));
      awaitAtMost(2L * LARGE, collectives);
    });
  }

  /** Plans of the program's own graphs as those of operations. */
  @Test
  void shouldForgetPlans() {
    List<GraphPlan> forgotten = new ArrayList<>();
    Planner planner = new Planner(0, 1, 1 << 20, forgotten::add);
    List<GraphPlan> made = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      made.add(planner.plan(planner.graph("mine", CollectiveSettings.DEFAULT, _ -> {})));
    }
    assertThat(forgotten).hasSize(300 - 128).containsExactlyElementsOf(made.subList(0, 172));
  }

  /** The memory of its collectives is freed at their end. */
  @Test
  void shouldFreeWhatBelongsToAForgottenPlan() {
    launch(collectives -> {
      Executions executions = collectives.runtime.engine.executions;
      Graph.Definition large = builder -> builder.scratch(LARGE);
      Graph graph = collectives.graph("large", large);
      collectives.issue(graph, MemorySegment.NULL, MemorySegment.NULL).await();
      assertThat(executions.bytes()).isGreaterThan(LARGE);
      for (int i = 0; i < 200; i++) {
        Graph small = collectives.graph("small", _ -> {});
        collectives.issue(small, MemorySegment.NULL, MemorySegment.NULL).await();
      }
      awaitAtMost(LARGE, collectives);
    });
  }
}
