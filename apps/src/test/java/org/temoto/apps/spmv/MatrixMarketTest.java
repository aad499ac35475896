package org.temoto.apps.spmv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.apps.BadInputException;

class MatrixMarketTest {
  private static final String BANNER = "%%MatrixMarket matrix coordinate ";

  @TempDir Path folder;

  private CsrMatrix read(String text) throws IOException {
    Path file = folder.resolve("a.mtx");
    Files.writeString(file, text);
    return MatrixMarket.read(file);
  }

  @Test
  void shouldReadARealMatrixInAnyOrder() throws IOException {
    CsrMatrix matrix =
        read(
            BANNER
                + """
                real general
                % a comment

                 3 3  5
                3 1 -1.5e0
                1 3 +.5

                1 1 2.
                3 3 1E-2
                1 2 7
                """);
    assertThat(matrix.n()).isEqualTo(3);
    assertThat(matrix.starts()).containsExactly(0, 3, 3, 5);
    assertThat(matrix.columns()).containsExactly(0, 1, 2, 0, 2);
    assertThat(matrix.values()).containsExactly(2, 7, 0.5, -1.5, 0.01);
  }

  @Test
  void shouldMirrorASymmetricMatrix() throws IOException {
    CsrMatrix matrix =
        read("%%MatrixMarket MATRIX Coordinate Integer SYMMETRIC\n2 2 2\n2 1 5\n2 2 -3");
    assertThat(matrix.starts()).containsExactly(0, 1, 3);
    assertThat(matrix.columns()).containsExactly(1, 0, 1);
    assertThat(matrix.values()).containsExactly(5, 5, -3);
  }

  @Test
  void shouldTakeAPatternForOnesAndAddWhatComesTwice() throws IOException {
    CsrMatrix matrix = read(BANNER + "pattern general\r\n2 2 3\r\n1 2\r\n1 2\r\n2 1\r\n");
    double[] y = new double[2];
    matrix.multiply(new double[] {1, 10}, y);
    assertThat(y).containsExactly(20, 1);
  }

  @Test
  void shouldReadAMatrixOfNoElements() throws IOException {
    assertThat(read(BANNER + "real general\n4 4 0\n").nonzeros()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "\"\"|line 1: not a Matrix Market file",
        "1 2 3|line 1: not a Matrix Market file",
        "%%MATRIXMARKET matrix coordinate real general|line 1: not a Matrix Market file",
        "REAL~2 2 1~% c~1 1 1|line 3: an element must be ROW COLUMN VALUE, not '% c'",
        "REAL~2 2 1~1 1\f1|line 3: an element must be ROW COLUMN VALUE",
        "%%MatrixMarket matrix coordinate real|line 1: %%MatrixMarket must be followed by",
        "%%MatrixMarket vector coordinate real general|object 'vector' must be one of matrix",
        "%%MatrixMarket matrix array real general|format 'array' must be one of coordinate",
        "%%MatrixMarket matrix coordinate complex general|field 'complex' must be one of real,"
            + " integer, pattern",
        "%%MatrixMarket matrix coordinate real hermitian|symmetry 'hermitian' must be one of",
        "REAL|line 1: the file ends before the line of sizes",
        "REAL~2 2|line 2: sizes must be three numbers, ROWS COLUMNS ELEMENTS, not '2 2'",
        "REAL~2 3 1~1 1 1|line 2: the matrix has 2 rows and 3 columns: must be square",
        "REAL~x 2 1|line 2: ROWS 'x' must be a whole number from 1 to 2147483638",
        "REAL~2147483647 2147483647 0|line 2: ROWS '2147483647' must be a whole number from 1 to",
        "REAL~2 2 2147483647|line 2: ELEMENTS '2147483647' must be a whole number from 1 to",
        "REAL~0 0 0|line 2: ROWS '0' must be",
        "REAL~2 2 -1|line 2: ELEMENTS '-1' must be",
        "REAL~% c~~2 2 2~1 1 1|line 5: the file ends after 1 elements, line 4 says 2",
        "REAL~2 2 1~1 1 1~2 2 1|line 4: there are more elements than the 1 stated",
        "REAL~2 2 1~1 1|line 3: an element must be ROW COLUMN VALUE, not '1 1'",
        "REAL~2 2 1~1 1 1 1|line 3: an element must be ROW COLUMN VALUE",
        "REAL~2 2 1~0 1 1|line 3: row '0' must be a whole number from 1 to 2",
        "REAL~2 2 1~1 3 1|line 3: column '3' must be a whole number from 1 to 2",
        "REAL~2 2 1~99999999999999999999 1 1|line 3: row '99999999999999999999' must be",
        "REAL~2 2 1~1 1 1d0|line 3: value '1d0' must be a finite decimal number",
        "REAL~2 2 1~1 1 NaN|line 3: value 'NaN' must be a finite decimal number",
        "REAL~2 2 1~1 1 1e999|line 3: value '1e999' must be a finite decimal number",
      })
  void shouldNameFileLineAndRule(String text, String reason) {
    String file = text.replace("REAL", BANNER + "real general").replace('~', '\n');
    assertThatThrownBy(() -> read(file))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("a.mtx: ")
        .hasMessageContaining(reason);
  }

  @Test
  void shouldRefuseWhatTheHeapCannotHold() {
    long heap = Runtime.getRuntime().maxMemory();
    long rows = Math.min(heap / 8 + 1, 2147483638);
    long elements = Math.min(heap / 52 + 1, 2147483639);
    Assumptions.assumeTrue(rows > heap / 8 && elements > heap / 52, "this heap holds every matrix");
    assertThatThrownBy(() -> read(BANNER + "real general\n%d %d 0\n".formatted(rows, rows)))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("line 2: " + rows + " rows and 0 elements take " + 8 * rows)
        .hasMessageContaining("must be at most the heap's " + heap);
    assertThatThrownBy(() -> read(BANNER + "real general\n1 1 %d\n".formatted(elements)))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("line 2: 1 rows and " + elements + " elements take");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "9007199254740993",
        "-9007199254740993",
        "9223372036854775807",
        "9223372036854775808",
        "123456789012345678901234567890"
      })
  void shouldRefuseWholeNumbersThatADoubleCannotHold(String value) {
    String text = BANNER + "integer general\n1 1 1\n1 1 " + value + "\n";
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("line 3: value '" + value + "' must be a whole number that a double");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1L << 53, -(1L << 53), (1L << 53) + 2, 1L << 62, Long.MIN_VALUE})
  void shouldReadWholeNumbersThatADoubleHolds(long value) throws IOException {
    String text = BANNER + "integer general\n1 1 1\n1 1 " + value + "\n";
    assertThat(read(text).values()).containsExactly((double) value);
  }

  /** A carriage return ends no line, and a line without an end is refused. */
  @Test
  void shouldTakeOnlyNewlinesForTheEndsOfLines() {
    assertThatThrownBy(() -> read(BANNER + "real general\r2 2 0\n"))
        .hasMessageContaining("line 1: ");
    assertThatThrownBy(() -> read(BANNER + "real general\n2 2 1\n" + "1".repeat(100_000_000)))
        .hasMessageContaining("line 3: the line has more than 1024 characters")
        .message()
        .hasSizeLessThan(300);
  }

  @Test
  void shouldSayWhyAFileCannotBeRead() {
    assertThatThrownBy(() -> MatrixMarket.read(folder)).hasMessage(folder + ": is a directory");
    Path device = Path.of("/dev/zero");
    assertThatThrownBy(() -> MatrixMarket.read(device))
        .hasMessage("/dev/zero: is not a regular file");
    Path missing = folder.resolve("a.mtx");
    assertThatThrownBy(() -> MatrixMarket.read(missing))
        .hasMessage(missing + ": no such file or directory");
  }

  @Test
  void shouldRefuseWhatItsOwnKindOfMatrixDoesNotHave() {
    assertThatThrownBy(() -> read(BANNER + "real symmetric\n2 2 1\n1 2 1\n"))
        .hasMessageContaining("line 3: element (1, 2) stands above the diagonal");
    assertThatThrownBy(() -> read(BANNER + "integer general\n2 2 1\n1 2 1.5\n"))
        .hasMessageContaining("line 3: value '1.5' must be a finite whole number");
    assertThatThrownBy(() -> read(BANNER + "pattern general\n2 2 1\n1 2 1\n"))
        .hasMessageContaining("line 3: an element must be ROW COLUMN, not '1 2 1'");
  }
}
