package org.temoto.apps.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Makes {@link Units} known to the parser of the command line. */
final class Converters {
  private Converters() {}

  private static TypeConversionException refused(IllegalArgumentException e) {
    return new TypeConversionException(e.getMessage());
  }

  /** See {@link Units#bytes}. */
  static final class Bytes implements ITypeConverter<Long> {
    @Override
    public Long convert(String value) {
      try {
        return Units.bytes(value);
      } catch (IllegalArgumentException e) {
        throw refused(e);
      }
    }
  }

  /** See {@link Units#nanoseconds}. */
  static final class Nanoseconds implements ITypeConverter<Long> {
    @Override
    public Long convert(String value) {
      try {
        return Units.nanoseconds(value);
      } catch (IllegalArgumentException e) {
        throw refused(e);
      }
    }
  }

  /** See {@link Units#bitsPerSecond}. */
  static final class BitsPerSecond implements ITypeConverter<Double> {
    @Override
    public Double convert(String value) {
      try {
        return Units.bitsPerSecond(value);
      } catch (IllegalArgumentException e) {
        throw refused(e);
      }
    }
  }
}
