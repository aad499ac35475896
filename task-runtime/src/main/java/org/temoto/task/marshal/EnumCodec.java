package org.temoto.task.marshal;

/** Codec of an enum constant, by its ordinal: all PEs run the same classes. */
record EnumCodec(Object[] constants) implements Codec {
  @Override
  public void write(Output out, Object value) {
    out.putInt(((Enum<?>) value).ordinal());
  }

  @Override
  public Object read(Source in) {
    return constants[in.getInt()];
  }
}
