package org.temoto.task.marshal;

import java.util.function.BiConsumer;
import java.util.function.Function;
import net.openhft.chronicle.bytes.Bytes;

/**
 * Codecs of primitives, their boxes and strings. The order of the constants is part of the format.
 */
enum BasicCodec implements Codec {
  BOOLEAN(
      boolean.class,
      Boolean.class,
      (out, v) -> out.writeByte((byte) ((Boolean) v ? 1 : 0)),
      in -> in.readByte() != 0),
  BYTE(byte.class, Byte.class, (out, v) -> out.writeByte((Byte) v), Bytes::readByte),
  SHORT(short.class, Short.class, (out, v) -> out.writeShort((Short) v), Bytes::readShort),
  CHAR(
      char.class,
      Character.class,
      (out, v) -> out.writeShort((short) (char) (Character) v),
      in -> (char) in.readShort()),
  INT(int.class, Integer.class, (out, v) -> out.writeInt((Integer) v), Bytes::readInt),
  LONG(long.class, Long.class, (out, v) -> out.writeLong((Long) v), Bytes::readLong),
  FLOAT(
      float.class,
      Float.class,
      (out, v) -> out.writeInt(Float.floatToRawIntBits((Float) v)),
      in -> Float.intBitsToFloat(in.readInt())),
  DOUBLE(
      double.class,
      Double.class,
      (out, v) -> out.writeLong(Double.doubleToRawLongBits((Double) v)),
      in -> Double.longBitsToDouble(in.readLong())),
  STRING(null, String.class, (out, v) -> out.writeUtf8((String) v), Bytes::readUtf8);

  private static final BasicCodec[] CONSTANTS = values();

  private final Class<?> primitive;
  private final Class<?> boxed;
  private final BiConsumer<Bytes<?>, Object> writer;
  private final Function<Bytes<?>, Object> reader;

  BasicCodec(
      Class<?> primitive,
      Class<?> boxed,
      BiConsumer<Bytes<?>, Object> writer,
      Function<Bytes<?>, Object> reader) {
    this.primitive = primitive;
    this.boxed = boxed;
    this.writer = writer;
    this.reader = reader;
  }

  @Override
  public void write(Bytes<?> out, Object value) {
    writer.accept(out, value);
  }

  @Override
  public Object read(Source in) {
    return reader.apply(in.bytes());
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

  /** The codec of values of a box type or of strings, none of them null; or null. */
  static BasicCodec ofBoxed(Class<?> type) {
    for (BasicCodec codec : CONSTANTS) {
      if (codec.boxed == type) {
        return codec;
      }
    }
    return null;
  }

  static BasicCodec at(int ordinal) {
    return CONSTANTS[ordinal];
  }
}
