package org.temoto.apps.spmv;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.StringTokenizer;
import java.util.regex.Pattern;
import org.temoto.apps.BadInputException;
import org.temoto.apps.Shown;
import org.temoto.apps.io.InputFile;

/**
 * Reader of a sparse matrix in the coordinate form of the Matrix Market exchange format (Boisvert,
 * Pozo, Remington, NISTIR 5935): {@code real}, {@code integer} or {@code pattern}, {@code general}
 * or {@code symmetric}, square. Elements given twice add up.
 */
final class MatrixMarket {
  private static final String BANNER = "%%MatrixMarket";
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?");
  private static final Pattern INTEGER = Pattern.compile("[+-]?\\d+");
  private static final Pattern INDEX = Pattern.compile("\\d{1,18}");
  private static final String BLANKS = " \t";
  private static final int MOST_SHOWN = 60;

  /** Most characters in a line, as the format says. */
  private static final int MOST_IN_LINE = 1024;

  /** No long is as large. */
  private static final double MOST_INTEGER = 0x1p63;

  /** Arrays have at most so many elements, and one of them has one more than there are rows. */
  private static final int MOST = MatrixSource.MOST_NONZEROS;

  /** Bytes allocated for a row, and for an element read and sorted: {@link CsrMatrix#of}. */
  private static final long ROW_BYTES = 2L * Integer.BYTES;

  private static final long ELEMENT_BYTES = 7L * Integer.BYTES + 3L * Double.BYTES;

  private enum Field {
    REAL,
    INTEGER,
    PATTERN
  }

  private final Path path;
  private final BufferedReader reader;
  private long lineNumber;
  private Field field;
  private boolean symmetric;
  private int n;
  private long stated;
  private long sizesLine;
  private final IntArrayList rows = new IntArrayList();
  private final IntArrayList columns = new IntArrayList();
  private final DoubleArrayList values = new DoubleArrayList();

  private MatrixMarket(Path path, BufferedReader reader) {
    this.path = path;
    this.reader = reader;
  }

  /**
   * The matrix that {@code path} has.
   *
   * @throws BadInputException naming file, line and rule
   */
  static CsrMatrix read(Path path) {
    InputFile.requireRegular(path);
    try (BufferedReader reader = Files.newBufferedReader(path, StandardCharsets.ISO_8859_1)) {
      return new MatrixMarket(path, reader).read();
    } catch (IOException e) {
      throw InputFile.refused(path, e);
    }
  }

  private CsrMatrix read() throws IOException {
    readBanner();
    readSizes();
    for (long k = 0; k < stated; k++) {
      String line = nextLine();
      if (line == null) {
        throw bad(
            "the file ends after %d elements, line %d says %d".formatted(k, sizesLine, stated));
      }
      addElement(line);
    }
    if (nextLine() != null) {
      throw bad("there are more elements than the " + stated + " stated");
    }
    return CsrMatrix.of(n, rows.toIntArray(), columns.toIntArray(), values.toDoubleArray());
  }

  private void readBanner() throws IOException {
    String line = readLine();
    lineNumber = 1;
    if (line == null || !line.startsWith(BANNER)) {
      throw bad("not a Matrix Market file: it does not begin with %%MatrixMarket");
    }
    List<String> words = words(line.toLowerCase(Locale.ROOT));
    if (words.size() != 5) {
      throw bad("%%MatrixMarket must be followed by object, format, field and symmetry");
    }
    require("object", words.get(1), List.of("matrix"));
    require("format", words.get(2), List.of("coordinate"));
    require("field", words.get(3), List.of("real", "integer", "pattern"));
    require("symmetry", words.get(4), List.of("general", "symmetric"));
    field = Field.valueOf(words.get(3).toUpperCase(Locale.ROOT));
    symmetric = words.get(4).equals("symmetric");
  }

  private void require(String what, String found, List<String> known) {
    if (!known.contains(found)) {
      throw bad(what + " '" + shown(found) + "' must be one of " + String.join(", ", known));
    }
  }

  private void readSizes() throws IOException {
    String line = nextLine();
    while (line != null && line.startsWith("%")) {
      line = nextLine();
    }
    if (line == null) {
      throw bad("the file ends before the line of sizes");
    }
    List<String> words = words(line);
    if (words.size() != 3) {
      throw bad("sizes must be three numbers, ROWS COLUMNS ELEMENTS, not '" + shown(line) + "'");
    }
    long height = index("ROWS", words.get(0), MOST - 1);
    long width = index("COLUMNS", words.get(1), MOST - 1);
    if (height != width) {
      throw bad("the matrix has %d rows and %d columns: must be square".formatted(height, width));
    }
    n = (int) height;
    sizesLine = lineNumber;
    stated = words.get(2).equals("0") ? 0 : index("ELEMENTS", words.get(2), MOST);
    requireHeap(n * ROW_BYTES + stated * ELEMENT_BYTES);
  }

  private void requireHeap(long bytes) {
    long heap = Runtime.getRuntime().maxMemory();
    if (bytes > heap) {
      throw bad(
          "%d rows and %d elements take %d bytes: must be at most the heap's %d (-Xmx)"
              .formatted(n, stated, bytes, heap));
    }
  }

  private void addElement(String line) {
    List<String> words = words(line);
    int wanted = field == Field.PATTERN ? 2 : 3;
    if (words.size() != wanted) {
      throw bad(
          "an element must be %s, not '%s'"
              .formatted(wanted == 2 ? "ROW COLUMN" : "ROW COLUMN VALUE", shown(line)));
    }
    int row = (int) index("row", words.get(0), n) - 1;
    int column = (int) index("column", words.get(1), n) - 1;
    double value = field == Field.PATTERN ? 1 : value(words.get(2));
    if (symmetric && column > row) {
      throw bad(
          "element (%d, %d) stands above the diagonal: a symmetric file has the others only"
              .formatted(row + 1, column + 1));
    }
    add(row, column, value);
    if (symmetric && column < row) {
      add(column, row, value);
    }
  }

  private void add(int row, int column, double value) {
    if (rows.size() == MOST) {
      throw bad("with those mirrored there are more than %d elements".formatted(MOST));
    }
    rows.add(row);
    columns.add(column);
    values.add(value);
  }

  private long index(String what, String word, long most) {
    long value = INDEX.matcher(word).matches() ? Long.parseLong(word) : 0;
    if (value < 1 || value > most) {
      throw bad(what + " '" + shown(word) + "' must be a whole number from 1 to " + most);
    }
    return value;
  }

  private double value(String word) {
    Pattern form = field == Field.INTEGER ? INTEGER : NUMBER;
    double value = form.matcher(word).matches() ? Double.parseDouble(word) : Double.NaN;
    if (!Double.isFinite(value)) {
      throw bad(
          "value '%s' must be a finite %s number"
              .formatted(shown(word), field == Field.INTEGER ? "whole" : "decimal"));
    }
    if (field == Field.INTEGER && !isExact(word, value)) {
      throw bad(
          "value '%s' must be a whole number that a double holds: from -2^53 to 2^53, or a multiple"
                  .formatted(shown(word))
              + " of a power of two below 2^63");
    }
    return value;
  }

  /** Tells whether a 64-bit integer that {@code word} is has the same value as a double. */
  private static boolean isExact(String word, double value) {
    try {
      long exact = Long.parseLong(word);
      return value < MOST_INTEGER && (long) value == exact;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** The next line that has not blanks only; null at the end. */
  private String nextLine() throws IOException {
    String line;
    do {
      line = readLine();
      lineNumber += line == null ? 0 : 1;
    } while (line != null && !new StringTokenizer(line, BLANKS).hasMoreTokens());
    return line;
  }

  /** A line without its end, a newline that a return may stand before; null at the end. */
  private String readLine() throws IOException {
    StringBuilder line = new StringBuilder();
    int next = reader.read();
    if (next < 0) {
      return null;
    }
    for (; next >= 0 && next != '\n'; next = reader.read()) {
      if (line.length() == MOST_IN_LINE) {
        lineNumber++;
        throw bad("the line has more than " + MOST_IN_LINE + " characters");
      }
      line.append((char) next);
    }
    int last = line.length() - 1;
    return last >= 0 && line.charAt(last) == '\r' ? line.substring(0, last) : line.toString();
  }

  private static List<String> words(String line) {
    StringTokenizer words = new StringTokenizer(line, BLANKS);
    String[] all = new String[Math.min(words.countTokens(), 6)];
    for (int i = 0; i < all.length; i++) {
      all[i] = words.nextToken();
    }
    return List.of(all);
  }

  private static String shown(String text) {
    return Shown.of(text, MOST_SHOWN);
  }

  private BadInputException bad(String rule) {
    return new BadInputException(path + ": line " + lineNumber + ": " + rule);
  }
}
