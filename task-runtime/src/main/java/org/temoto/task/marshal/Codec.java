package org.temoto.task.marshal;

/** Codec that writes and reads values of one type. Immutable and thread-safe. */
interface Codec {
  /**
   * Least bytes that an element of a list or an array takes: none is a record that may not be null.
   */
  int LEAST_BYTES = 1;

  /** Appends {@code value}. */
  void write(Output out, Object value);

  /** The value that {@link #write} has written. */
  Object read(Source in);

  /**
   * Tells whether values have to pass {@link #prepare} at a fork, because they are copied or
   * because their type says too little to know that they can be marshalled.
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
