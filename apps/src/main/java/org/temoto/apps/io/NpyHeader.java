package org.temoto.apps.io;

import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.temoto.task.pattern.sort.ElementType;

/**
 * Header of a NumPy {@code .npy} file (format versions 1 to 3, NEP 1).
 *
 * @param order the byte order of the elements
 * @param fortran whether the first index varies fastest in the file
 * @param shape elements along each dimension, none negative
 * @param dataOffset where the first element stands, in bytes from the start of the file
 */
public record NpyHeader(
    ElementType type, ByteOrder order, boolean fortran, List<Long> shape, long dataOffset) {
  static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};

  /** Bytes before the header's text: magic, two of version, two or four of length. */
  static final int PREAMBLE_V1 = MAGIC.length + 2 + Short.BYTES;

  static final int PREAMBLE_V2 = MAGIC.length + 2 + Integer.BYTES;

  private static final int ALIGNMENT = 64;

  public NpyHeader {
    shape = List.copyOf(shape);
  }

  /** The header of data in C order and this machine's byte order, as {@link #encode} writes it. */
  public static NpyHeader of(ElementType type, Long... shape) {
    return of(type, ByteOrder.nativeOrder(), shape);
  }

  /** The header of data in C order, as {@link #encode} writes it. */
  public static NpyHeader of(ElementType type, ByteOrder order, Long... shape) {
    NpyHeader draft = new NpyHeader(type, order, false, List.of(shape), 0);
    return new NpyHeader(type, order, false, draft.shape, draft.encode().length);
  }

  /** The number of elements. */
  public long elements() {
    return shape.contains(0L) ? 0 : shape.stream().reduce(1L, Math::multiplyExact);
  }

  /** Bytes of all elements together. */
  public long dataBytes() {
    return Math.multiplyExact(elements(), type.bytes());
  }

  /** The shape as Python writes a tuple, for example {@code (3, 4)} or {@code (5,)}. */
  public String shapeText() {
    return shapeText(shape);
  }

  static String shapeText(List<Long> shape) {
    String inner = shape.stream().map(String::valueOf).collect(Collectors.joining(", "));
    return "(" + inner + (shape.size() == 1 ? ",)" : ")");
  }

  /** The bytes of the file before its data, of version 1. */
  public byte[] encode() {
    String text =
        "{'descr': '%s%s', 'fortran_order': %s, 'shape': %s, }"
            .formatted(
                order == ByteOrder.LITTLE_ENDIAN ? "<" : ">",
                type.code(),
                fortran ? "True" : "False",
                shapeText());
    int preamble = PREAMBLE_V1;
    int total = padded(preamble + text.length() + 1);
    byte[] bytes = new byte[total];
    System.arraycopy(MAGIC, 0, bytes, 0, MAGIC.length);
    bytes[MAGIC.length] = 1;
    int length = total - preamble;
    for (int at = MAGIC.length + 2, rest = length; at < preamble; at++, rest >>>= Byte.SIZE) {
      bytes[at] = (byte) rest;
    }
    byte[] latin = text.getBytes(StandardCharsets.ISO_8859_1);
    System.arraycopy(latin, 0, bytes, preamble, latin.length);
    java.util.Arrays.fill(bytes, preamble + latin.length, total - 1, (byte) ' ');
    bytes[total - 1] = '\n';
    return bytes;
  }

  private static int padded(int length) {
    return Math.ceilDiv(length, ALIGNMENT) * ALIGNMENT;
  }
}
