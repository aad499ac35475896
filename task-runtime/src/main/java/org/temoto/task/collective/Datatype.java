package org.temoto.task.collective;

/** Type of the elements of a reduction, in the byte order of the machine; need not be aligned. */
public enum Datatype {
  INT32(Integer.BYTES),
  INT64(Long.BYTES),
  FLOAT32(Float.BYTES),
  FLOAT64(Double.BYTES),
  /** Raw bytes, which have bits and no value. */
  BYTES(1);

  private final int bytes;

  Datatype(int bytes) {
    this.bytes = bytes;
  }

  /** The size of an element in bytes. */
  public int bytes() {
    return bytes;
  }
}
