package org.temoto.task.marshal;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR_UNALIGNED;

import java.nio.charset.StandardCharsets;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.temoto.gas.GlobalMemory;

/**
 * Codecs of primitives, their boxes, strings, and what the reader gets as its own PE has it: global
 * memories, by their numbers, and classes, by their names. The order of the constants is part of
 * the format.
 */
enum BasicCodec implements Codec {
  BOOLEAN(
      boolean.class, Boolean.class, (out, v) -> out.putBoolean((Boolean) v), Source::getBoolean),
  BYTE(byte.class, Byte.class, (out, v) -> out.putByte((Byte) v), Source::getByte),
  SHORT(short.class, Short.class, (out, v) -> out.putShort((Short) v), Source::getShort),
  CHAR(char.class, Character.class, (out, v) -> out.putChar((Character) v), Source::getChar),
  INT(int.class, Integer.class, (out, v) -> out.putInt((Integer) v), Source::getInt),
  LONG(long.class, Long.class, (out, v) -> out.putLong((Long) v), Source::getLong),
  FLOAT(float.class, Float.class, (out, v) -> out.putFloat((Float) v), Source::getFloat),
  DOUBLE(double.class, Double.class, (out, v) -> out.putDouble((Double) v), Source::getDouble),
  STRING(
      null, String.class, (out, v) -> writeText(out, (String) v), in -> readText(in, in.getInt())),
  MEMORY(
      null,
      GlobalMemory.class,
      (out, v) -> out.putInt(((GlobalMemory) v).id()),
      Source::globalMemory),
  CLASS(null, Class.class, (out, v) -> ClassNames.write(out, (Class<?>) v), Source::type);

  private static final char MAX_LATIN = 0xff;

  private static final BasicCodec[] CONSTANTS = values();

  private final Class<?> primitive;
  private final Class<?> boxed;
  private final BiConsumer<Output, Object> writer;
  private final Function<Source, Object> reader;

  BasicCodec(
      Class<?> primitive,
      Class<?> boxed,
      BiConsumer<Output, Object> writer,
      Function<Source, Object> reader) {
    this.primitive = primitive;
    this.boxed = boxed;
    this.writer = writer;
    this.reader = reader;
  }

  @Override
  public void write(Output out, Object value) {
    writer.accept(out, value);
  }

  @Override
  public Object read(Source in) {
    return reader.apply(in);
  }

  /**
   * Latin-1 as bytes; other text as its chars, which need not be characters, with the length's
   * complement.
   */
  private static void writeText(Output out, String text) {
    int length = text.length();
    if (isLatin(text)) {
      out.putInt(length);
      out.reserve(length);
      out.putAll(text.getBytes(StandardCharsets.ISO_8859_1), length, JAVA_BYTE);
    } else {
      out.putInt(~length);
      out.reserve((long) length * Character.BYTES);
      out.putAll(text.toCharArray(), length, JAVA_CHAR_UNALIGNED);
    }
  }

  private static boolean isLatin(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) > MAX_LATIN) {
        return false;
      }
    }
    return true;
  }

  private static String readText(Source in, int length) {
    if (length >= 0) {
      byte[] bytes = new byte[in.requireCount(length, Byte.BYTES)];
      in.getAll(bytes, length, JAVA_BYTE);
      return new String(bytes, StandardCharsets.ISO_8859_1);
    }
    char[] chars = new char[in.requireCount(~length, Character.BYTES)];
    in.getAll(chars, chars.length, JAVA_CHAR_UNALIGNED);
    return new String(chars);
  }

  /** The codec of a primitive type, or null. */
  static BasicCodec ofPrimitive(Class<?> type) {
    for (BasicCodec codec : CONSTANTS) {
      if (codec.primitive == type) {
        return codec;
      }
    }
    return null;
  }

  /** The codec of values of a class, none of them null; or null. */
  static BasicCodec ofBoxed(Class<?> type) {
    for (BasicCodec codec : CONSTANTS) {
      if (codec.boxed.isAssignableFrom(type)) {
        return codec;
      }
    }
    return null;
  }

  static BasicCodec at(int ordinal) {
    return CONSTANTS[ordinal];
  }
}
