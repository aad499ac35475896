package org.temoto.task.marshal;

/**
 * Access to the records of one class: takes them apart and makes them. {@link AccessClass} writes a
 * class for each class of records.
 */
interface RecordAccess {
  /** Appends the components of {@code value}: those of primitive types itself. */
  void write(Output out, Object value, Codec[] codecs);

  /** The record whose components stand next. */
  Object read(Source in, Codec[] codecs);
}
