package org.temoto.gas;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.temoto.gas.AccessSamples.STORES;
import static org.temoto.gas.AccessSamples.arrays;
import static org.temoto.gas.AccessSamples.get;
import static org.temoto.gas.AccessSamples.readViews;
import static org.temoto.gas.AccessSamples.set;
import static org.temoto.gas.AccessSamples.variant;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.BytesStore;
import net.openhft.chronicle.bytes.RandomDataInput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.gas.array.ArrayView;
import org.temoto.gas.array.GlobalArray;

/** Tests of stores through views for reading, which are refused, on any backend. */
public abstract class ReadOnlyContractTest extends MemoryTest {
  @ParameterizedTest
  @CsvSource({
    "1, no checks",
    "2, no checks",
    "2, checks",
    "2, copies",
    "1, copies",
    "2, automatic"
  })
  void shouldRefuseEveryStoreThroughASegmentForReading(int pes, String variant) {
    spmd(variant(options(pes), variant), space -> assertNoStores(space));
  }

  /** Asserts that nothing is stored; for backends with further ways to keep memory. */
  protected static void assertNoStores(GlobalAddressSpace space) {
    GlobalMemory memory = space.allocate("read", 8 * PAGE);
    for (LocalView view : readViews(memory)) {
      try (view) {
        assertThat(view.segment().isReadOnly()).isTrue();
        for (int store = 0; store < STORES.size(); store++) {
          Consumer<MemorySegment> each = STORES.get(store);
          assertThat(catchThrowable(() -> each.accept(view.segment())))
              .as("store %s through %s", store, view)
              .isNotNull();
        }
      }
    }
    assertFilled(memory, 0, 8 * PAGE, 0);
    space.barrier();
    for (Access access : List.of(Access.WRITE, Access.READ_WRITE)) { // which are as before
      try (LocalView view = memory.localize((long) space.pe() * PAGE, 64, access)) {
        STORES.forEach(store -> store.accept(view.segment()));
      }
    }
    space.barrier();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldRefuseStoresThroughArrayViewsForReading(boolean checks) {
    spmd(
        options(2)
            .with(
                EngineOptions.DEFAULT,
                engine ->
                    checks
                        ? engine.with(EngineOptions.Feature.USE_AFTER_CLOSE_CHECKS)
                        : engine.without(EngineOptions.Feature.USE_AFTER_CLOSE_CHECKS)),
        space -> {
          GlobalMemory memory = space.allocate("a", 8 * PAGE);
          long offset = (1 + 4L * space.pe()) * PAGE; // each PE has its own
          for (GlobalArray<?, ?> array : arrays(memory.range(offset, 2 * PAGE))) {
            long first = offset / array.elementBytes();
            long length = array.length();
            try (ArrayView view = array.localize(Access.READ)) {
              assertThatThrownBy(() -> set(view, 7))
                  .isInstanceOf(IllegalStateException.class)
                  .hasMessage(
                      "store of element 7 through READ view of %s elements [%s, %s) of array \"a\":"
                          + " localize with READ_WRITE to store",
                      length, first, first + length);
              assertThat(((Number) get(view, 7)).doubleValue()).isZero();
            }
            try (ArrayView view = array.localize(Access.READ_WRITE)) {
              set(view, 7);
              assertThat(((Number) get(view, 7)).doubleValue()).isOne();
              set(view, 7, 0);
            }
          }
          space.barrier();
        });
  }

  /** Reads into a view's memory are stores. */
  @Test
  void shouldRefuseReadsIntoViewsForReading() {
    spmd(
        2,
        space -> {
          GlobalMemory memory = space.allocate("read", 4 * PAGE);
          try (LocalView view = memory.localize(0, 64, Access.READ)) {
            MemorySegment to = view.segment();
            assertThatThrownBy(() -> memory.read(PAGE, to))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("read-only");
            assertThatThrownBy(() -> memory.read(memory.range(PAGE, 64), to))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("read-only");
          }
          space.barrier();
        });
  }

  // --- Chronicle's

  /** Methods that do not store, or crash when called. */
  private static final Set<String> NOT_CALLED =
      Set.of(
          "nativeRead", // to an address
          "nativeWrite", // from an address
          "setAddress",
          "address",
          "wait",
          "notify",
          "notifyAll",
          "unsafeRead",
          "unsafeWrite");

  /**
   * Calls every method of Chronicle's classes: what changes the bytes of a view for writing is
   * refused by one for reading, and nothing changes there.
   */
  @Test
  void shouldRefuseEveryStoreThroughBytesForReading() {
    spmd(
        options(1)
            .with(
                EngineOptions.DEFAULT,
                engine -> engine.without(EngineOptions.Feature.USE_AFTER_CLOSE_CHECKS)),
        space -> {
          GlobalMemory memory = space.allocate("bytes", PAGE);
          Set<String> refused = new TreeSet<>();
          List<String> stored = new ArrayList<>();
          for (Function<Bytes<?>, Object> face : FACES) {
            for (Method method : callable(memory, face)) {
              for (int base = 0; base < 2; base++) {
                Outcome writing = changes(memory, Access.READ_WRITE, face, method, base);
                Outcome reading = changes(memory, Access.READ, face, method, base);
                if (reading == Outcome.CHANGED
                    || writing == Outcome.CHANGED && reading != Outcome.REFUSED) {
                  stored.add(method + ": " + reading);
                } else if (writing == Outcome.CHANGED) {
                  refused.add(method.getName());
                }
              }
            }
          }
          assertThat(stored).isEmpty();
          assertThat(refused)
              .contains("writeByte", "writeShort", "writeInt", "writeLong", "writeFloat")
              .contains("writeDouble", "writeUtf8", "write", "append", "append8bit", "appendUtf8")
              .contains("writeOrderedInt", "writeVolatileLong", "addAndGetLong", "prewriteInt")
              .contains("compareAndSwapInt", "compareAndSwapLong", "move", "zeroOut");
        });
  }

  @Test
  void shouldNameTheByteThatBytesForReadingRefuse() {
    spmd(
        options(1),
        space -> {
          GlobalMemory memory = space.allocate("bytes", PAGE);
          try (LocalView view = memory.localize(100, 64, Access.READ)) {
            Bytes<?> bytes = view.bytes();
            assertThatThrownBy(() -> bytes.writeInt(12, 5))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                    "store at byte 12 through READ view [100, 164) of memory \"bytes\":"
                        + " localize with READ_WRITE to store");
            assertThatThrownBy(() -> bytes.writeLong(5)) // all of them are there, to be read
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("store at byte 64 through READ view [100, 164)");
            assertThat(bytes.readInt(12)).isZero();
            assertThat(bytes.readRemaining()).isEqualTo(64);
            assertThat(bytes.toTemporaryDirectByteBuffer().isReadOnly()).isTrue();
          }
        });
  }

  /** Receivers of the calls: bytes as they come, as if empty, with room before; their store. */
  private static final List<Function<Bytes<?>, Object>> FACES =
      List.of(bytes -> bytes, Bytes::clear, bytes -> bytes.readPosition(32), Bytes::bytesStore);

  private enum Outcome {
    CHANGED,
    REFUSED,
    NOTHING
  }

  /** The public methods that can be found a sample of arguments for, in an order of their own. */
  private static List<Method> callable(GlobalMemory memory, Function<Bytes<?>, Object> face) {
    try (LocalView view = memory.localize(0, 256, Access.READ_WRITE)) {
      return Arrays.stream(face.apply(view.bytes()).getClass().getMethods())
          .filter(method -> !NOT_CALLED.contains(method.getName()))
          .filter(method -> Stream.of(method.getParameterTypes()).allMatch(type -> has(type)))
          .sorted(Comparator.comparing(Method::toString))
          .toList();
    }
  }

  private static boolean has(Class<?> type) {
    return argument(type, 0, 0) != null;
  }

  /** Outcome of the method on zeros, or on bytes that differ. */
  private static Outcome changes(
      GlobalMemory memory,
      Access access,
      Function<Bytes<?>, Object> face,
      Method method,
      int base) {
    try (LocalView whole = memory.localize(0, 512, Access.READ_WRITE);
        LocalView view = memory.localize(0, 256, access)) {
      for (int i = 0; i < 256; i++) {
        whole.segment().set(JAVA_BYTE, i, isMoving(method) ? (byte) i : 0);
      }
      Class<?>[] types = method.getParameterTypes();
      Object[] arguments = new Object[types.length];
      for (int i = 0; i < types.length; i++) {
        arguments[i] = argument(types[i], i, base);
      }
      if (method.getName().startsWith("compareAndSwap")) { // which stores where it finds that
        store(arguments[1], whole.segment().asSlice((long) arguments[0]));
      }
      byte[] before = whole.segment().toArray(JAVA_BYTE);
      Outcome outcome = Outcome.NOTHING;
      try {
        method.invoke(face.apply(view.bytes()), arguments);
      } catch (InvocationTargetException e) {
        outcome = Outcome.REFUSED;
      } catch (IllegalAccessException e) {
        throw new AssertionError(e);
      }
      return Arrays.equals(before, whole.segment().toArray(JAVA_BYTE)) ? outcome : Outcome.CHANGED;
    }
  }

  private static void store(Object value, MemorySegment to) {
    switch (value) {
      case Integer number -> to.set(JAVA_INT, 0, number);
      case Long number -> to.set(JAVA_LONG, 0, number);
      case Float number -> to.set(JAVA_FLOAT, 0, number);
      case Double number -> to.set(JAVA_DOUBLE, 0, number);
      default -> throw new AssertionError(value);
    }
  }

  /** Tells if the method stores the bytes that are there, or zeros. */
  private static boolean isMoving(Method method) {
    return Set.of("move", "zeroOut", "compact", "clearAndPad").contains(method.getName());
  }

  /** A fresh argument, or null for types of which there is none. */
  private static Object argument(Class<?> type, int place, int base) {
    if (type == long.class) {
      return 8L * (place + 1);
    } else if (type == int.class) {
      return place + base;
    } else if (type == short.class) {
      return (short) 7;
    } else if (type == byte.class) {
      return (byte) 7;
    } else if (type == char.class) {
      return 'x';
    } else if (type == float.class) {
      return 7f;
    } else if (type == double.class) {
      return 7d;
    } else if (type == boolean.class) {
      return true;
    } else if (type == byte[].class) {
      return new byte[] {7, 7, 7, 7, 7, 7, 7, 7};
    } else if (type == char[].class) {
      return "characters".toCharArray();
    } else if (type == String.class || type == CharSequence.class) {
      return "characters";
    } else if (type == ByteBuffer.class) {
      return ByteBuffer.wrap(new byte[] {7, 7, 7, 7, 7, 7, 7, 7});
    } else if (type == BytesStore.class || type == RandomDataInput.class) {
      return BytesStore.wrap(
          "0123456789012345678901234567890123456789".getBytes(StandardCharsets.US_ASCII));
    }
    return null;
  }
}
