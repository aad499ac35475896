package org.temoto.task.collective.engine;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
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
    switch (type) {
      case INT32 -> ints(kind, to, from, bytes);
      case INT64 -> longs(kind, to, from, bytes);
      case FLOAT32 -> floats(kind, to, from, bytes);
      case FLOAT64 -> doubles(kind, to, from, bytes);
      case BYTES -> bytes(kind, to, from, bytes);
    }
  }

  private static void ints(Kind kind, long to, long from, long bytes) {
    switch (kind) {
      case SUM -> {
        for (long i = 0; i < bytes; i += 4) {
          ALL.set(
              JAVA_INT_UNALIGNED,
              to + i,
              ALL.get(JAVA_INT_UNALIGNED, to + i) + ALL.get(JAVA_INT_UNALIGNED, from + i));
        }
      }
      case PRODUCT -> {
        for (long i = 0; i < bytes; i += 4) {
          ALL.set(
              JAVA_INT_UNALIGNED,
              to + i,
              ALL.get(JAVA_INT_UNALIGNED, to + i) * ALL.get(JAVA_INT_UNALIGNED, from + i));
        }
      }
      case MIN -> {
        for (long i = 0; i < bytes; i += 4) {
          ALL.set(
              JAVA_INT_UNALIGNED,
              to + i,
              Math.min(ALL.get(JAVA_INT_UNALIGNED, to + i), ALL.get(JAVA_INT_UNALIGNED, from + i)));
        }
      }
      case MAX -> {
        for (long i = 0; i < bytes; i += 4) {
          ALL.set(
              JAVA_INT_UNALIGNED,
              to + i,
              Math.max(ALL.get(JAVA_INT_UNALIGNED, to + i), ALL.get(JAVA_INT_UNALIGNED, from + i)));
        }
      }
      case AND -> {
        for (long i = 0; i < bytes; i += 4) {
          ALL.set(
              JAVA_INT_UNALIGNED,
              to + i,
              ALL.get(JAVA_INT_UNALIGNED, to + i) & ALL.get(JAVA_INT_UNALIGNED, from + i));
        }
      }
      case OR -> {
        for (long i = 0; i < bytes; i += 4) {
          ALL.set(
              JAVA_INT_UNALIGNED,
              to + i,
              ALL.get(JAVA_INT_UNALIGNED, to + i) | ALL.get(JAVA_INT_UNALIGNED, from + i));
        }
      }
      case XOR -> {
        for (long i = 0; i < bytes; i += 4) {
          ALL.set(
              JAVA_INT_UNALIGNED,
              to + i,
              ALL.get(JAVA_INT_UNALIGNED, to + i) ^ ALL.get(JAVA_INT_UNALIGNED, from + i));
        }
      }
    }
  }

  private static void longs(Kind kind, long to, long from, long bytes) {
    switch (kind) {
      case SUM -> {
        for (long i = 0; i < bytes; i += 8) {
          ALL.set(
              JAVA_LONG_UNALIGNED,
              to + i,
              ALL.get(JAVA_LONG_UNALIGNED, to + i) + ALL.get(JAVA_LONG_UNALIGNED, from + i));
        }
      }
      case PRODUCT -> {
        for (long i = 0; i < bytes; i += 8) {
          ALL.set(
              JAVA_LONG_UNALIGNED,
              to + i,
              ALL.get(JAVA_LONG_UNALIGNED, to + i) * ALL.get(JAVA_LONG_UNALIGNED, from + i));
        }
      }
      case MIN -> {
        for (long i = 0; i < bytes; i += 8) {
          ALL.set(
              JAVA_LONG_UNALIGNED,
              to + i,
              Math.min(
                  ALL.get(JAVA_LONG_UNALIGNED, to + i), ALL.get(JAVA_LONG_UNALIGNED, from + i)));
        }
      }
      case MAX -> {
        for (long i = 0; i < bytes; i += 8) {
          ALL.set(
              JAVA_LONG_UNALIGNED,
              to + i,
              Math.max(
                  ALL.get(JAVA_LONG_UNALIGNED, to + i), ALL.get(JAVA_LONG_UNALIGNED, from + i)));
        }
      }
      case AND -> {
        for (long i = 0; i < bytes; i += 8) {
          ALL.set(
              JAVA_LONG_UNALIGNED,
              to + i,
              ALL.get(JAVA_LONG_UNALIGNED, to + i) & ALL.get(JAVA_LONG_UNALIGNED, from + i));
        }
      }
      case OR -> {
        for (long i = 0; i < bytes; i += 8) {
          ALL.set(
              JAVA_LONG_UNALIGNED,
              to + i,
              ALL.get(JAVA_LONG_UNALIGNED, to + i) | ALL.get(JAVA_LONG_UNALIGNED, from + i));
        }
      }
      case XOR -> {
        for (long i = 0; i < bytes; i += 8) {
          ALL.set(
              JAVA_LONG_UNALIGNED,
              to + i,
              ALL.get(JAVA_LONG_UNALIGNED, to + i) ^ ALL.get(JAVA_LONG_UNALIGNED, from + i));
        }
      }
    }
  }

  private static void floats(Kind kind, long to, long from, long bytes) {
    switch (kind) {
      case SUM -> {
        for (long i = 0; i < bytes; i += 4) {
          ALL.set(
              JAVA_FLOAT_UNALIGNED,
              to + i,
              ALL.get(JAVA_FLOAT_UNALIGNED, to + i) + ALL.get(JAVA_FLOAT_UNALIGNED, from + i));
        }
      }
      case PRODUCT -> {
        for (long i = 0; i < bytes; i += 4) {
          ALL.set(
              JAVA_FLOAT_UNALIGNED,
              to + i,
              ALL.get(JAVA_FLOAT_UNALIGNED, to + i) * ALL.get(JAVA_FLOAT_UNALIGNED, from + i));
        }
      }
      case MIN -> {
        for (long i = 0; i < bytes; i += 4) {
          ALL.set(
              JAVA_FLOAT_UNALIGNED,
              to + i,
              Math.min(
                  ALL.get(JAVA_FLOAT_UNALIGNED, to + i), ALL.get(JAVA_FLOAT_UNALIGNED, from + i)));
        }
      }
      case MAX -> {
        for (long i = 0; i < bytes; i += 4) {
          ALL.set(
              JAVA_FLOAT_UNALIGNED,
              to + i,
              Math.max(
                  ALL.get(JAVA_FLOAT_UNALIGNED, to + i), ALL.get(JAVA_FLOAT_UNALIGNED, from + i)));
        }
      }
      default -> throw new AssertionError(kind);
    }
  }

  private static void doubles(Kind kind, long to, long from, long bytes) {
    switch (kind) {
      case SUM -> {
        for (long i = 0; i < bytes; i += 8) {
          ALL.set(
              JAVA_DOUBLE_UNALIGNED,
              to + i,
              ALL.get(JAVA_DOUBLE_UNALIGNED, to + i) + ALL.get(JAVA_DOUBLE_UNALIGNED, from + i));
        }
      }
      case PRODUCT -> {
        for (long i = 0; i < bytes; i += 8) {
          ALL.set(
              JAVA_DOUBLE_UNALIGNED,
              to + i,
              ALL.get(JAVA_DOUBLE_UNALIGNED, to + i) * ALL.get(JAVA_DOUBLE_UNALIGNED, from + i));
        }
      }
      case MIN -> {
        for (long i = 0; i < bytes; i += 8) {
          ALL.set(
              JAVA_DOUBLE_UNALIGNED,
              to + i,
              Math.min(
                  ALL.get(JAVA_DOUBLE_UNALIGNED, to + i),
                  ALL.get(JAVA_DOUBLE_UNALIGNED, from + i)));
        }
      }
      case MAX -> {
        for (long i = 0; i < bytes; i += 8) {
          ALL.set(
              JAVA_DOUBLE_UNALIGNED,
              to + i,
              Math.max(
                  ALL.get(JAVA_DOUBLE_UNALIGNED, to + i),
                  ALL.get(JAVA_DOUBLE_UNALIGNED, from + i)));
        }
      }
      default -> throw new AssertionError(kind);
    }
  }

  private static void bytes(Kind kind, long to, long from, long bytes) {
    switch (kind) {
      case AND -> {
        for (long i = 0; i < bytes; i += 1) {
          ALL.set(
              JAVA_BYTE,
              to + i,
              (byte) (ALL.get(JAVA_BYTE, to + i) & ALL.get(JAVA_BYTE, from + i)));
        }
      }
      case OR -> {
        for (long i = 0; i < bytes; i += 1) {
          ALL.set(
              JAVA_BYTE,
              to + i,
              (byte) (ALL.get(JAVA_BYTE, to + i) | ALL.get(JAVA_BYTE, from + i)));
        }
      }
      case XOR -> {
        for (long i = 0; i < bytes; i += 1) {
          ALL.set(
              JAVA_BYTE,
              to + i,
              (byte) (ALL.get(JAVA_BYTE, to + i) ^ ALL.get(JAVA_BYTE, from + i)));
        }
      }
      default -> throw new AssertionError(kind);
    }
  }
}
