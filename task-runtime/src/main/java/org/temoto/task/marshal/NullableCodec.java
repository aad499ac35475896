package org.temoto.task.marshal;

/** Codec of null or what another codec writes. */
record NullableCodec(Codec codec) implements Codec {
  @Override
  public void write(Output out, Object value) {
    out.putByte((byte) (value == null ? 0 : 1));
    if (value != null) {
      codec.write(out, value);
    }
  }

  @Override
  public Object read(Source in) {
    return in.getByte() == 0 ? null : codec.read(in);
  }

  @Override
  public boolean isPrepared() {
    return codec.isPrepared();
  }

  @Override
  public Object prepare(Object value) {
    return value == null ? null : codec.prepare(value);
  }
}
