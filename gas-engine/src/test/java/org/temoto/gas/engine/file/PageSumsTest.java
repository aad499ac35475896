package org.temoto.gas.engine.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageSumsTest {
  private static final int PAGES = 100_000;

  @TempDir Path folder;

  private Path part(String name, IntPredicate has) {
    Path file = folder.resolve(name);
    try (PageSums.Part part = new PageSums.Part(file)) {
      for (int page = 0; page < PAGES; page++) {
        if (has.test(page)) {
          part.add(page, page * 31);
        }
      }
      part.finish();
    }
    return file;
  }

  /** Runs longer than what is written at once, single pages, and a part with none. */
  @Test
  void shouldMergeWhatThePesHave() throws IOException {
    Path file = folder.resolve("all");
    IntPredicate first = page -> page < 40_000 || page % 7 == 3;
    List<Path> parts =
        List.of(part("a", first), part("b", page -> false), part("c", first.negate()));
    int checksum = PageSums.merge(parts, file, PAGES);
    byte[] bytes = Files.readAllBytes(file);
    assertThat(bytes).hasSize(PAGES * Integer.BYTES);
    for (int page = 0; page < PAGES; page++) {
      assertThat(ByteBuffer.wrap(bytes).getInt(page * Integer.BYTES)).isEqualTo(page * 31);
    }
    assertThat(checksum).isEqualTo(PageSums.of(ByteBuffer.wrap(bytes)));
    assertThat(parts).noneMatch(Files::exists);
    int[] some = PageSums.read(file, 123, 99_999);
    assertThat(some).hasSize(99_999 - 123).startsWith(123 * 31).endsWith(99_998 * 31);
    assertThat(PageSums.read(file, PAGES, PAGES)).isEmpty();
  }

  @Test
  void shouldFailIfAPartIsMissingSome() {
    List<Path> parts = List.of(part("a", page -> page != 5));
    assertThatThrownBy(() -> PageSums.merge(parts, folder.resolve("all"), PAGES))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("the PEs have 99999 checksums, the memory 100000 pages");
  }
}
