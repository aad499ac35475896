package org.temoto.task.marshal;

import java.lang.reflect.Array;
import net.openhft.chronicle.bytes.Bytes;

/** An array of a component marked {@link Copied}. */
record ArrayCodec(Class<?> elementType, Codec element) implements Codec {
  @Override
  public void write(Bytes<?> out, Object value) {
    if (value instanceof byte[] bytes) {
      out.writeInt(bytes.length);
      out.write(bytes);
      return;
    }
    int length = Array.getLength(value);
    out.writeInt(length);
    switch (value) {
      case int[] ints -> {
        for (int each : ints) {
          out.writeInt(each);
        }
      }
      case long[] longs -> {
        for (long each : longs) {
          out.writeLong(each);
        }
      }
      case double[] doubles -> {
        for (double each : doubles) {
          out.writeLong(Double.doubleToRawLongBits(each));
        }
      }
      default -> {
        for (int i = 0; i < length; i++) {
          element.write(out, Array.get(value, i));
        }
      }
    }
  }

  @Override
  public Object read(Source in) {
    Bytes<?> bytes = in.bytes();
    int length = bytes.readInt();
    Object array = Array.newInstance(elementType, length);
    switch (array) {
      case byte[] target -> bytes.read(target);
      case int[] target -> {
        for (int i = 0; i < length; i++) {
          target[i] = bytes.readInt();
        }
      }
      case long[] target -> {
        for (int i = 0; i < length; i++) {
          target[i] = bytes.readLong();
        }
      }
      case double[] target -> {
        for (int i = 0; i < length; i++) {
          target[i] = Double.longBitsToDouble(bytes.readLong());
        }
      }
      default -> {
        for (int i = 0; i < length; i++) {
          Array.set(array, i, element.read(in));
        }
      }
    }
    return array;
  }

  @Override
  public boolean isPrepared() {
    return true;
  }

  @Override
  public Object prepare(Object value) {
    int length = Array.getLength(value);
    Object copy = Array.newInstance(elementType, length);
    System.arraycopy(value, 0, copy, 0, length);
    if (element.isPrepared()) {
      for (int i = 0; i < length; i++) {
        Array.set(copy, i, element.prepare(Array.get(copy, i)));
      }
    }
    return copy;
  }
}
