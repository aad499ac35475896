package org.temoto.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** Tests of {@link Settling}: when the runs of a point end. */
class SettlingTest {
  private static final Settling.Limits WIDE = limits(100, TimeUnit.HOURS.toNanos(1));
  private static final long SHORT = TimeUnit.MILLISECONDS.toNanos(10);
  private static final long LONG = TimeUnit.MILLISECONDS.toNanos(400);

  private static Settling.Limits limits(int rounds, long nanos) {
    return new Settling.Limits(rounds, nanos, TimeUnit.SECONDS.toNanos(1));
  }

  /**
   * Runs as many rounds as it takes, of which round {@code i}, from 0 on, measures {@code time}.
   */
  private static Settling settle(Settling.Limits limits, long nanos, IntToDoubleFunction time) {
    Settling settling = new Settling(limits);
    while (!settling.isOver()) {
      settling.add(time.applyAsDouble(settling.rounds()), nanos);
    }
    return settling;
  }

  @Test
  void shouldWantTenRoundsAfterTheBestIfTheyAreShort() {
    assertThat(settle(WIDE, SHORT, _ -> 1).rounds()).isEqualTo(11);
    assertThat(settle(WIDE, SHORT, i -> i < 7 ? 10 - i : 1).rounds()).isEqualTo(18);
  }

  @Test
  void shouldBeContentWithThreeRoundsThatTakeASecond() {
    assertThat(settle(WIDE, LONG, _ -> 1).rounds()).isEqualTo(4);
    assertThat(settle(WIDE, LONG, i -> i == 0 ? 9 : 1).rounds()).isEqualTo(5);
  }

  @Test
  void shouldWantMoreOfThemWhereTheyAreToTakeLonger() {
    Settling.Limits longer = new Settling.Limits(100, Long.MAX_VALUE, 6 * LONG);
    assertThat(settle(longer, LONG, _ -> 1).rounds()).isEqualTo(7);
    assertThat(settle(longer, 2 * LONG, _ -> 1).rounds()).isEqualTo(4);
  }

  /** After ten rounds without a change there is something better, as by the compiler. */
  @Test
  void shouldNotTakeAStepForTheEnd() {
    Settling settling = settle(WIDE, SHORT, i -> i < 10 ? 15 : 5);
    assertThat(settling.rounds()).isEqualTo(21);
    assertThat(settling.hasSettled(List.of(4.9, 5.1, 5.0))).isTrue();
  }

  @Test
  void shouldIgnoreWhatIsBetterByLessThanATwentieth() {
    assertThat(settle(WIDE, SHORT, i -> 1 - 0.004 * i).rounds()).isEqualTo(11);
  }

  @Test
  void shouldStopAtItsLimits() {
    Settling.Limits few = limits(6, Long.MAX_VALUE);
    Settling falling = settle(few, SHORT, i -> 1.0 / (i + 1));
    assertThat(falling.rounds()).isEqualTo(6);
    assertThat(falling.hasSettled(List.of(0.1, 0.2))).as("better than 1/6").isFalse();
    Settling.Limits brief = limits(100, 3 * LONG);
    assertThat(settle(brief, LONG, i -> 1.0 / (i + 1)).rounds()).isEqualTo(3);
    assertThat(settle(brief, 4 * LONG, _ -> 1).rounds()).as("one in any case").isEqualTo(1);
  }
}
