package org.temoto.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.temoto.apps.report.Measurement;
import org.temoto.apps.report.StartLine;
import org.temoto.gas.GasOptions;
import org.temoto.task.RuntimeOptions;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CopiesTest {
  private record Meeting(CyclicBarrier others, double seconds) implements Contender {
    @Override
    public String name() {
      return "meeting";
    }

    @Override
    public double round() {
      try {
        others.await();
      } catch (InterruptedException | BrokenBarrierException e) {
        throw new IllegalStateException(e);
      }
      return seconds;
    }
  }

  private record Failing(String name) implements Contender {
    @Override
    public double round() {
      throw new IllegalArgumentException("of " + name);
    }
  }

  @Test
  void shouldRunAllAtTheSameTimeAndTellTheirMean() {
    CyclicBarrier others = new CyclicBarrier(3);
    List<Meeting> meetings =
        List.of(new Meeting(others, 1), new Meeting(others, 2), new Meeting(others, 6));
    try (Copies copies = new Copies(meetings)) {
      assertThat(copies.name()).isEqualTo("3 at once");
      assertThat(copies.round()).isEqualTo(3);
      assertThat(copies.round()).isEqualTo(3);
      assertThat(copies.overlap(2)).isEqualTo(1 / 6.0);
    }
  }

  /** A job of one PE that notes, in what it times, how many have prepared themselves by then. */
  private record Preparing(long millis, AtomicInteger prepared, Queue<Integer> seen)
      implements Contender {
    @Override
    public String name() {
      return "preparing";
    }

    @Override
    public double round() {
      GasOptions options = GasOptions.DEFAULT.withBackend("simulated").withPes(1);
      try (OpenJob job = new OpenJob(options, RuntimeOptions.DEFAULT)) {
        return job.call((space, runtime) -> {
          LockSupport.parkNanos(1_000_000 * millis);
          prepared.incrementAndGet();
          return Measurement.of(space, runtime, () -> seen.add(prepared.get())).seconds();
        });
      }
    }
  }

  @Test
  void shouldBeginWhatIsTimedWhenAllHavePrepared() {
    AtomicInteger prepared = new AtomicInteger();
    Queue<Integer> seen = new ConcurrentLinkedQueue<>();
    List<Preparing> jobs =
        List.of(
            new Preparing(200, prepared, seen),
            new Preparing(0, prepared, seen),
            new Preparing(50, prepared, seen));
    try (Copies copies = new Copies(jobs)) {
      copies.round();
      assertThat(seen).containsExactly(3, 3, 3);
    }
  }

  @Test
  void shouldBeginWhatIsTimedWhenEachHasRested() {
    AtomicInteger prepared = new AtomicInteger();
    Queue<Integer> seen = new ConcurrentLinkedQueue<>();
    Preparing job = new Preparing(0, prepared, seen);
    try (Copies copies = new Copies(List.of(job, job), () -> prepared.addAndGet(10))) {
      copies.round();
      assertThat(seen).containsExactly(22, 22);
    }
  }

  /** Each PE is a process of its own where PEs are real, and has compilers of its own. */
  @Test
  void shouldRestOnEveryPe() {
    AtomicInteger rests = new AtomicInteger();
    GasOptions options = GasOptions.DEFAULT.withBackend("simulated").withPes(2);
    try (StartLine _ = StartLine.open(1, rests::incrementAndGet);
        OpenJob job = new OpenJob(options, RuntimeOptions.DEFAULT)) {
      int seen = job.call((space, runtime) -> Measurement.of(space, runtime, rests::get).result());
      assertThat(seen).isEqualTo(2);
    }
  }

  @Test
  void shouldNotWaitForACopyThatFailed() {
    Queue<Integer> seen = new ConcurrentLinkedQueue<>();
    Contender preparing = new Preparing(0, new AtomicInteger(), seen);
    try (Copies copies = new Copies(List.of(preparing, new Failing("the other")))) {
      assertThatThrownBy(copies::round).hasMessage("of the other");
    }
    assertThat(seen).containsExactly(1);
  }

  @Test
  void shouldTellWhatACopyFailedOf() {
    try (Copies copies = new Copies(List.of(new Failing("a copy")))) {
      assertThatThrownBy(copies::round)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("of a copy");
    }
  }

  @Test
  void shouldCountTheTimeInWhichAllRan() {
    assertThat(Copies.shareOfAll(8, 6, 10)).isEqualTo(0.6);
    assertThat(Copies.shareOfAll(7)).isEqualTo(1);
  }

  @Test
  void shouldOpenTheNextLineWhenOneIsClosed() {
    StartLine line = StartLine.open(1, () -> {});
    assertThatThrownBy(() -> StartLine.open(2, () -> {})).isInstanceOf(IllegalStateException.class);
    line.close();
    StartLine.open(2, () -> {}).close();
  }

  @Test
  void shouldCountWhatRunsAtOnceAchieve() {
    assertThat(SuiteRow.capacity(2, 10, 10)).isEqualTo(2);
    assertThat(SuiteRow.capacity(2, 10, 16)).isEqualTo(1.25);
    assertThat(SuiteRow.capacity(4, 10, 40)).isEqualTo(1);
  }
}
