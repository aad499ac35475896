package org.temoto.apps.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.temoto.apps.BadInputException;
import org.temoto.task.pattern.sort.ElementType;

class NpyHeaderPropertyTest {
  @Property(tries = 300)
  void shouldReadBackWhatItWrote(
      @ForAll ElementType type,
      @ForAll boolean big,
      @ForAll boolean fortran,
      @ForAll @Size(max = 4) List<@LongRange(min = 0, max = 9) Long> shape)
      throws IOException {
    ByteOrder order = big ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    NpyHeader header = new NpyHeader(type, order, fortran, shape, 0);
    byte[] start = header.encode();
    assertThat(start.length % 64).isZero();
    NpyHeader read = open(java.util.Arrays.copyOf(start, start.length + (int) header.dataBytes()));
    assertThat(read).isEqualTo(new NpyHeader(type, order, fortran, shape, start.length));
  }

  @Property(tries = 2000)
  void shouldRefuseOrReadAnyDamagedFile(
      @ForAll @IntRange(max = 151) int at,
      @ForAll byte value,
      @ForAll @IntRange(max = 151) int at2,
      @ForAll byte value2)
      throws IOException {
    byte[] bytes = Files.readAllBytes(Fixtures.numpy("float64-big-endian.npy"));
    bytes[at] = value;
    bytes[at2] = value2;
    try {
      NpyHeader header = open(bytes);
      assertThat(header.dataOffset() + header.dataBytes()).isEqualTo(bytes.length);
    } catch (BadInputException e) {
      assertThat(e.getMessage()).contains(": at byte ").doesNotContainPattern("\\p{Cntrl}");
    }
  }

  private static NpyHeader open(byte[] bytes) throws IOException {
    Path file = Files.createTempFile("temoto", ".npy");
    try {
      return NpyFile.open(Files.write(file, bytes)).header();
    } finally {
      Files.delete(file);
    }
  }
}
