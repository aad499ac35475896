package org.temoto.gas.lock;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SeatsTest {
  /** A worker begins no other task when 256 strands wait; seats are looked at by 64. */
  @ParameterizedTest
  @CsvSource({"1, 1, 4096", "15, 4, 4096", "32, 1, 8448", "1024, 64, 262400", "1024, 16384, 4096"})
  void shouldHaveSeatsForWhatWorkersLetWait(int workers, int pes, int seats) {
    assertThat(Seats.perPe(workers, pes)).isEqualTo(seats);
  }
}
