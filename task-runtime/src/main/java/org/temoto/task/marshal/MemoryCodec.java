package org.temoto.task.marshal;

import net.openhft.chronicle.bytes.Bytes;
import org.temoto.gas.GlobalMemory;

/** A global memory, by its number: the reader gets the face of its own PE. */
enum MemoryCodec implements Codec {
  INSTANCE;

  @Override
  public void write(Bytes<?> out, Object value) {
    out.writeInt(((GlobalMemory) value).id());
  }

  @Override
  public Object read(Source in) {
    return in.memories().apply(in.bytes().readInt());
  }
}
