package org.temoto.task.marshal;

import net.openhft.chronicle.bytes.Bytes;

/** An enum constant, by its ordinal: all PEs run the same classes. */
record EnumCodec(Object[] constants) implements Codec {
  static EnumCodec of(Class<?> type) {
    return new EnumCodec(type.getEnumConstants());
  }

  @Override
  public void write(Bytes<?> out, Object value) {
    out.writeInt(((Enum<?>) value).ordinal());
  }

  @Override
  public Object read(Source in) {
    return constants[in.bytes().readInt()];
  }
}
