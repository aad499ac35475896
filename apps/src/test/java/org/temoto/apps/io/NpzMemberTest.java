package org.temoto.apps.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.apps.BadInputException;

/** Tests of arrays of {@code .npz} archives. */
class NpzMemberTest {
  private static final int ZIP_END = 22;

  @TempDir private Path folder;

  private static byte[] npy(String name) throws IOException {
    return Files.readAllBytes(Fixtures.numpy(name));
  }

  private static byte[] elements(NpyFile file) {
    byte[] bytes = new byte[Math.toIntExact(file.header().dataBytes())];
    new NpyReader(file).read(0, MemorySegment.ofArray(bytes));
    return bytes;
  }

  private static byte[] archive(int method, Map<String, byte[]> members) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      zip.setMethod(method);
      for (Map.Entry<String, byte[]> member : new TreeMap<>(members).entrySet()) {
        ZipEntry entry = new ZipEntry(member.getKey());
        CRC32 crc = new CRC32();
        crc.update(member.getValue());
        entry.setCrc(crc.getValue());
        entry.setSize(member.getValue().length);
        zip.putNextEntry(entry);
        zip.write(member.getValue());
      }
    }
    return bytes.toByteArray();
  }

  private Path file(String name, byte[] bytes) throws IOException {
    return Files.write(folder.resolve(name), bytes);
  }

  @ParameterizedTest
  @ValueSource(ints = {ZipOutputStream.STORED, ZipOutputStream.DEFLATED})
  void shouldReadTheArrayThatIsNamedOrTheOnlyOne(int method) throws IOException {
    byte[] one = npy("int32-v1.npy");
    byte[] wanted = elements(NpyFile.open(Fixtures.numpy("int32-v1.npy")));
    Path single = file("one.npz", archive(method, Map.of("a.npy", one, "notes.txt", new byte[3])));
    assertThat(elements(NpyFile.open(single))).isEqualTo(wanted);
    Path both = file("two", archive(method, Map.of("a.npy", one, "b:c.npy", new byte[20])));
    assertThat(elements(NpyFile.open(Path.of(both + ":a")))).isEqualTo(wanted);
    Path other = Path.of(both + ":b");
    assertThatThrownBy(() -> NpyFile.open(other))
        .isInstanceOf(BadInputException.class)
        .hasMessage(both + ": it has no array b, but a, b:c");
    assertThatThrownBy(() -> NpyFile.open(both))
        .isInstanceOf(BadInputException.class)
        .hasMessage(both + ": an archive of several arrays: add a colon and one of a, b:c");
    Files.copy(both, folder.resolve("two:b"));
    Path damaged = Path.of(folder + "/two:b:a");
    assertThat(elements(NpyFile.open(damaged))).as("of a name with a colon").isEqualTo(wanted);
  }

  @Test
  void shouldRefuseWhatIsNoArrayByTheNameThatWasGiven() throws IOException {
    Path archive =
        file("bad.npz", archive(ZipOutputStream.DEFLATED, Map.of("a.npy", new byte[20])));
    assertThatThrownBy(() -> NpyFile.open(Path.of(archive + ":a")))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith(archive + ":a: at byte 0: not a .npy file");
    Path empty = file("empty.npz", archive(ZipOutputStream.DEFLATED, Map.of()));
    assertThatThrownBy(() -> NpyFile.open(empty)).hasMessage(empty + ": an archive without arrays");
    Path plain = file("plain.npy", npy("int32-v1.npy"));
    assertThatThrownBy(() -> NpyFile.open(Path.of(plain + ":a")))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith(plain + ": cannot be read: ");
  }

  @Test
  void shouldUnpackNoMoreThanAnArrayIsSaidToHave() throws IOException {
    byte[] bytes = archive(ZipOutputStream.DEFLATED, Map.of("a.npy", new byte[1 << 20]));
    ByteBuffer archive = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int end = bytes.length - ZIP_END;
    archive.putInt(archive.getInt(end + 16) + 24, 100_000); // of the central directory
    Path file = file("bomb.npz", bytes);
    assertThatThrownBy(() -> NpyFile.open(file))
        .isInstanceOf(BadInputException.class)
        .hasMessage(file + ": array a is damaged: it has not the 100000 bytes that it should");
  }

  /** Each byte of an archive in turn. */
  @ParameterizedTest
  @ValueSource(ints = {ZipOutputStream.STORED, ZipOutputStream.DEFLATED})
  void shouldReadNoDamagedArray(int method) throws IOException {
    byte[] whole = archive(method, Map.of("a.npy", npy("int32-v1.npy")));
    byte[] wanted = elements(NpyFile.open(Fixtures.numpy("int32-v1.npy")));
    int refused = 0;
    for (int at = 0; at < whole.length; at++) {
      byte[] damaged = whole.clone();
      damaged[at] ^= 0x15;
      Path file = file("damaged.npz", damaged);
      try {
        assertThat(elements(NpyFile.open(file))).as("byte %d", at).isEqualTo(wanted);
      } catch (BadInputException e) {
        assertThat(e.getMessage()).startsWith(file + ": ").hasLineCount(1);
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(npy("int32-v1.npy").length / 3);
  }
}
