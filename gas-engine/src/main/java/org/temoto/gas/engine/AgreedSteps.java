package org.temoto.gas.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import org.temoto.gas.GasException;
import org.temoto.gas.RefusedException;
import org.temoto.gas.spi.JobAbortedException;

/**
 * Steps that every PE takes and that may fail on some: then they fail on all, with the same
 * message, and no PE waits for one that has gone another way. All methods are collective.
 */
record AgreedSteps(Space space) {
  /** Most bytes of a message, in UTF-8. */
  private static final int MOST_BYTES = 1 << 12;

  private static final long FINE = 0;
  private static final long REFUSED = 1;

  /** A file could not be read or written. */
  private static final long FAILED = 2;

  /** Anything else. */
  private static final long BROKEN = 3;

  /** Runs {@code part} on PE 0. */
  void onFirst(Runnable part) {
    onAll(() -> {
      if (space.pe() == 0) {
        part.run();
      }
    });
  }

  /** Runs {@code part} on every PE, as {@link #get}. */
  void onAll(Runnable part) {
    get(() -> {
      part.run();
      return true;
    });
  }

  /**
   * Runs {@code part} on every PE, and returns what it has returned on this one.
   *
   * @throws RefusedException if it has thrown one anywhere; that of the first PE that has failed
   * @throws UncheckedIOException likewise
   * @throws GasException if it has thrown another exception
   */
  <T> T get(Supplier<T> part) {
    T result = null;
    RuntimeException own = null;
    try {
      result = part.get();
    } catch (JobAbortedException e) {
      throw e; // no PE waits any more
    } catch (RuntimeException failure) {
      own = failure;
    }
    long[] kinds = new long[space.pes()];
    kinds[space.pe()] = kind(own);
    long[] all = space.sum(kinds);
    for (int pe = 0; pe < all.length; pe++) {
      if (all[pe] != FINE) {
        throw failure(pe, all[pe], own);
      }
    }
    return result;
  }

  private static long kind(RuntimeException failure) {
    return switch (failure) {
      case null -> FINE;
      case RefusedException _ -> REFUSED;
      case UncheckedIOException _ -> FAILED;
      default -> BROKEN;
    };
  }

  private RuntimeException failure(int pe, long kind, RuntimeException own) {
    String message = broadcast(pe, own == null ? "" : message(own));
    if (kind == REFUSED) {
      return new RefusedException(message, own);
    }
    return kind == FAILED
        ? new UncheckedIOException(new IOException(message, own))
        : new GasException(message, own);
  }

  private static String message(RuntimeException failure) {
    String message =
        switch (failure) {
          case RefusedException e -> e.getMessage();
          case UncheckedIOException e -> e.getCause().getMessage();
          default -> failure.toString();
        };
    return message == null ? failure.toString() : message;
  }

  /** The text of {@code pe}, on every PE. */
  private String broadcast(int pe, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    boolean speaks = space.pe() == pe;
    int own = speaks ? Math.min(MOST_BYTES, bytes.length) : 0;
    int length = (int) space.sum(own)[0];
    long[] letters = new long[length];
    for (int i = 0; i < length && speaks; i++) {
      letters[i] = bytes[i];
    }
    byte[] received = new byte[length];
    long[] sums = space.sum(letters);
    for (int i = 0; i < length; i++) {
      received[i] = (byte) sums[i];
    }
    return new String(received, StandardCharsets.UTF_8);
  }
}
