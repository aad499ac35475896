package org.temoto.apps.cli;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.temoto.gas.cluster.ClusterOptions.ProgressThread;
import org.temoto.gas.simulated.Network.Disturbance.Slower;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.TypeConversionException;

/** Converters of words into values, for the parser of the command line. */
final class Converters {
  private Converters() {}

  private static TypeConversionException refused(IllegalArgumentException e) {
    return new TypeConversionException(e.getMessage());
  }

  static int int32(String value) {
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new TypeConversionException("'" + value + "' is not a whole number below 2^31");
    }
  }

  static long int64(String value) {
    try {
      return Long.parseLong(value);
    } catch (NumberFormatException e) {
      throw new TypeConversionException("'" + value + "' is not a whole number below 2^63");
    }
  }

  /** The name of a file or of a directory, which is not empty. */
  static Path path(String value) {
    if (value.isEmpty()) {
      throw new TypeConversionException("the name is empty");
    }
    try {
      return Path.of(value);
    } catch (InvalidPathException e) {
      throw new TypeConversionException("'" + value + "' cannot be a name: " + e.getReason());
    }
  }

  /** Makes the options of {@code command}, and of all below it, take the words of their enums. */
  static void registerWords(CommandLine command) {
    command.getCommandSpec().options().stream()
        .map(OptionSpec::type)
        .filter(Class::isEnum)
        .forEach(type -> registerWord(command, type));
    command.getSubcommands().values().forEach(Converters::registerWords);
  }

  private static <E> void registerWord(CommandLine command, Class<E> type) {
    command.registerConverter(type, word(type));
  }

  /** The constant of this name, in letters of any case; {@code last-writer} is LAST_WRITER. */
  private static <E> ITypeConverter<E> word(Class<E> type) {
    return value ->
        Arrays.stream(type.getEnumConstants())
            .filter(constant -> word((Enum<?>) constant).equalsIgnoreCase(value))
            .findFirst()
            .orElseThrow(
                () -> new TypeConversionException("'" + value + "' must be one of " + words(type)));
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static String words(Class<?> type) {
    return Arrays.stream(type.getEnumConstants())
        .map(constant -> word((Enum<?>) constant))
        .collect(Collectors.joining(", "));
  }

  /** Converter by {@link Units#bytes}. */
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

  /** Converter of {@code off}, which is {@link #OFF}, or else by {@link Units#bytes}. */
  static final class CacheSize implements ITypeConverter<Long> {
    static final long OFF = -1;

    @Override
    public Long convert(String value) {
      return value.equals("off") ? Long.valueOf(OFF) : new Bytes().convert(value);
    }
  }

  /** Converter by {@link Units#nanoseconds}. */
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

  /** Converter of {@code auto}, {@code off}, or how long a progress thread sleeps. */
  static final class Progress implements ITypeConverter<ProgressThread> {
    @Override
    public ProgressThread convert(String value) {
      try {
        return switch (value) {
          case "auto" -> ProgressThread.WHERE_NEEDED;
          case "off" -> ProgressThread.OFF;
          default -> ProgressThread.every(Units.nanoseconds(value));
        };
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage() + "; or auto, or off");
      }
    }
  }

  /** Converter by {@link Units#bitsPerSecond}. */
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

  /** Converter by {@link Units#number}. */
  static final class Decimal implements ITypeConverter<Double> {
    @Override
    public Double convert(String value) {
      try {
        return Units.number(value);
      } catch (IllegalArgumentException e) {
        throw refused(e);
      }
    }
  }

  /** Converter by {@link Units#share}. */
  static final class Share implements ITypeConverter<Double> {
    @Override
    public Double convert(String value) {
      try {
        return Units.share(value);
      } catch (IllegalArgumentException e) {
        throw refused(e);
      }
    }
  }

  /** A share of all PEs, and how many times as long they take: {@code 10%x4}. */
  static final class SlowerPes implements ITypeConverter<Slower> {
    @Override
    public Slower convert(String value) {
      int cross = value.indexOf('x');
      try {
        if (cross < 0) {
          throw new IllegalArgumentException("'" + value + "' has no factor");
        }
        return new Slower(
            Units.share(value.substring(0, cross)), Units.number(value.substring(cross + 1)));
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(
            e.getMessage() + "; it must be a share of the PEs and a factor, such as 10%x4");
      }
    }
  }
}
