package org.temoto.task.collective.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.gas.Access;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalRange;
import org.temoto.gas.Temoto;
import org.temoto.gas.array.GlobalLongs;
import org.temoto.gas.array.LongView;
import org.temoto.task.TaskRuntime;
import org.temoto.task.collective.Collectives;
import org.temoto.task.collective.Graph;

/**
 * Tests of collectives: every one by every algorithm gives what a loop over the PEs gives, on any
 * backend.
 */
@Timeout(value = 100, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class CollectivesContractTest {
  /**
   * The last one is larger than the receive area of {@link #HEAP_OF_SIZES}, so that it goes in
   * several messages by every algorithm.
   */
  private static final long[] SIZES = {0, 1, 7, (4 << 10) + 3, 384 << 10};

  private static final long HEAP_OF_SIZES = 8 << 20;

  protected abstract String backend();

  /** Options of a job of {@code pes} PEs. */
  protected GasOptions options(int pes) {
    return GasOptions.DEFAULT.withBackend(backend()).withPes(pes).withHeapBytes(64 << 20);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 6, 8, 9})
  void shouldGiveWhatALoopOverThePesGives(int pes) {
    onEach(
        options(pes).withHeapBytes(HEAP_OF_SIZES),
        collectives ->
            Scenario.all(pes)
                .forEach(scenario -> {
                  for (long bytes : SIZES) {
                    scenario.run(collectives, bytes);
                  }
                }));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 9})
  void shouldHaveManyUnderWay(int pes) {
    onEach(
        options(pes),
        collectives -> {
          Scenario.Running[] running = new Scenario.Running[100];
          List<Scenario> all = Scenario.all(pes);
          for (int i = 0; i < running.length; i++) {
            running[i] = all.get(i % all.size()).start(collectives, 1 + 97L * i);
          }
          for (int i = 0; i < running.length; i++) {
            running[(i * 37) % running.length].finish();
          }
        });
  }

  /** Elements that the graph does not fill stay. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void shouldRunGraphsOnGlobalRanges(int pes) {
    Temoto.launch(
        options(pes),
        space -> {
          GlobalLongs array = GlobalLongs.allocate(space, "a", 3L * space.pes());
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            sendToTheRight(space, array.slice(3L * space.pe(), 3L * space.pe() + 3), runtime);
          }
          try (LongView all = array.localize(Access.READ)) {
            for (int pe = 0; pe < space.pes(); pe++) {
              int left = (pe + space.pes() - 1) % space.pes();
              assertThat(all.get(3L * pe)).isEqualTo(10 + pe);
              assertThat(all.get(3L * pe + 1)).isEqualTo(10 + left);
              assertThat(all.get(3L * pe + 2)).isEqualTo(20 + pe);
            }
          }
          space.barrier();
        });
  }

  /** From the first of its own to the second, of three. */
  private static void sendToTheRight(
      GlobalAddressSpace space, GlobalLongs own, TaskRuntime runtime) {
    try (LongView view = own.localize(Access.WRITE)) {
      view.set(0, 10 + space.pe());
      view.set(1, 0);
      view.set(2, 20 + space.pe());
      view.commit();
    }
    Graph graph =
        runtime
            .collectives()
            .graph(
                "right",
                builder -> {
                  builder.input(8);
                  builder.output(16);
                  int pes = builder.pes();
                  builder.send((builder.rank() + 1) % pes, Graph.Buffer.INPUT, 0, 8);
                  builder.receive((builder.rank() + pes - 1) % pes, Graph.Buffer.OUTPUT, 0, 8);
                });
    GlobalRange output = own.slice(1, 3).range();
    runtime.collectives().issue(graph, own.slice(0, 1).range(), output).await();
    space.barrier();
  }

  private static void onEach(GasOptions options, Consumer<Collectives> program) {
    Scenario.forget();
    Temoto.launch(
        options,
        space -> {
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            program.accept(runtime.collectives());
            space.barrier();
          }
        });
  }
}
