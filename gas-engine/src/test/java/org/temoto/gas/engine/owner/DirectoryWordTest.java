package org.temoto.gas.engine.owner;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DirectoryWordTest {
  private static final long LAST = DirectoryWord.version(-1);

  @ParameterizedTest
  @CsvSource({"0, 1", "21, 22", "0, 134217727", "134217728, 268435455"})
  void shouldOrderVersions(long version, long later) {
    assertThat(DirectoryWord.precedes(version, later)).isTrue();
    assertThat(DirectoryWord.precedes(later, version)).isFalse();
    assertThat(DirectoryWord.precedes(later, later)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"0", "1", "134217726"})
  void shouldOrderVersionsBeyondTheOverflow(long version) {
    assertThat(DirectoryWord.precedes(LAST, version)).isTrue();
    assertThat(DirectoryWord.precedes(version, LAST)).isFalse();
    assertThat(DirectoryWord.precedes(LAST, DirectoryWord.next(LAST))).isTrue();
  }
}
