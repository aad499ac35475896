package org.temoto.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordingTest {
  private final List<Integer> written = new ArrayList<>();

  private final Recording<Integer> recording = new Recording<>(0, this::write);

  /** Writes results to a disk that is full after one. */
  private void write(int results) {
    if (results > 1) {
      throw new IllegalStateException("full");
    }
    written.add(results);
  }

  @Test
  void shouldKeepTheLastResultsToo() throws NotKeptException {
    recording.update(results -> results + 1);
    assertThat(recording.conclude()).isTrue();
    assertThat(recording.conclude()).as("again").isFalse();
    assertThat(written).containsExactly(1);
    assertThat(recording.kept()).isEqualTo(1);
  }

  @Test
  void shouldTellWhatIsKeptWhereTheRestCannotBeWritten() throws NotKeptException {
    recording.update(results -> results + 1);
    recording.update(results -> results + 1); // so soon after the first that it is put off
    assertThatThrownBy(recording::conclude)
        .isInstanceOf(NotKeptException.class)
        .hasRootCauseMessage("full");
    assertThat(recording.results()).isEqualTo(2);
    assertThat(recording.kept()).isEqualTo(1);
    assertThat(recording.conclude()).as("told once").isFalse();
  }
}
