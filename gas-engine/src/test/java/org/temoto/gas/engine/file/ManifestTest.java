package org.temoto.gas.engine.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.gas.RefusedException;

class ManifestTest {
  private static Manifest manifest(long byteSize, int pageSize) {
    return new Manifest(
        CheckpointFiles.dataName(0x1f3a),
        List.of(new Manifest.Entry("a b\né", byteSize, pageSize, false, "fixed", -7)));
  }

  @Test
  void shouldReadWhatItHasWritten() {
    Manifest manifest = manifest(123456789012L, 65536);
    assertThat(Manifest.decode("f", manifest.encode())).isEqualTo(manifest);
    assertThat(manifest.encode()).contains("data data-0000000000001f3a\n", " fffffff9 ");
  }

  @Test
  void shouldBeTheSameTextInEveryLanguage() {
    Locale usual = Locale.getDefault();
    String text = manifest(123, 4096).encode();
    try {
      Locale.setDefault(Locale.of("ar", "EG"));
      assertThat("%d".formatted(1)).as("a language of other digits").isNotEqualTo("1");
      assertThat(manifest(123, 4096).encode()).isEqualTo(text);
      assertThat(Manifest.decode("f", text)).isEqualTo(manifest(123, 4096));
    } finally {
      Locale.setDefault(usual);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, 1})
  void shouldRefuseAPageSizeThatItCannotHave(int pageSize) {
    assertThatThrownBy(() -> Manifest.decode("f", manifest(1L << 40, pageSize).encode()))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("file f is damaged: line \"memory 0 bytes 1099511627776 " + pageSize);
  }

  @Test
  void shouldRefuseAFolderElsewhere() {
    String text = new Manifest("../data-0000000000001f3a", List.of()).encode();
    assertThatThrownBy(() -> Manifest.decode("f", text))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("must name its folder of data");
  }
}
