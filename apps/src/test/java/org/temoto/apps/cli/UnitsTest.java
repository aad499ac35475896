package org.temoto.apps.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.gas.simulated.Network;

class UnitsTest {
  @ParameterizedTest
  @CsvSource({
    "0,0",
    "4096,4096",
    "256KiB,262144",
    "1.5MiB,1572864",
    "2 GiB,2147483648",
    "1TiB,1099511627776",
    "3kB,3000",
    "7B,7"
  })
  void shouldReadSizes(String text, long bytes) {
    assertThat(Units.bytes(text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @CsvSource({"0,0", "1.8us,1800", "1.8µs,1800", "1.8ms,1800000", "2s,2000000000", "15ns,15"})
  void shouldReadDurations(String text, long nanoseconds) {
    assertThat(Units.nanoseconds(text)).isEqualTo(nanoseconds);
  }

  @ParameterizedTest
  @CsvSource({"9Gbps,9e9", "100Mbps,1e8", "1.5Tbps,1.5e12", "56kbps,56e3", "8bps,8"})
  void shouldReadBandwidths(String text, double bits) {
    assertThat(Units.bitsPerSecond(text)).isEqualTo(bits);
  }

  @Test
  void shouldReadAnUnlimitedBandwidth() {
    assertThat(Units.bitsPerSecond("unlimited")).isEqualTo(Network.UNLIMITED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x",
        "KiB",
        "1XiB",
        "-1KiB",
        "1e3",
        "1,5KiB",
        "1.KiB",
        "0.5",
        "1 2KiB",
        "9999999TiB",
        "1kib"
      })
  void shouldRefuseOtherSizes(String text) {
    assertThatThrownBy(() -> Units.bytes(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("'" + text + "'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1", "1.8", "1min", "-1us", "0.1ns"})
  void shouldRefuseOtherDurations(String text) {
    assertThatThrownBy(() -> Units.nanoseconds(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "9", "9GB", "0Gbps", "-1Gbps", "NaN", "Infinity"})
  void shouldRefuseOtherBandwidths(String text) {
    assertThatThrownBy(() -> Units.bitsPerSecond(text))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Property
  void shouldReadEveryWholeNumberOfEveryUnit(
      @ForAll @LongRange(min = 0, max = 1 << 20) long count) {
    assertThat(Units.bytes(count + "KiB")).isEqualTo(count << 10);
    assertThat(Units.bytes(count + "MiB")).isEqualTo(count << 20);
    assertThat(Units.nanoseconds(count + "us")).isEqualTo(count * 1000);
    assertThat(Units.nanoseconds(new BigDecimal(count).movePointLeft(3).toPlainString() + "ms"))
        .isEqualTo(count * 1000);
  }

  @Property
  void shouldNeverFailOtherwise(@ForAll String text) {
    try {
      assertThat(Units.bytes(text)).isNotNegative();
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessageContaining("'" + text + "'");
    }
  }
}
