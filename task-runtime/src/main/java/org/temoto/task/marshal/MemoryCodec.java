package org.temoto.task.marshal;

import org.temoto.gas.GlobalMemory;

/** Codec of a global memory, by its number: the reader gets the memory as its own PE has it. */
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
