package org.temoto.gas.simulated.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.temoto.gas.GasException;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.MemoryOptions;
import org.temoto.gas.Temoto;
import org.temoto.gas.heap.GlobalHeap;
import org.temoto.gas.lock.GlobalLocks;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Schedule;

/**
 * Tests of a program's exception that passes the collective close of a resource on its way: it is
 * what the job fails with, and not that other PEs call something else meanwhile.
 */
@Timeout(value = 100, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PendingFailureTest {
  private static final int RUNS = 10;

  /** A resource that is closed without a checked exception. */
  private interface Closed extends AutoCloseable {
    @Override
    void close();
  }

  /** Kind of resource whose close is collective. */
  enum Resource {
    HEAP(space -> GlobalHeap.create(space, "heap", 1 << 20)::close),
    LOCKS(space -> GlobalLocks.create(space, "locks", 3)::close),
    MEMORY(space -> space.allocate(MemoryOptions.of("memory", 1 << 16))::close);

    private final Function<GlobalAddressSpace, Closed> make;

    Resource(Function<GlobalAddressSpace, Closed> make) {
      this.make = make;
    }
  }

  /** Call of the other PE meanwhile. */
  enum Elsewhere {
    BARRIER(GlobalAddressSpace::barrier),
    SUM(space -> space.sum(1)),
    END(_ -> {});

    private final Consumer<GlobalAddressSpace> call;

    Elsewhere(Consumer<GlobalAddressSpace> call) {
      this.call = call;
    }
  }

  static Stream<Arguments> cases() {
    return Arrays.stream(Schedule.values())
        .flatMap(schedule ->
            Arrays.stream(Resource.values())
                .flatMap(resource ->
                    Arrays.stream(Elsewhere.values())
                        .map(elsewhere -> Arguments.of(schedule, resource, elsewhere))));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void shouldFailWithTheProgramsOwnException(
      Schedule schedule, Resource resource, Elsewhere elsewhere) {
    for (int run = 0; run < RUNS; run++) { // some find it at PE 0, some at the other
      IllegalStateException mine = new IllegalStateException("mine");
      Throwable thrown =
          launch(
              schedule,
              run,
              space -> {
                Closed made = resource.make.apply(space);
                if (space.pe() == 0) {
                  try (made) {
                    throw mine;
                  }
                }
                elsewhere.call.accept(space);
              });
      assertThat(thrown).isSameAs(mine);
      requireOnce(thrown, "every PE must make the same collective calls");
      assertThat(thrown.getSuppressed())
          .anySatisfy(each -> assertThat(each).hasMessage("in the program of PE 0"));
    }
  }

  /** The exception is wrapped after the close. */
  @ParameterizedTest
  @EnumSource(Schedule.class)
  void shouldFailWithWhatWrapsIt(Schedule schedule) {
    for (int run = 0; run < RUNS; run++) {
      Throwable thrown =
          launch(
              schedule,
              run,
              space -> {
                GlobalHeap heap = GlobalHeap.create(space, "heap", 1 << 20);
                if (space.pe() == 0) {
                  try (heap) {
                    throw new IllegalStateException("mine");
                  } catch (IllegalStateException e) {
                    throw new IllegalArgumentException("wrapper", e);
                  }
                }
                space.barrier();
              });
      assertThat(thrown).hasMessage("wrapper").hasRootCauseMessage("mine");
      requireOnce(thrown, "every PE must make the same collective calls");
    }
  }

  static Stream<Arguments> firstFailures() {
    return Arrays.stream(Schedule.values())
        .flatMap(schedule ->
            Stream.of(new IllegalStateException("first"), new GasException("first"))
                .map(first -> Arguments.of(schedule, first)));
  }

  /** It tells of another program's failure, which no close has brought about. */
  @ParameterizedTest
  @MethodSource("firstFailures")
  void shouldStayWithTheFailureOfAnotherProgram(Schedule schedule, RuntimeException first) {
    Throwable thrown =
        launch(
            schedule,
            1,
            space -> {
              GlobalHeap heap = GlobalHeap.create(space, "heap", 1 << 20);
              if (space.pe() == 1) {
                throw first;
              }
              try (heap) {
                failOfBarrier(space);
              }
            });
    assertThat(thrown).hasMessage("first");
  }

  private static void failOfBarrier(GlobalAddressSpace space) {
    try {
      space.barrier();
    } catch (GasException e) {
      throw new IllegalArgumentException("second");
    }
  }

  private static Throwable launch(
      Schedule schedule, long seed, Consumer<GlobalAddressSpace> program) {
    GasOptions options =
        GasOptions.DEFAULT
            .withBackend(SimulatedBackend.NAME)
            .withPes(2)
            .withHeapBytes(8 << 20)
            .withCacheBytes(1 << 20)
            .withSeed(seed)
            .with(SimulationOptions.DEFAULT, simulation -> simulation.withSchedule(schedule));
    return catchThrowable(() -> Temoto.launch(options, program));
  }

  /** Finds no circle on the way. */
  private static void requireOnce(Throwable thrown, String part) {
    List<Throwable> found = new ArrayList<>();
    find(thrown, found);
    assertThat(found)
        .filteredOn(each -> each.getClass() == GasException.class)
        .filteredOn(each -> each.getMessage().contains(part))
        .hasSize(1);
  }

  private static void find(Throwable thrown, List<Throwable> found) {
    assertThat(found).doesNotContain(thrown);
    found.add(thrown);
    if (thrown.getCause() != null) {
      find(thrown.getCause(), found);
    }
    for (Throwable each : thrown.getSuppressed()) {
      find(each, found);
    }
  }
}
