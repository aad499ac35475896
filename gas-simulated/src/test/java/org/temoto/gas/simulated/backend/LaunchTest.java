package org.temoto.gas.simulated.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Queue;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.temoto.gas.GasException;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GasOptions.Coherence;
import org.temoto.gas.Temoto;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.gas.spi.Backend;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.JobAbortedException;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.local.StuckStrand;

/** Tests of the beginning and the end of jobs. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LaunchTest {
  /** Size of a memory that the job's end gives back. */
  private static final long UNCLOSED = 256L << 20;

  private static void launch(int pes, Consumer<ProcessingElement> program) {
    new SimulatedBackend().launch(Clusters.options(pes), program);
  }

  @Test
  void shouldBeFoundAsService() {
    assertThat(ServiceLoader.load(Backend.class)).extracting(Backend::name).contains("simulated");
  }

  @Test
  void shouldFindClassesWhereTheLauncherFindsThem() throws IOException {
    Thread launcher = Thread.currentThread();
    ClassLoader before = launcher.getContextClassLoader();
    Queue<ClassLoader> seen = new ConcurrentLinkedQueue<>();
    try (URLClassLoader own = new URLClassLoader(new URL[0], before)) {
      launcher.setContextClassLoader(own);
      launch(2, pe -> pe.strands().join(pe.strands().spawn("worker", () -> seen.add(loader()))));
      assertThat(seen).containsExactly(own, own);
    } finally {
      launcher.setContextClassLoader(before);
    }
  }

  private static ClassLoader loader() {
    return Thread.currentThread().getContextClassLoader();
  }

  @Test
  void shouldLeaveNeitherThreadsNorMappings() throws IOException {
    long mappings = sharedMappings();
    launch(4, pe -> pe.strands().spawn("late", () -> pe.strands().park(20_000_000)));
    assertThatThrownBy(() -> launch(4, LaunchTest::failOnOne)).hasMessage("PE 1 fails");
    assertThat(sharedMappings()).isEqualTo(mappings);
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .noneMatch(name -> name.matches("pe\\d+-.*|simulated-network"));
  }

  @Test
  void shouldTellOfAFewOfManyStrandsThatDoNotEnd() throws IOException {
    long mappings = sharedMappings();
    CountDownLatch spinning = new CountDownLatch(11);
    AtomicBoolean over = new AtomicBoolean();
    System.setProperty(StuckStrand.PATIENCE, "300");
    try {
      Throwable failure = catchThrowable(() -> launch(12, pe -> failOrSpin(pe, spinning, over)));
      assertThat(failure).hasMessage("PE 0 fails");
      assertThat(failure.getSuppressed())
          .extracting(Throwable::getMessage)
          .filteredOn(message -> message.contains("not end"))
          .hasSize(9)
          .anyMatch(
              message -> message.matches("strands that do not end either: [34]")) // PE 0's, too
          .filteredOn(message -> message.contains("does not end: it is at "))
          .hasSize(8);
    } finally {
      System.clearProperty(StuckStrand.PATIENCE);
      over.set(true);
      while (sharedMappings() != mappings || hasStrands()) { // they end by themselves
        LockSupport.parkNanos(1_000_000);
      }
    }
  }

  private static boolean hasStrands() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().matches("pe\\d+-.*"));
  }

  private static void failOrSpin(
      ProcessingElement pe, CountDownLatch spinning, AtomicBoolean over) {
    if (pe.rank() == 0) {
      await(spinning);
      throw new GasException("PE 0 fails");
    }
    spinning.countDown();
    while (!over.get()) {
      Thread.onSpinWait();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void shouldGiveEverythingBackThoughACleanupFails() throws IOException {
    long mappings = sharedMappings();
    Queue<Integer> cleaned = new ConcurrentLinkedQueue<>();
    assertThatThrownBy(() ->
            launch(
                2,
                pe -> {
                  pe.atEnd(() -> cleaned.add(pe.rank()));
                  pe.atEnd(() -> {
                    throw new IllegalStateException("cleanup of PE " + pe.rank());
                  });
                }))
        .hasMessageStartingWith("cleaning up after the job failed: ")
        .hasRootCauseMessage("cleanup of PE 0")
        .satisfies(failure -> assertThat(failure.getSuppressed()[0]).hasMessage("cleanup of PE 1"));
    assertThat(cleaned).containsExactly(0, 1);
    assertThat(sharedMappings()).isEqualTo(mappings);
  }

  /** An error of the virtual machine's own takes nothing beside it. */
  @Test
  void shouldTellWhatElseFailedBesideAnExhaustedStack() {
    assertThatThrownBy(() ->
            launch(
                2,
                pe -> {
                  if (pe.rank() == 0) {
                    endless(0);
                  }
                  try {
                    pe.transport().barrier();
                  } catch (JobAbortedException e) {
                    throw new IllegalStateException("PE 1 fails too");
                  }
                }))
        .isInstanceOf(StackOverflowError.class)
        .hasMessageContaining("the stack of its strand, which has 64 MiB")
        .satisfies(failure -> {
          assertThat(failure.getStackTrace()).isNotEmpty();
          assertThat(failure.getSuppressed()[0]).hasMessage("PE 1 fails too");
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"SEEDED", "VIRTUAL"})
  void shouldTellWhatSizesTheStacksOfStrandsInTurns(Schedule schedule) {
    GasOptions options =
        GasOptions.DEFAULT
            .withPes(2)
            .with(SimulationOptions.DEFAULT, simulation -> simulation.withSchedule(schedule));
    assertThatThrownBy(() ->
            new SimulatedBackend()
                .launch(
                    options,
                    pe -> {
                      if (pe.rank() == 1) {
                        endless(0);
                      }
                      pe.transport().barrier();
                    }))
        .isInstanceOf(StackOverflowError.class)
        .hasMessageContaining("-Xss")
        .satisfies(failure ->
            assertThat(failure.getSuppressed())
                .anySatisfy(each -> assertThat(each).hasMessage("in the program of PE 1")));
  }

  /** A failure of the program's own class that throws when it is asked what it is. */
  private static final class Untellable extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      throw new IllegalStateException("no message");
    }

    @Override
    public synchronized Throwable getCause() {
      throw new IllegalStateException("no cause");
    }

    @Override
    public StackTraceElement[] getStackTrace() {
      throw new IllegalStateException("no stack trace");
    }
  }

  @Test
  void shouldThrowWhatThrowsWhenItIsAskedWhatItIs() {
    Throwable thrown =
        catchThrowable(() ->
            launch(
                2,
                pe -> {
                  if (pe.rank() == 1) {
                    throw new Untellable();
                  }
                  pe.transport().barrier();
                }));
    assertThat(thrown.getClass()).isEqualTo(Untellable.class);
  }

  @SuppressWarnings("InfiniteRecursion")
  private static int endless(int depth) {
    return endless(depth + 1) + 1;
  }

  private static void failOnOne(ProcessingElement pe) {
    pe.strands().spawn("parked", () -> pe.strands().park());
    if (pe.rank() == 1) {
      throw new IllegalStateException("PE 1 fails");
    }
    pe.transport().barrier();
  }

  @Test
  void shouldGiveBackMemoriesThatAreNotClosed() throws IOException {
    GasOptions options =
        GasOptions.DEFAULT
            .withBackend(SimulatedBackend.NAME)
            .withPes(2)
            .withCoherence(Coherence.AUTOMATIC)
            .withHeapBytes(UNCLOSED);
    Temoto.launch(options, space -> space.allocate("warms up", UNCLOSED));
    long before = addresses();
    int jobs = 8;
    for (int i = 0; i < jobs; i++) {
      Temoto.launch(options, space -> space.allocate("not closed", UNCLOSED));
    }
    assertThat(addresses() - before).isLessThan(jobs * UNCLOSED);
  }

  /** Bytes of the addresses that this process has. */
  private static long addresses() throws IOException {
    try (var lines = Files.lines(Path.of("/proc/self/status"))) {
      return lines
          .filter(line -> line.startsWith("VmSize:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D+", "")) * 1024)
          .sum();
    }
  }

  private static long sharedMappings() throws IOException {
    try (var lines = Files.lines(Path.of("/proc/self/maps"))) {
      return lines.filter(line -> line.contains("/dev/zero")).count();
    }
  }

  @Test
  void shouldKeepOtherGenuineFailuresBesideTheFirst() {
    CyclicBarrier together = new CyclicBarrier(2);
    Throwable thrown =
        catchThrowable(() ->
            launch(
                3,
                pe -> {
                  if (pe.rank() == 2) {
                    pe.transport().barrier();
                  }
                  await(together);
                  throw new IllegalStateException("PE " + pe.rank() + " fails");
                }));
    assertThat(thrown)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageMatching("PE [01] fails");
    assertThat(thrown.getSuppressed()).hasSize(2);
    assertThat(thrown.getSuppressed()[0]).isInstanceOf(IllegalStateException.class);
    assertThat(thrown.getSuppressed()[1])
        .hasMessage("in the program of " + thrown.getMessage().substring(0, 4));
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void shouldWrapACheckedCauseOfAbort() {
    IOException cause = new IOException("disk");
    assertThatThrownBy(() -> launch(2, pe -> pe.abort(cause)))
        .isInstanceOf(GasException.class)
        .hasCause(cause);
  }

  @Test
  void shouldAbortWhenMemoryIsExhausted() {
    assertThatThrownBy(() ->
            launch(
                2,
                pe -> {
                  if (pe.rank() == 1) {
                    throw new OutOfMemoryError("simulated");
                  }
                  pe.strands().park();
                }))
        .isInstanceOf(OutOfMemoryError.class);
  }

  @Test
  void shouldFailEveryCallAfterAbort() {
    assertThatThrownBy(() -> launch(1, LaunchTest::callEverythingAfterAbort))
        .isInstanceOf(GasException.class)
        .hasMessage("over")
        .hasNoSuppressedExceptions(); // a failed assertion would be one
  }

  private static void callEverythingAfterAbort(ProcessingElement pe) {
    Channel channel = pe.transport().openChannel();
    pe.abort(new GasException("over"));
    assertAborted(pe::checkAlive);
    assertAborted(() -> channel.fetch(0, 0));
    assertAborted(channel::quiet);
    assertAborted(channel::fence);
    assertAborted(() -> pe.transport().barrier());
    assertAborted(() -> pe.transport().progress());
    assertAborted(() -> pe.strands().yield());
    assertAborted(() -> pe.strands().park());
    assertAborted(() -> pe.strands().join(pe.strands().current()));
    assertAborted(() -> pe.strands().spawn("late", () -> {}));
    assertAborted(() -> pe.heap().allocate(8, 8));
  }

  private static void assertAborted(Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOf(JobAbortedException.class)
        .hasMessageContaining("over");
  }

  @Test
  void shouldAbortWhenAWaitingStrandIsInterrupted() {
    assertThatThrownBy(() ->
            launch(
                2,
                pe -> {
                  if (pe.rank() == 1) {
                    Thread.currentThread().interrupt();
                  }
                  while (true) {
                    pe.strands().park();
                  }
                }))
        .isInstanceOf(GasException.class)
        .hasMessageContaining("interrupted");
  }

  @Test
  void shouldAbortWhenTheLauncherIsInterrupted() {
    Thread launcher = Thread.currentThread();
    assertThatThrownBy(() ->
            launch(
                2,
                pe -> {
                  launcher.interrupt();
                  pe.strands().park();
                  pe.transport().barrier();
                  pe.strands().park();
                }))
        .isInstanceOf(GasException.class)
        .hasMessageContaining("interrupted");
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void shouldRunManyPes() {
    int pes = 64;
    launch(
        pes,
        pe -> {
          long counter = pe.heap().allocate(8, 8);
          Channel channel = pe.transport().openChannel();
          for (int i = 0; i < 20; i++) {
            channel.add((pe.rank() + i) % pes, counter, 1);
            pe.transport().barrier();
          }
          assertThat(channel.fetch(pe.rank(), counter)).isEqualTo(20);
        });
  }
}
