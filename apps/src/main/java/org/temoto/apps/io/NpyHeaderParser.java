package org.temoto.apps.io;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.temoto.apps.BadInputException;
import org.temoto.task.pattern.sort.ElementType;

/**
 * Parser of the Python dictionary literal in a {@code .npy} header: the keys {@code descr}, {@code
 * fortran_order} and {@code shape}, each once, in any order, with any white space. Recursive
 * descent over the few literals that can stand there.
 */
final class NpyHeaderParser {
  /** Most dimensions, as in NumPy. */
  private static final int MAX_DIMENSIONS = 64;

  private final String file;
  private final String text;
  private final int textOffset;
  private final int version;
  private int at;

  private ElementType type;
  private ByteOrder order;
  private Boolean fortran;
  private List<Long> shape;

  /**
   * @param textOffset where the text begins in the file, so that messages can name offsets in the
   *     file
   * @param version of the format
   */
  NpyHeaderParser(String file, String text, int textOffset, int version) {
    this.file = file;
    this.text = text;
    this.textOffset = textOffset;
    this.version = version;
  }

  NpyHeader parse(long dataOffset) {
    expect('{');
    while (!peek('}')) {
      entry();
      if (!peek('}')) {
        expect(',');
      }
    }
    expect('}');
    skipSpace();
    if (at < text.length()) {
      throw bad(at, "text after the end of the header's dictionary");
    }
    require(type, "descr");
    require(fortran, "fortran_order");
    require(shape, "shape");
    return new NpyHeader(type, order, fortran, shape, dataOffset);
  }

  private void require(Object value, String key) {
    if (value == null) {
      throw bad(0, "the header has no '" + key + "'");
    }
  }

  private void entry() {
    skipSpace();
    int start = at;
    String key = string();
    expect(':');
    skipSpace();
    switch (key) {
      case "descr" -> descr(once(type, key, start));
      case "fortran_order" -> fortran = truth(once(fortran, key, start));
      case "shape" -> shape = tuple(once(shape, key, start));
      default -> throw bad(start, "unknown key '" + key + "'");
    }
  }

  /** Offset of the value, if {@code key} comes for the first time. */
  private int once(Object earlier, String key, int start) {
    if (earlier != null) {
      throw bad(start, "'" + key + "' stands there twice");
    }
    return at;
  }

  private void descr(int start) {
    if (!peek('\'') && !peek('"')) {
      throw bad(start, "dtype is structured; int32, int64, float32 and float64 are supported");
    }
    String dtype = string();
    char mark = dtype.isEmpty() ? ' ' : dtype.charAt(0);
    boolean marked = "<>=|".indexOf(mark) >= 0;
    String code = marked ? dtype.substring(1) : dtype;
    if (code.startsWith("O")) {
      throw bad(start, "dtype '" + dtype + "' holds Python objects, which cannot be read");
    }
    type =
        ElementType.ofCode(code)
            .filter(known -> mark != '|')
            .orElseThrow(() ->
                bad(
                    start,
                    "dtype '"
                        + dtype
                        + "' is not supported: int32, int64, float32 and float64 are"));
    order =
        switch (mark) {
          case '<' -> ByteOrder.LITTLE_ENDIAN;
          case '>' -> ByteOrder.BIG_ENDIAN;
          default -> ByteOrder.nativeOrder();
        };
  }

  private boolean truth(int start) {
    for (String word : List.of("True", "False")) {
      if (text.startsWith(word, at)) {
        at += word.length();
        return word.equals("True");
      }
    }
    throw bad(start, "'fortran_order' must be True or False");
  }

  private List<Long> tuple(int start) {
    if (!peek('(')) {
      throw bad(start, "'shape' must be a tuple of integers");
    }
    expect('(');
    List<Long> values = new ArrayList<>();
    boolean comma = true;
    while (!peek(')')) {
      if (!comma) {
        throw bad(at, "',' or ')' expected in 'shape'");
      }
      values.add(dimension());
      comma = peek(',');
      if (comma) {
        at++;
      }
    }
    expect(')');
    if (values.size() == 1 && !comma) {
      throw bad(start, "'shape' must be a tuple of integers: a tuple of one has a comma");
    }
    if (values.size() > MAX_DIMENSIONS) {
      throw bad(
          start, "shape of %d dimensions: at most %d".formatted(values.size(), MAX_DIMENSIONS));
    }
    requireCountable(values, start);
    return values;
  }

  private long dimension() {
    skipSpace();
    int start = at;
    if (at < text.length() && text.charAt(at) == '-') {
      throw bad(start, "negative dimension in 'shape'");
    }
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    String digits = text.substring(start, at);
    if (digits.isEmpty()) {
      throw bad(start, "'shape' must be a tuple of integers");
    }
    if (digits.startsWith("0") && !digits.chars().allMatch(digit -> digit == '0')) {
      throw bad(start, "dimension " + digits + " in 'shape' must not begin with 0");
    }
    if (version < 3 && at < text.length() && text.charAt(at) == 'L') {
      at++; // Python 2 wrote long integers so.
    }
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException e) {
      throw bad(start, "dimension " + digits + " in 'shape' is too large");
    }
  }

  private void requireCountable(List<Long> dimensions, int start) {
    long bytes = Long.BYTES;
    for (long dimension : dimensions) {
      if (dimension == 0) {
        continue; // NumPy wants the others to be countable, too
      }
      if (bytes > Long.MAX_VALUE / dimension) {
        throw bad(start, "shape " + NpyHeader.shapeText(dimensions) + " has too many elements");
      }
      bytes *= dimension;
    }
  }

  private String string() {
    skipSpace();
    char quote = at < text.length() ? text.charAt(at) : ' ';
    if (quote != '\'' && quote != '"') {
      throw bad(at, "a quoted string expected");
    }
    int end = text.indexOf(quote, at + 1);
    if (end < 0) {
      throw bad(at, "a string without an end");
    }
    String value = text.substring(at + 1, end);
    at = end + 1;
    return value;
  }

  private boolean peek(char wanted) {
    skipSpace();
    return at < text.length() && text.charAt(at) == wanted;
  }

  private void expect(char wanted) {
    if (!peek(wanted)) {
      throw bad(at, "'" + wanted + "' expected in the header");
    }
    at++;
  }

  private void skipSpace() {
    while (at < text.length() && " \t\r\n\f".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private BadInputException bad(int position, String reason) {
    return NpyFile.bad(file, textOffset + position, reason);
  }
}
