package org.temoto.task.collective;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.task.TaskRuntime;

/** Every collective by every algorithm gives what a loop over the PEs gives, on any backend. */
@Timeout(value = 100, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class CollectivesContractTest {
  private static final long[] SIZES = {0, 1, 7, (4 << 10) + 3, 3 << 20};

  protected abstract String backend();

  /** What a job of {@code pes} PEs has. */
  protected GasOptions options(int pes) {
    return GasOptions.DEFAULT.withBackend(backend()).withPes(pes).withHeapBytes(64 << 20);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9})
  void shouldGiveWhatALoopOverThePesGives(int pes) {
    onEach(
        pes,
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
        pes,
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

  final void onEach(int pes, Consumer<Collectives> program) {
    GlobalAddressSpace.launch(
        options(pes),
        space -> {
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            program.accept(runtime.collectives());
            space.barrier();
          }
        });
  }
}
