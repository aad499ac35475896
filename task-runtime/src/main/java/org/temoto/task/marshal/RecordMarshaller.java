package org.temoto.task.marshal;

/**
 * Marshaller of the records of one class: writes their components and makes records of them. {@link
 * MarshallerGenerator} writes a class for each class of records.
 */
interface RecordMarshaller {
  /** Appends the components of {@code value}: those of primitive types itself. */
  void write(Output out, Object value, Codec[] codecs);

  /** The record whose components stand next. */
  Object read(Source in, Codec[] codecs);
}
