package org.temoto.gas.lock;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SeatsTest {
  /** A worker begins no other task when 256 strands wait; seats are looked at by 64. */
  @ParameterizedTest
  @CsvSource({"1, 1, 4096", "15, 4, 4096", "32, 1, 8448", "1024, 64, 262400"})
  void shouldHaveSeatsForWhatWorkersLetWait(int workers, int pes, int seats) {
    assertThat(Seats.perPe(workers, pes)).isEqualTo(seats);
  }

  @ParameterizedTest
  @CsvSource({"1024, 1024, 65536", "1024, 16384, 4096", "17, 65536, 4096"})
  void shouldHaveFewerSeatsThanWorkersMayFillInVeryLargeJobs(int workers, int pes, int seats) {
    assertThat(Seats.perPe(workers, pes)).isEqualTo(seats).isLessThan(workers * 256);
  }

  @Test
  void shouldSayThatTheLimitIsThatOfSoManyPes() {
    assertThat(Seats.full(3, 4096, 16384))
        .hasMessage(
            "PE 3: more than 4095 strands wait for locks at a time, or have been cancelled behind"
                + " those: the most for each of 16384 PEs");
  }
}
