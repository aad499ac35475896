package org.temoto.task.collective.engine;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.temoto.gas.spi.RawMemory;
import org.temoto.task.collective.Datatype;

/**
 * The loops of the predefined operators, at addresses: one for each operator and type, written out
 * so that the compiler sees each for itself.
 */
final class Arithmetic {
  enum Kind {
    SUM,
    PRODUCT,
    MIN,
    MAX,
    AND,
    OR,
    XOR;

    boolean isBitwise() {
      return this == AND || this == OR || this == XOR;
    }
  }

  private static final MemorySegment ALL = RawMemory.ALL;
  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;
  private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED;

  private Arithmetic() {}

  static boolean isDefined(Kind kind, Datatype type) {
    return switch (type) {
      case INT32, INT64 -> true;
      case FLOAT32, FLOAT64 -> !kind.isBitwise();
      case BYTES -> kind.isBitwise();
    };
  }

  /** {@code to[i] = to[i] op from[i]}; the operator is defined for the type. */
  static void combine(Kind kind, Datatype type, long to, long from, long elements) {
    long bytes = elements * type.bytes();
    if (kind.isBitwise()) {
      long words = bytes & -Long.BYTES;
      bitsOfWords(kind, to, from, words);
      bitsOfBytes(kind, to + words, from + words, bytes - words);
      return;
    }
    switch (type) {
      case INT32 -> ints(kind, to, from, bytes);
      case INT64 -> longs(kind, to, from, bytes);
      case FLOAT32 -> floats(kind, to, from, bytes);
      case FLOAT64 -> doubles(kind, to, from, bytes);
      case BYTES -> throw new AssertionError(kind);
    }
  }

  private static void ints(Kind kind, long to, long from, long bytes) {
    switch (kind) {
      case SUM -> {
        for (long i = 0; i < bytes; i += 4) {
          ALL.set(INT, to + i, ALL.get(INT, to + i) + ALL.get(INT, from + i));
        }
      }
      case PRODUCT -> {
        for (long i = 0; i < bytes; i += 4) {
          ALL.set(INT, to + i, ALL.get(INT, to + i) * ALL.get(INT, from + i));
        }
      }
      case MIN -> {
        for (long i = 0; i < bytes; i += 4) {
          ALL.set(INT, to + i, Math.min(ALL.get(INT, to + i), ALL.get(INT, from + i)));
        }
      }
      case MAX -> {
        for (long i = 0; i < bytes; i += 4) {
          ALL.set(INT, to + i, Math.max(ALL.get(INT, to + i), ALL.get(INT, from + i)));
        }
      }
      default -> throw new AssertionError(kind);
    }
  }

  private static void longs(Kind kind, long to, long from, long bytes) {
    switch (kind) {
      case SUM -> {
        for (long i = 0; i < bytes; i += 8) {
          ALL.set(LONG, to + i, ALL.get(LONG, to + i) + ALL.get(LONG, from + i));
        }
      }
      case PRODUCT -> {
        for (long i = 0; i < bytes; i += 8) {
          ALL.set(LONG, to + i, ALL.get(LONG, to + i) * ALL.get(LONG, from + i));
        }
      }
      case MIN -> {
        for (long i = 0; i < bytes; i += 8) {
          ALL.set(LONG, to + i, Math.min(ALL.get(LONG, to + i), ALL.get(LONG, from + i)));
        }
      }
      case MAX -> {
        for (long i = 0; i < bytes; i += 8) {
          ALL.set(LONG, to + i, Math.max(ALL.get(LONG, to + i), ALL.get(LONG, from + i)));
        }
      }
      default -> throw new AssertionError(kind);
    }
  }

  private static void floats(Kind kind, long to, long from, long bytes) {
    switch (kind) {
      case SUM -> {
        for (long i = 0; i < bytes; i += 4) {
          ALL.set(FLOAT, to + i, ALL.get(FLOAT, to + i) + ALL.get(FLOAT, from + i));
        }
      }
      case PRODUCT -> {
        for (long i = 0; i < bytes; i += 4) {
          ALL.set(FLOAT, to + i, ALL.get(FLOAT, to + i) * ALL.get(FLOAT, from + i));
        }
      }
      case MIN -> {
        for (long i = 0; i < bytes; i += 4) {
          ALL.set(FLOAT, to + i, Math.min(ALL.get(FLOAT, to + i), ALL.get(FLOAT, from + i)));
        }
      }
      case MAX -> {
        for (long i = 0; i < bytes; i += 4) {
          ALL.set(FLOAT, to + i, Math.max(ALL.get(FLOAT, to + i), ALL.get(FLOAT, from + i)));
        }
      }
      default -> throw new AssertionError(kind);
    }
  }

  private static void doubles(Kind kind, long to, long from, long bytes) {
    switch (kind) {
      case SUM -> {
        for (long i = 0; i < bytes; i += 8) {
          ALL.set(DOUBLE, to + i, ALL.get(DOUBLE, to + i) + ALL.get(DOUBLE, from + i));
        }
      }
      case PRODUCT -> {
        for (long i = 0; i < bytes; i += 8) {
          ALL.set(DOUBLE, to + i, ALL.get(DOUBLE, to + i) * ALL.get(DOUBLE, from + i));
        }
      }
      case MIN -> {
        for (long i = 0; i < bytes; i += 8) {
          ALL.set(DOUBLE, to + i, Math.min(ALL.get(DOUBLE, to + i), ALL.get(DOUBLE, from + i)));
        }
      }
      case MAX -> {
        for (long i = 0; i < bytes; i += 8) {
          ALL.set(DOUBLE, to + i, Math.max(ALL.get(DOUBLE, to + i), ALL.get(DOUBLE, from + i)));
        }
      }
      default -> throw new AssertionError(kind);
    }
  }

  private static void bitsOfWords(Kind kind, long to, long from, long bytes) {
    switch (kind) {
      case AND -> {
        for (long i = 0; i < bytes; i += 8) {
          ALL.set(LONG, to + i, ALL.get(LONG, to + i) & ALL.get(LONG, from + i));
        }
      }
      case OR -> {
        for (long i = 0; i < bytes; i += 8) {
          ALL.set(LONG, to + i, ALL.get(LONG, to + i) | ALL.get(LONG, from + i));
        }
      }
      case XOR -> {
        for (long i = 0; i < bytes; i += 8) {
          ALL.set(LONG, to + i, ALL.get(LONG, to + i) ^ ALL.get(LONG, from + i));
        }
      }
      default -> throw new AssertionError(kind);
    }
  }

  private static void bitsOfBytes(Kind kind, long to, long from, long bytes) {
    for (long i = 0; i < bytes; i++) {
      byte a = ALL.get(BYTE, to + i);
      byte b = ALL.get(BYTE, from + i);
      int bits =
          switch (kind) {
            case AND -> a & b;
            case OR -> a | b;
            case XOR -> a ^ b;
            default -> throw new AssertionError(kind);
          };
      ALL.set(BYTE, to + i, (byte) bits);
    }
  }
}
