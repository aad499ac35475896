package org.temoto.task.marshal;

import net.openhft.chronicle.bytes.Bytes;

/** Writes and reads values of one type. Immutable and thread-safe. */
interface Codec {
  /** Appends {@code value}; runs into the write limit if it does not fit. */
  void write(Bytes<?> out, Object value);

  /** The value that {@link #write} has written. */
  Object read(Source in);

  /**
   * Whether values have to pass {@link #prepare} at a fork, because they are copied or because
   * their type says too little to know that they can be marshalled.
   */
  default boolean isPrepared() {
    return false;
  }

  /**
   * The value as a task is to have it: copied where it is mutable.
   *
   * @throws org.temoto.gas.GasException if it cannot be marshalled
   */
  default Object prepare(Object value) {
    return value;
  }
}
