package org.temoto.apps.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.apps.BadInputException;
import org.temoto.task.pattern.sort.ElementType;

class NpyFileTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "int32-v1.npy|INT32|LITTLE_ENDIAN|false|5",
        "int64-v2-big-endian.npy|INT64|BIG_ENDIAN|false|3",
        "float32-v3.npy|FLOAT32|LITTLE_ENDIAN|false|4",
        "float64-big-endian.npy|FLOAT64|BIG_ENDIAN|false|3",
        "float64-fortran.npy|FLOAT64|LITTLE_ENDIAN|true|2 3",
        "float32-fortran-big-endian.npy|FLOAT32|BIG_ENDIAN|true|4 3",
        "float64-c.npy|FLOAT64|LITTLE_ENDIAN|false|2 3",
        "scalar.npy|INT32|LITTLE_ENDIAN|false|''",
        "empty.npy|FLOAT64|LITTLE_ENDIAN|false|0"
      })
  void shouldReadWhatNumPyWrote(
      String name, ElementType type, String order, boolean fortran, String shape) {
    NpyHeader header = NpyFile.open(Fixtures.numpy(name)).header();
    assertThat(header.type()).isEqualTo(type);
    assertThat(header.order()).hasToString(order);
    assertThat(header.fortran()).isEqualTo(fortran);
    assertThat(
            header.shape().stream().map(String::valueOf).reduce((a, b) -> a + " " + b).orElse(""))
        .isEqualTo(shape);
  }

  @ParameterizedTest
  @CsvSource({
    "uint8.npy,|u1",
    "bool.npy,|b1",
    "complex128.npy,<c16",
    "structured.npy,dtype is structured",
    "text.npy,<U2",
    "object.npy,'dtype ''|O'' holds Python objects'"
  })
  void shouldRefuseOtherTypesByName(String name, String reason) {
    assertThatThrownBy(() -> NpyFile.open(Fixtures.numpy(name)))
        .isInstanceOf(BadInputException.class)
        .hasMessageContainingAll(name, "at byte 20", reason);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'descr': '<i4', 'fortran_order': False, 'shape': (2,), }   \n",
        "{'shape':(2,),'descr':\"<i4\",'fortran_order':False}",
        " { \t'fortran_order' : False , 'shape' : ( 2 , ) , 'descr' : '<i4' } ",
        "{'descr': '<i4', 'fortran_order': False, 'shape': (2L,)}",
        "{'descr': 'i4', 'fortran_order': True, 'shape': (2,)}",
      })
  void shouldReadAnyDictionaryThatMeansTheSame(String text) throws IOException {
    NpyHeader header = NpyFile.open(Fixtures.write(folder, text, 8)).header();
    assertThat(header.type()).isEqualTo(ElementType.INT32);
    assertThat(header.order()).isEqualTo(ByteOrder.LITTLE_ENDIAN);
    assertThat(header.shape()).containsExactly(2L);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'descr': '<i4', 'fortran_order': False, 'shape': (3,)}|needs 12 bytes of data, the file"
            + " has 8",
        "{'descr': '<i4', 'fortran_order': False, 'shape': (1,)}|needs 4 bytes of data, the file"
            + " has 8",
        "{'descr': '<i4', 'fortran_order': False, 'shape': (-2,)}|negative dimension",
        "{'descr': '<i4', 'fortran_order': False, 'shape': (2)}|tuple of one has a comma",
        "{'descr': '<i4', 'fortran_order': False, 'shape': 2}|must be a tuple",
        "{'descr': '<i4', 'fortran_order': False, 'shape': (2,,)}|must be a tuple",
        "{'descr': '<i4', 'fortran_order': False, 'shape': (1 2)}|',' or ')' expected",
        "{'descr': '<i4', 'fortran_order': False, 'shape': (4294967296, 4294967296)}|too many"
            + " elements",
        "{'descr': '<i4', 'fortran_order': False, 'shape': (99999999999999999999,)}|is too large",
        "{'descr': '<i4', 'fortran_order': 0, 'shape': (2,)}|must be True or False",
        "{'descr': '<i4', 'shape': (2,)}|has no 'fortran_order'",
        "{'fortran_order': False, 'shape': (2,)}|has no 'descr'",
        "{'descr': '<i4', 'fortran_order': False}|has no 'shape'",
        "{'descr': '<i4', 'descr': '<i4', 'fortran_order': False, 'shape': (2,)}|twice",
        "{'descr': '<i4', 'extra': 1, 'fortran_order': False, 'shape': (2,)}|unknown key 'extra'",
        "{'descr': '<i4', 'fortran_order': False, 'shape': (2,)} x|text after the end",
        "{'descr': '<i4', 'fortran_order': False, 'shape': (2,)|',' expected",
        "{'descr': '<i4|a string without an end",
        "''|'{' expected"
      })
  void shouldRefuseHeadersThatLieOrMakeNoSense(String text, String reason) throws IOException {
    Path file = Fixtures.write(folder, text, 8);
    assertThatThrownBy(() -> NpyFile.open(file))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith(file + ": at byte ")
        .hasMessageContaining(reason)
        .hasMessageNotContainingAny("\n", "\r");
  }

  @ParameterizedTest
  @CsvSource({"1,(%s),at most 64", "9,(%s),is too large", "x,%s,must be a tuple"})
  void shouldSayBrieflyWhatIsWrongWithALongHeader(String unit, String shape, String reason)
      throws IOException {
    String separator = unit.equals("1") ? "," : "";
    String text =
        "{'descr': '<i4', 'fortran_order': False, 'shape': %s}"
            .formatted(shape.replace("%s", (unit + separator).repeat(4500)));
    Path file = Fixtures.write(folder, text, 8);
    assertThatThrownBy(() -> NpyFile.open(file))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(reason)
        .message()
        .hasSizeLessThan(file.toString().length() + 300);
  }

  @Test
  void shouldReadASideThatHasNoBytes() throws IOException {
    String text = "{'descr': '<f8', 'fortran_order': False, 'shape': (%s, 0)}";
    Path file = Fixtures.write(folder, text.formatted("4294967296"), 0);
    assertThat(NpyFile.open(file).header().elements()).isZero();
    String longest = "9223372036854775807";
    Path uncountable = Fixtures.write(folder, text.formatted(longest + ", " + longest), 0);
    assertThatThrownBy(() -> NpyFile.open(uncountable))
        .as("which NumPy refuses, too")
        .hasMessageContaining("has too many elements");
  }

  @Test
  void shouldRefuseAHeaderThatReachesBeyondTheFile() throws IOException {
    byte[] bytes = Files.readAllBytes(Fixtures.numpy("int32-v1.npy"));
    bytes[9] = 0x1F;
    Path file = Files.write(folder.resolve("long.npy"), bytes);
    assertThatThrownBy(() -> NpyFile.open(file))
        .isInstanceOf(BadInputException.class)
        .hasMessageContainingAll("at byte 8", "header length", "beyond the file of 148 bytes");
  }

  @Test
  void shouldRefuseEveryTruncation() throws IOException {
    byte[] bytes = Files.readAllBytes(Fixtures.numpy("float32-v3.npy"));
    for (int length = 0; length < bytes.length; length++) {
      Path file = Files.write(folder.resolve("cut.npy"), Arrays.copyOf(bytes, length));
      assertThatThrownBy(() -> NpyFile.open(file))
          .as("%s bytes", length)
          .isInstanceOf(BadInputException.class);
    }
  }

  @Test
  void shouldRefuseWhatIsNotAFile() {
    assertThatThrownBy(() -> NpyFile.open(folder)).hasMessage(folder + ": is a directory");
    Path device = Path.of("/dev/zero");
    assertThatThrownBy(() -> NpyFile.open(device)).hasMessage(device + ": is not a regular file");
    Path missing = folder.resolve("missing.npy");
    assertThatThrownBy(() -> NpyFile.open(missing))
        .hasMessage(missing + ": no such file or directory");
    Path below = Fixtures.numpy("int32-v1.npy").resolve("x.npy");
    assertThatThrownBy(() -> NpyFile.open(below)).hasMessage(below + ": no such file or directory");
    Path longName = folder.resolve("n".repeat(256));
    assertThatThrownBy(() -> NpyFile.open(longName)).hasMessage(longName + ": File name too long");
  }

  @Test
  void shouldEncodeHeadersAsNumPyDoes() throws IOException {
    byte[] numpy = Files.readAllBytes(Fixtures.numpy("int32-v1.npy"));
    byte[] own = NpyHeader.of(ElementType.INT32, 5L).encode();
    assertThat(own).isEqualTo(Arrays.copyOf(numpy, own.length));
  }

  @Test
  void shouldReadAsManyDimensionsAsNumPyHas() throws IOException {
    List<Long> shape = Collections.nCopies(64, 1L);
    byte[] bytes =
        new NpyHeader(ElementType.INT32, ByteOrder.LITTLE_ENDIAN, false, shape, 0).encode();
    assertThat(bytes.length % 64).isZero();
    Path file = Files.write(folder.resolve("many.npy"), Arrays.copyOf(bytes, bytes.length + 4));
    assertThat(NpyFile.open(file).header().shape()).isEqualTo(shape);
  }

  /** NumPy refuses it, too, because a header is Python that may take for ever to read. */
  @Test
  void shouldRefuseALongHeader() throws IOException {
    String text =
        "{'descr': '<i4', 'fortran_order': False, 'shape': (2,)}" + " ".repeat(NpyFile.MAX_TEXT);
    Path file = Fixtures.write(folder, text, 8);
    assertThatThrownBy(() -> NpyFile.open(file))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("at byte 8: header length 10055 must be at most 10000");
  }

  @ParameterizedTest
  @CsvSource({"1,1", "2,1", "3,255", "0,0", "4,0"})
  void shouldRefuseVersionsThatNumPyDoesNotKnow(int major, int minor) throws IOException {
    byte[] bytes = Files.readAllBytes(Fixtures.numpy("int32-v1.npy"));
    bytes[6] = (byte) major;
    bytes[7] = (byte) minor;
    Path file = Files.write(folder.resolve("other.npy"), bytes);
    assertThatThrownBy(() -> NpyFile.open(file))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(
            "at byte 6: format version %d.%d is not known: 1.0, 2.0 and 3.0 are"
                .formatted(major, minor));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"(02,)", "(2, 01)", "(\u0662,)", "(\uff12,)", "(2_0,)", "(0x2,)", "(+2,)"})
  void shouldRefuseNumbersThatPythonWritesOtherwise(String shape) throws IOException {
    for (int version = 1; version <= 3; version++) {
      String text = "{'descr': '<i4', 'fortran_order': False, 'shape': %s}".formatted(shape);
      Path file = Fixtures.write(folder, version, text.getBytes(StandardCharsets.UTF_8), 8);
      assertThatThrownBy(() -> NpyFile.open(file))
          .isInstanceOf(BadInputException.class)
          .hasMessageContaining(": at byte ");
    }
  }

  /** Python 2 wrote it, and knew no version 3. */
  @Test
  void shouldReadLongIntegersOfPython2Only() throws IOException {
    byte[] text =
        "{'descr': '<i4', 'fortran_order': False, 'shape': (2L,)}"
            .getBytes(StandardCharsets.US_ASCII);
    Path second = Fixtures.write(folder, 2, text, 8);
    assertThat(NpyFile.open(second).header().shape()).containsExactly(2L);
    Path third = Fixtures.write(folder, 3, text, 8);
    assertThatThrownBy(() -> NpyFile.open(third)).hasMessageContaining("',' or ')' expected");
  }

  @Test
  void shouldTellOfASecondArray() throws IOException {
    byte[] one = Files.readAllBytes(Fixtures.numpy("int32-v1.npy"));
    byte[] two = Arrays.copyOf(one, 2 * one.length);
    System.arraycopy(one, 0, two, one.length, one.length);
    Path file = Files.write(folder.resolve("two.npy"), two);
    assertThatThrownBy(() -> NpyFile.open(file))
        .hasMessage(
            file + ": at byte " + one.length + ": a second array begins: a file must have one");
  }
}
