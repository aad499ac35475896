package org.temoto.task.marshal;

import java.util.List;
import org.temoto.gas.GasException;
import org.temoto.gas.RefusedException;

/**
 * Codec of a value whose declared type does not tell its class: an interface, {@code Object}, a
 * type variable. The value's own class stands in the bytes.
 *
 * @param where the component, for messages
 */
record DynamicCodec(String where) implements Codec {
  private static final byte NULL = 0;
  private static final byte RECORD = 1;
  private static final byte ENUM = 2;
  private static final byte LIST = 3;
  private static final byte BASIC = 4; // and up: by ordinal of the basic codec

  @Override
  public void write(Output out, Object value) {
    switch (value) {
      case null -> out.putByte(NULL);
      case Record item -> {
        out.putByte(RECORD);
        ClassNames.write(out, item.getClass());
        Codecs.ofRecord(item.getClass()).write(out, item);
      }
      case Enum<?> item -> {
        out.putByte(ENUM);
        ClassNames.write(out, item.getDeclaringClass());
        out.putInt(item.ordinal());
      }
      case List<?> item -> {
        out.putByte(LIST);
        new ListCodec(this).write(out, item);
      }
      default -> {
        BasicCodec codec = basic(value);
        out.putByte((byte) (BASIC + codec.ordinal()));
        codec.write(out, value);
      }
    }
  }

  private BasicCodec basic(Object value) {
    BasicCodec codec = BasicCodec.ofBoxed(value.getClass());
    if (codec == null) {
      throw new RefusedException(
          where + " holds a " + value.getClass().getName() + ": " + Codecs.RULE);
    }
    return codec;
  }

  @Override
  public Object read(Source in) {
    byte kind = in.getByte();
    return switch (kind) {
      case NULL -> null;
      case RECORD -> Codecs.ofRecord(in.type()).read(in);
      case ENUM -> constant(in.type(), in.getInt());
      case LIST -> new ListCodec(this).read(in);
      default -> BasicCodec.at(kind - BASIC).read(in);
    };
  }

  private static Object constant(Class<?> type, int ordinal) {
    Object[] constants = type.getEnumConstants();
    if (constants == null || ordinal < 0 || ordinal >= constants.length) {
      throw new GasException(
          "class " + type.getName() + " of a marshalled value has no constant " + ordinal);
    }
    return constants[ordinal];
  }

  @Override
  public boolean isPrepared() {
    return true;
  }

  @Override
  public Object prepare(Object value) {
    return switch (value) {
      case null -> null;
      case Record item -> prepareRecord(item);
      case Enum<?> item -> item;
      case List<?> item -> new ListCodec(this).prepare(item);
      default -> {
        basic(value); // refuses what cannot be marshalled
        yield value;
      }
    };
  }

  private static Object prepareRecord(Record item) {
    RecordCodec codec = Codecs.ofRecord(item.getClass());
    return codec.isPrepared() ? codec.prepare(item) : item;
  }
}
