package org.temoto.task.collective.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SeatLayoutTest {
  /** Everything has its place, aligned, and nothing overlaps. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 8, 1_000, 16_384})
  void shouldGiveEverythingItsPlace(int pes) {
    SeatLayout layout = SeatLayout.of(128, pes, 1 << 20);
    assertThat(layout.seats()).isBetween(4, 128);
    List<long[]> parts = new ArrayList<>();
    parts.add(new long[] {layout.end(), Long.BYTES});
    for (int seat : new int[] {0, 1, layout.seats() - 1}) {
      parts.add(new long[] {layout.seat(seat) + SeatLayout.SIGNATURE, Long.BYTES});
      parts.add(new long[] {layout.seat(seat) + SeatLayout.READ_SIGNATURES, Long.BYTES});
      for (int turn = 0; turn < SeatLayout.FAILURES; turn++) {
        parts.add(new long[] {layout.failed(seat, turn), Long.BYTES});
      }
      parts.add(
          new long[] {
            layout.seat(seat) + SeatLayout.OWN_SIGNATURE, SeatLayout.OWN_SIGNATURE_BYTES
          });
      for (int turn = 0; turn < SeatLayout.FAILURES; turn++) {
        parts.add(new long[] {layout.text(seat, turn), SeatLayout.TEXT_BYTES});
      }
      parts.add(new long[] {layout.arrived(seat, 0), (long) pes * Long.BYTES});
      parts.add(new long[] {layout.credit(seat, 0), (long) pes * Long.BYTES});
      parts.add(new long[] {layout.offset(seat, 0), (long) pes * Long.BYTES});
    }
    parts.add(new long[] {layout.arena(), layout.arenaBytes()});
    long end = layout.base();
    for (long[] part : parts) {
      assertThat(part[0]).isGreaterThanOrEqualTo(end);
      assertThat(part[0] % Long.BYTES).isZero();
      end = part[0] + part[1];
    }
    assertThat(layout.base() + layout.bytes()).isEqualTo(end);
  }

  @Test
  void shouldHaveFewSeatsBeforeASmallArena() {
    assertThat(SeatLayout.of(0, 4, 4 << 10).seats()).isEqualTo(4);
    assertThat(SeatLayout.of(0, 4, 16 << 10).seats()).isEqualTo(16);
    assertThat(SeatLayout.of(0, 4, 256 << 10).seats()).isEqualTo(128);
  }
}
