package org.temoto.apps.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.temoto.apps.BadInputException;

/** Tests of two thousand damaged files, none of which is read otherwise than NumPy reads it. */
@Timeout(100)
class DamagedNpyTest {
  /** Messages of refusals by which Temoto is stricter than NumPy, as files.md says. */
  private static final List<Pattern> STRICTER =
      List.of(
          Pattern.compile("needs \\d+ bytes of data, the file has"),
          Pattern.compile("a second array begins"),
          Pattern.compile("dtype .* is not supported: int32, int64, float32 and float64 are"),
          Pattern.compile("dtype is structured"),
          Pattern.compile("stands there twice"),
          Pattern.compile("text after the end of the header's dictionary"),
          Pattern.compile("'shape' must be a tuple of integers"),
          Pattern.compile("',' or '\\)' expected in 'shape'"),
          Pattern.compile("negative dimension in 'shape'"),
          Pattern.compile("a quoted string expected"),
          Pattern.compile("'.' expected in the header"));

  @TempDir Path folder;

  @Test
  void shouldReadNoDamagedFileOtherwiseThanNumPy() throws IOException {
    int both = 0;
    int stricter = 0;
    List<Damage> all = Damage.all("npy.txt");
    assertThat(all).hasSize(2000);
    for (Damage damage : all) {
      Path file = Files.write(folder.resolve("a.npy"), damage.bytes("npy"));
      String read;
      try {
        read = checksum(NpyFile.open(file));
      } catch (BadInputException e) {
        assertShort(e, file);
        if (!damage.verdict().equals(Damage.REFUSED)) {
          assertThat(STRICTER)
              .as("%s: %s", damage, e.getMessage())
              .anyMatch(pattern -> pattern.matcher(e.getMessage()).find());
          stricter++;
        }
        continue;
      }
      assertThat(read).as(damage.toString()).isEqualTo(damage.verdict());
      both++;
    }
    assertThat(both).as("read by both").isGreaterThan(100);
    assertThat(stricter).as("read by NumPy only").isLessThan(all.size() / 10);
  }

  private static void assertShort(BadInputException e, Path file) {
    String message = e.getMessage();
    if (message.length() > file.toString().length() + 300 || message.contains("\n")) {
      fail("too long: " + message);
    }
    assertThat(message).startsWith(file + ": at byte ");
  }

  /**
   * Checksum as in make.py: of type, shape, and the elements in C order with their low bytes first.
   */
  private static String checksum(NpyFile file) {
    NpyHeader header = file.header();
    byte[] elements = new byte[Math.toIntExact(header.dataBytes())];
    new NpyReader(file).read(0, MemorySegment.ofArray(elements));
    if (ByteOrder.nativeOrder() != ByteOrder.LITTLE_ENDIAN) {
      NpyReader.swapBytes(MemorySegment.ofArray(elements), header.type().bytes());
    }
    CRC32 sum = new CRC32();
    sum.update((header.type().label() + header.shapeText()).getBytes(StandardCharsets.US_ASCII));
    sum.update(elements);
    return "%08x".formatted(sum.getValue());
  }
}
