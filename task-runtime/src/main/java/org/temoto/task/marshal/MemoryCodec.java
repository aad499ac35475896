package org.temoto.task.marshal;

import org.temoto.gas.GlobalMemory;

/** A global memory, by its number: the reader gets the face of its own PE. */
enum MemoryCodec implements Codec {
  INSTANCE;

  @Override
  public void write(Output out, Object value) {
    out.putInt(((GlobalMemory) value).id());
  }

  @Override
  public Object read(Source in) {
    return in.globalMemory();
  }
}
