package org.temoto.task.marshal;

/** Codec of a class, by its name: the reader gets the class as its own PE has it. */
enum ClassCodec implements Codec {
  INSTANCE;

  @Override
  public void write(Output out, Object value) {
    ClassNames.write(out, (Class<?>) value);
  }

  @Override
  public Object read(Source in) {
    return in.type();
  }
}
