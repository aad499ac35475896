package org.temoto.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.temoto.bench.Copies.Lap;

@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
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
      assertThat(copies.overlap(2)).isBetween(0.0, 1.0);
    }
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
    assertThat(Copies.overlap(List.of(new Lap(0, 8, 1), new Lap(2, 10, 1)))).isEqualTo(0.6);
    assertThat(Copies.overlap(List.of(new Lap(5, 9, 1), new Lap(1, 4, 1)))).isZero();
    assertThat(Copies.overlap(List.of(new Lap(7, 9, 1)))).isEqualTo(1);
  }

  @Test
  void shouldBearAClockThatOverflows() {
    long end = Long.MAX_VALUE;
    Lap early = new Lap(end - 5, end + 5, 1);
    Lap late = new Lap(end - 3, end + 5, 1);
    assertThat(Copies.overlap(List.of(early, late))).isCloseTo(0.8, within(1e-12));
  }

  @Test
  void shouldCountWhatRunsAtOnceAchieve() {
    assertThat(SuiteRow.capacity(2, 10, 10)).isEqualTo(2);
    assertThat(SuiteRow.capacity(2, 10, 16)).isEqualTo(1.25);
    assertThat(SuiteRow.capacity(4, 10, 40)).isEqualTo(1);
  }
}
