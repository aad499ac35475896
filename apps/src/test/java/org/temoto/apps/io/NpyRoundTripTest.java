package org.temoto.apps.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.temoto.apps.Spmd;
import org.temoto.gas.GlobalMemory;
import org.temoto.task.pattern.sort.ElementType;

@Timeout(60)
class NpyRoundTripTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"1,1", "1,3000", "3000,1", "37,101", "100,100", "513,67"})
  void shouldWriteInCOrderWhatItReadInAnyOrder(long rows, long columns) throws IOException {
    for (ElementType type : ElementType.values()) {
      for (ByteOrder order : List.of(ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN)) {
        for (boolean fortran : new boolean[] {false, true}) {
          for (int pes : new int[] {1, 3}) {
            NpyHeader header = new NpyHeader(type, order, fortran, List.of(rows, columns), 0);
            roundTrip(header, ByteOrder.nativeOrder(), pes);
            roundTrip(header, ByteOrder.BIG_ENDIAN, pes);
          }
        }
      }
    }
  }

  @Test
  void shouldReadAndWriteMoreThanOnePiece() throws IOException {
    roundTrip(
        new NpyHeader(ElementType.FLOAT64, ByteOrder.BIG_ENDIAN, true, List.of(1501L, 1503L), 0),
        ByteOrder.BIG_ENDIAN,
        1);
  }

  private void roundTrip(NpyHeader header, ByteOrder written, int pes) throws IOException {
    int count = (int) header.elements();
    byte[] elements = new byte[(int) header.dataBytes()];
    new Random(count).nextBytes(elements);
    byte[] start = header.encode();
    Path in = folder.resolve("in.npy");
    Files.write(in, start);
    Files.write(in, elements, java.nio.file.StandardOpenOption.APPEND);
    Path out = folder.resolve("out.npy");
    NpyHeader expected = NpyHeader.of(header.type(), written, header.shape().toArray(Long[]::new));
    Spmd.run(
        pes,
        space -> {
          try (GlobalMemory memory = space.allocate("matrix", Math.max(1, header.dataBytes()))) {
            new NpyReader(NpyFile.open(in)).readInto(memory);
            space.barrier();
            new NpyWriter(out).write(memory, expected);
          }
        });
    assertThat(NpyFile.open(out).header()).isEqualTo(expected);
    byte[] bytes = Files.readAllBytes(out);
    assertThat(bytes).startsWith(expected.encode());
    assertThat(ByteBuffer.wrap(bytes).position((int) expected.dataOffset()).slice())
        .as("%s on %s PEs", header, pes)
        .isEqualTo(ByteBuffer.wrap(straight(header, written, elements)));
    assertThat(folder).isDirectoryNotContaining(file -> file.toString().contains(".tmp-"));
  }

  /** The elements in the wanted byte order and C order, one by one. */
  private static byte[] straight(NpyHeader header, ByteOrder wanted, byte[] elements) {
    int size = header.type().bytes();
    int rows = header.shape().get(0).intValue();
    int columns = header.shape().get(1).intValue();
    byte[] result = new byte[elements.length];
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < columns; column++) {
        int from = header.fortran() ? column * rows + row : row * columns + column;
        for (int b = 0; b < size; b++) {
          int source = header.order() == wanted ? b : size - 1 - b;
          result[(row * columns + column) * size + b] = elements[from * size + source];
        }
      }
    }
    return result;
  }

  @Test
  void shouldReplaceTheFileThatWasRead() throws IOException {
    Path file = folder.resolve("same.npy");
    Files.copy(Fixtures.numpy("int64-v2-big-endian.npy"), file);
    Spmd.run(
        2,
        space -> {
          try (GlobalMemory memory = space.allocate("numbers", 24)) {
            new NpyReader(NpyFile.open(file)).readInto(memory);
            space.barrier();
            new NpyWriter(file).write(memory, NpyHeader.of(ElementType.INT64, 3L));
          }
        });
    ByteBuffer data = ByteBuffer.wrap(bytes(file)).order(ByteOrder.nativeOrder()).position(128);
    assertThat(data.remaining()).isEqualTo(24);
    assertThat(new long[] {data.getLong(), data.getLong(), data.getLong()})
        .containsExactly(1, -2, Long.MAX_VALUE);
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
