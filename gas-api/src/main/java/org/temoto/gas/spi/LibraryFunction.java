package org.temoto.gas.spi;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * Function of Linux's C library that takes up to six whole numbers or addresses and returns a
 * number. All are called with six, of which a function does not look at those that it does not
 * have: the first handle of each further type takes the start of a job milliseconds.
 *
 * @param handle takes a place for the error before the numbers
 * @param width of the result, in bits
 */
public record LibraryFunction(String name, MethodHandle handle, int width) {
  private static final Linker LINKER = Linker.nativeLinker();
  private static final Linker.Option CAPTURE = Linker.Option.captureCallState("errno");
  private static final StructLayout STATE = Linker.Option.captureStateLayout();
  private static final long ERRNO = STATE.byteOffset(PathElement.groupElement("errno"));
  private static final FunctionDescriptor TYPE =
      FunctionDescriptor.of(
          JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);

  /** Result of a call, and its error if the result is -1. */
  public record Outcome(long result, int errno) {
    public boolean failed() {
      return result == -1;
    }
  }

  /** The function {@code name}, which returns an {@code int}; empty where the library has none. */
  public static Optional<LibraryFunction> find(String name) {
    return find(name, Integer.SIZE);
  }

  private static Optional<LibraryFunction> find(String name, int width) {
    return LINKER
        .defaultLookup()
        .find(name)
        .map(at -> LINKER.downcallHandle(at, TYPE, CAPTURE))
        .map(handle -> new LibraryFunction(name, handle, width));
  }

  /** As {@link #find} of a function that every Linux has. */
  public static LibraryFunction ofInt(String name) {
    return find(name, Integer.SIZE).orElseThrow(() -> new NoSuchElementException(name));
  }

  static LibraryFunction ofLong(String name) {
    return find(name, Long.SIZE).orElseThrow(() -> new NoSuchElementException(name));
  }

  /** Calls the function with {@code numbers}. */
  public Outcome call(long... numbers) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(STATE);
      long result =
          (long)
              handle.invokeExact(
                  state,
                  number(numbers, 0),
                  number(numbers, 1),
                  number(numbers, 2),
                  number(numbers, 3),
                  number(numbers, 4),
                  number(numbers, 5));
      return new Outcome(width == Integer.SIZE ? (int) result : result, state.get(JAVA_INT, ERRNO));
    } catch (Throwable e) {
      throw new AssertionError(name + " cannot be called", e);
    }
  }

  private static long number(long[] numbers, int index) {
    return index < numbers.length ? numbers[index] : 0;
  }
}
