package org.temoto.task.collective.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ReceiveArenaTest {
  private record Taken(long number, long at, long bytes) {
    boolean overlaps(Taken other) {
      return at < other.at + other.bytes && other.at < at + bytes;
    }
  }

  /** Windows given back in any order: none overlaps another, and one that is alone has room. */
  @Test
  void shouldNeverGiveTheSameBytesTwice() {
    SplittableRandom random = new SplittableRandom(5);
    ReceiveArena arena = new ReceiveArena(1 << 20, 1_000, 8);
    List<Taken> taken = new ArrayList<>();
    long number = 0;
    int refused = 0;
    for (int step = 0; step < 20_000; step++) {
      long oldest = taken.isEmpty() ? number : taken.getFirst().number;
      if (random.nextBoolean() && number - oldest < 8) {
        long bytes = taken.isEmpty() ? random.nextLong(1_001) : random.nextLong(400);
        long at = arena.take(bytes);
        if (at == ReceiveArena.NO_ROOM) {
          assertThat(taken).isNotEmpty();
          refused++;
        } else {
          Taken next = new Taken(number++, at, bytes);
          assertThat(at).isGreaterThanOrEqualTo(1 << 20);
          assertThat(at + bytes).isLessThanOrEqualTo((1 << 20) + 1_000);
          assertThat(taken).noneMatch(next::overlaps);
          taken.add(next);
        }
      } else if (!taken.isEmpty()) {
        arena.giveBack(taken.remove(random.nextInt(taken.size())).number);
      }
    }
    assertThat(refused).isPositive();
    assertThat(number).isGreaterThan(1_000);
  }
}
