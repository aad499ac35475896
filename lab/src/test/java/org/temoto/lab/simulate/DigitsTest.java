package org.temoto.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the numbers in reports. */
class DigitsTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "1, 1.000",
    "0.5, 0.5000",
    "0.00005934, 0.00005934",
    "0.000000140449, 0.0000001404",
    "-2.34567, -2.346",
    "9.9996, 10.00",
    "0.99996, 1.000",
    "1234.5, 1235",
    "12345678.9, 12345679",
    "NaN, -",
    "Infinity, -"
  })
  void shouldHaveFourDigitsAndNoExponent(double value, String text) {
    assertThat(Digits.of(value, 4)).isEqualTo(text);
  }
}
