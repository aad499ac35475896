package org.temoto.gas;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.BytesStore;
import net.openhft.chronicle.bytes.RandomDataInput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.gas.DirectTransfers.PendingRead;
import org.temoto.gas.DirectTransfers.PendingWrite;
import org.temoto.gas.array.ArrayView;
import org.temoto.gas.array.GlobalArray;
import org.temoto.gas.array.GlobalCounters;
import org.temoto.gas.array.GlobalDoubles;
import org.temoto.gas.array.GlobalFloats;
import org.temoto.gas.array.GlobalInts;
import org.temoto.gas.array.GlobalLongs;
import org.temoto.gas.array.GlobalMatrix;

/**
 * Stores through views for reading, indices out of range and foreign threads, all of which are
 * refused, whatever the backend.
 */
public abstract class RefusalContractTest extends MemoryTest {
  // --- stores through READ views

  /** Every way in which Java stores into a segment of at least 64 bytes. */
  private static final List<Consumer<MemorySegment>> STORES =
      List.of(
          to -> to.set(JAVA_BYTE, 0, (byte) 1),
          to -> to.set(JAVA_SHORT, 0, (short) 1),
          to -> to.set(JAVA_CHAR_UNALIGNED, 1, 'x'),
          to -> to.set(JAVA_INT, 0, 1),
          to -> to.set(JAVA_LONG, 0, 1),
          to -> to.set(JAVA_FLOAT, 0, 1),
          to -> to.set(JAVA_DOUBLE, 0, 1),
          to -> to.setAtIndex(JAVA_INT, 3, 1),
          to -> to.setString(0, "text"),
          to -> to.fill((byte) 1),
          to -> to.copyFrom(MemorySegment.ofArray(new byte[] {1})),
          to -> MemorySegment.copy(MemorySegment.ofArray(new byte[] {1}), 0, to, 0, 1),
          to -> MemorySegment.copy(new int[] {1}, 0, to, JAVA_INT, 0, 1),
          to -> to.asByteBuffer().put(0, (byte) 1),
          to -> to.asSlice(8, 8).fill((byte) 1),
          to -> to.asSlice(8, 8).reinterpret(16).set(JAVA_LONG, 0, 1),
          to -> JAVA_LONG.varHandle().setVolatile(to, 0L, 1L),
          to -> JAVA_LONG.varHandle().setOpaque(to, 0L, 1L),
          to -> JAVA_LONG.varHandle().compareAndSet(to, 0L, 0L, 1L),
          to -> JAVA_LONG.varHandle().getAndAdd(to, 0L, 1L),
          to -> JAVA_INT.arrayElementVarHandle().set(to, 0L, 1L, 1));

  /** The views of {@code memory} that can be had for reading, of any shape. */
  private static List<LocalView> readViews(GlobalMemory memory) {
    GlobalRange first = memory.range(PAGE, 64);
    GlobalRange second = memory.range(3 * PAGE, 64);
    return List.of(
        memory.localize(64, 3 * PAGE, Access.READ),
        memory.localize(first, Access.READ),
        memory.localize(new Region.Strided(memory, 128, 64, 256, 8), Access.READ),
        memory.localize(new Region.Ranges(List.of(first, second)), Access.READ),
        memory.localize(memory.gather(0, 64, new long[] {1, 5, PAGE / 16}), Access.READ),
        memory.localizeAsync(64, 3 * PAGE, Access.READ).await(),
        GlobalMatrix.of(memory.whole(), 16, 16, Double.BYTES).localize(Access.READ),
        new GlobalLongs(memory.whole()).localize(Access.READ).view());
  }

  private GasOptions variant(int pes, String variant) {
    GasOptions options = options(pes);
    return switch (variant) {
      case "copies" -> options.with(EngineOptions.DEFAULT, engine -> engine.withAliasing(false));
      case "checks" ->
          options.with(EngineOptions.DEFAULT, engine -> engine.withUseAfterCloseChecks(true));
      case "no checks" ->
          options.with(EngineOptions.DEFAULT, engine -> engine.withUseAfterCloseChecks(false));
      case "automatic" -> options.withCoherence(Coherence.AUTOMATIC);
      default -> throw new AssertionError(variant);
    };
  }

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
    spmd(variant(pes, variant), space -> assertNoStores(space));
  }

  /** For backends with further ways to keep memory. */
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
        options(2).with(EngineOptions.DEFAULT, engine -> engine.withUseAfterCloseChecks(checks)),
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
            assertThatThrownBy(() -> memory.direct().startRead(memory.range(PAGE, 64), to))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("read-only");
          }
          space.barrier();
        });
  }

  // --- Chronicle's

  /** What neither stores nor can be called without a crash. */
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
        options(1).with(EngineOptions.DEFAULT, engine -> engine.withUseAfterCloseChecks(false)),
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

  /** What methods are called of: bytes as they come, as if empty, with room before; their store. */
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

  /** What the method does to zeros, or to bytes that differ. */
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

  /** Whether the method stores what it finds, or zeros. */
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

  // --- indices

  private static List<GlobalArray<?, ?>> arrays(GlobalRange range) {
    return List.of(
        new GlobalInts(range),
        new GlobalLongs(range),
        new GlobalFloats(range),
        new GlobalDoubles(range));
  }

  private static Object get(ArrayView view, long index) {
    return call(view, "get", index);
  }

  private static void set(ArrayView view, long index) {
    set(view, index, 1);
  }

  private static void set(ArrayView view, long index, int value) {
    Object typed =
        switch (get(view, index)) {
          case Integer _ -> value;
          case Long _ -> (long) value;
          case Float _ -> (float) value;
          default -> (double) value;
        };
    call(view, "set", index, typed);
  }

  private static Object call(ArrayView view, String name, Object... arguments) {
    Method method =
        Stream.of(view.getClass().getMethods())
            .filter(each -> each.getName().equals(name))
            .findFirst()
            .orElseThrow();
    try {
      return method.invoke(view, arguments);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException thrown) {
        throw thrown;
      }
      throw new AssertionError(e);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }

  /** Indices around everything that overflows when it is multiplied or added to. */
  private static long[] extremes(long length) {
    return LongStream.concat(
            LongStream.of(0, 1, length - 1, length, length + 1, -1, -2, length / 2),
            LongStream.rangeClosed(28, 63)
                .flatMap(bit -> LongStream.of(1L << bit, -(1L << bit)))
                .flatMap(power -> LongStream.of(power - 1, power, power + 1, power + 7)))
        .distinct()
        .toArray();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldRefuseIndicesThatAnArrayViewDoesNotHave(boolean checks) {
    spmd(
        options(1).with(EngineOptions.DEFAULT, engine -> engine.withUseAfterCloseChecks(checks)),
        space -> {
          GlobalMemory memory = space.allocate("a", 4 * PAGE);
          for (GlobalArray<?, ?> array : arrays(memory.range(PAGE, 800))) {
            long length = array.length();
            long first = PAGE / array.elementBytes();
            try (ArrayView view = array.localize(Access.READ_WRITE)) {
              for (long index : extremes(length)) {
                if (index >= 0 && index < length) {
                  set(view, index);
                  assertThat(((Number) get(view, index)).doubleValue()).isOne();
                  set(view, index, 0);
                } else {
                  for (Runnable use :
                      List.<Runnable>of(
                          () -> get(view, index), () -> call(view, "set", index, get(view, 0)))) {
                    assertThatThrownBy(use::run)
                        .isInstanceOf(IndexOutOfBoundsException.class)
                        .hasMessage(
                            "index %s is out of range of READ_WRITE view of %s elements [%s, %s) of"
                                + " array \"a\"",
                            index, length, first, first + length);
                  }
                }
              }
            }
          }
          assertFilled(memory, 0, 4 * PAGE, 0);
        });
  }

  /** Whether [from, from + length) is inside [0, whole), without overflow. */
  private static boolean isInside(long from, BigInteger length, long whole) {
    return from >= 0
        && length.signum() >= 0
        && BigInteger.valueOf(from).add(length).compareTo(BigInteger.valueOf(whole)) <= 0;
  }

  private static BigInteger big(long value) {
    return BigInteger.valueOf(value);
  }

  private static void assertRefusedUnless(boolean inside, String what, Runnable call) {
    Throwable thrown = catchThrowable(call::run);
    if (inside) {
      assertThat(thrown).as(what).isNull();
    } else {
      assertThat(thrown).as(what).isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  /** All that takes a beginning and an end or a length, compared with arithmetic without limits. */
  @Test
  void shouldRefuseRangesThatOverflow() {
    spmd(
        1,
        space -> {
          GlobalMemory memory =
              space.allocate(MemoryOptions.of("a", 4 * PAGE).withSpareFrames(0.25)); // to migrate
          GlobalRange range = memory.range(PAGE, 800);
          GlobalInts ints = new GlobalInts(range);
          for (long from : extremes(ints.length())) {
            for (long to : extremes(ints.length())) {
              String what = "(" + from + ", " + to + ")";
              BigInteger count = big(to).subtract(big(from));
              boolean inArray = isInside(from, count, ints.length());
              assertRefusedUnless(inArray, "slice" + what, () -> ints.slice(from, to));
              assertRefusedUnless(inArray, "elements" + what, () -> ints.elements(from, to));
              assertRefusedUnless(
                  inArray,
                  "localize" + what,
                  () -> ints.localize(from, to, Access.READ_WRITE).close());
              try (ArrayView view = ints.localize(Access.READ_WRITE)) {
                assertRefusedUnless(inArray, "commit" + what, () -> view.commit(from, to));
              }
              boolean inRange = isInside(from, big(to), range.length());
              assertRefusedUnless(inRange, "range.slice" + what, () -> range.slice(from, to));
              try (LocalView view = range.localize(Access.READ_WRITE)) {
                assertRefusedUnless(inRange, "view.commit" + what, () -> view.commit(from, to));
              }
              boolean inMemory = isInside(from, big(to), memory.byteSize());
              assertRefusedUnless(inMemory, "range" + what, () -> memory.range(from, to));
              assertRefusedUnless(
                  inMemory,
                  "localize" + what,
                  () -> memory.localize(from, to, Access.READ).close());
              assertRefusedUnless(
                  inMemory,
                  "localizeAsync" + what,
                  () -> memory.localizeAsync(from, to, Access.READ).close());
              assertRefusedUnless(inMemory, "migrate" + what, () -> memory.migrate(from, to, 0));
            }
          }
        });
  }

  @Test
  void shouldRefuseElementsAndBlocksThatOverflow() {
    spmd(
        1,
        space -> {
          GlobalMemory memory = space.allocate("a", 4 * PAGE);
          GlobalMatrix matrix = GlobalMatrix.of(memory.range(0, 800), 10, 10, Double.BYTES);
          for (long some : extremes(PAGE)) {
            for (long other : extremes(PAGE)) {
              String what = "(" + some + ", " + other + ")";
              BigInteger end = big(some).add(big(other).multiply(big(8)));
              assertRefusedUnless(
                  some >= 0 && other >= 0 && isInside(0, end.add(big(8)), memory.byteSize()),
                  "gather" + what,
                  () -> memory.gather(some, 8, new long[] {other}));
              if (other >= 8) { // else blocks overlap, which is another fault
                BigInteger last = big(some).add(big(other).multiply(big(6)));
                assertRefusedUnless(
                    some >= 0 && isInside(0, last.add(big(8)), memory.byteSize()),
                    "strided" + what,
                    () -> new Region.Strided(memory, some, 8, other, 7));
              }
              boolean inMatrix = isInside(some, big(2), 10) && isInside(other, big(3), 10);
              assertRefusedUnless(inMatrix, "tile" + what, () -> matrix.tile(some, other, 2, 3));
              boolean fits = isInside(0, big(some), 10) && isInside(0, big(other), 10);
              assertRefusedUnless(
                  fits && some > 0 && other > 0,
                  "tile" + what,
                  () -> matrix.tile(0, 0, some, other));
            }
            assertRefusedUnless(
                isInside(some, big(8), memory.byteSize()),
                "read" + some,
                () -> memory.read(some, MemorySegment.ofArray(new byte[8])));
            assertRefusedUnless(
                isInside(some, big(1), memory.byteSize()),
                "owner" + some,
                () -> memory.owner(some));
            assertRefusedUnless(
                isInside(some, big(1), PAGE / 4),
                "gather" + some,
                () -> new GlobalInts(memory.range(0, PAGE)).gather(some));
            try (PendingWrite write =
                memory.direct().startWrite(new Region.Strided(memory, 0, 8, 16, 5))) {
              int part = (int) some;
              assertRefusedUnless(part >= 0 && part < 5, "start" + part, () -> write.start(part));
            }
          }
          assertThatThrownBy(() -> GlobalMatrix.of(memory.whole(), 1L << 40, 1L << 40, 8))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessageContaining("must have less than 2^63 bytes");
        });
  }

  @Test
  void shouldRefuseWordsThatOverflow() {
    spmd(
        1,
        space -> {
          GlobalMemory memory = space.allocate(MemoryOptions.words("words", 100));
          SharedWords words = memory.words();
          for (long index : extremes(100)) {
            boolean inside = isInside(index, big(1), 100);
            assertRefusedUnless(inside, "read " + index, () -> words.read(index));
            assertRefusedUnless(inside, "home " + index, () -> words.home(index));
            assertRefusedUnless(inside, "fetchAdd " + index, () -> words.fetchAdd(index, 1));
            assertRefusedUnless(
                inside, "compareAndSwap " + index, () -> words.compareAndSwap(index, 0, 1));
            for (int count : new int[] {0, 1, 100, 101}) {
              assertRefusedUnless(
                  isInside(index, big(count), 100),
                  "read " + index + ", " + count,
                  () -> words.read(index, new long[count]));
              assertRefusedUnless(
                  isInside(index, big(count), 100),
                  "counters " + index + ", " + count,
                  () -> new GlobalCounters(memory, index, count));
            }
          }
        });
  }

  // --- threads

  /** What {@code use} throws in another thread. */
  private static Throwable elsewhere(Runnable use) {
    CompletableFuture<Void> elsewhere = CompletableFuture.runAsync(use, FOREIGN);
    Throwable thrown = catchThrowable(elsewhere::join);
    assertThat(thrown).isInstanceOf(CompletionException.class);
    return thrown.getCause();
  }

  private static void assertRefusedElsewhere(String what, Runnable use) {
    assertThat(elsewhere(use))
        .as(what)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("belongs to another strand than thread \"foreign\"");
  }

  private static final Executor FOREIGN = use -> Thread.ofPlatform().name("foreign").start(use);

  private static void assertViewRefusedElsewhere(LocalView view) {
    assertRefusedElsewhere("segment", view::segment);
    assertRefusedElsewhere("address", view::address);
    assertRefusedElsewhere("bytes", view::bytes);
    assertRefusedElsewhere("commit", view::commit);
    assertRefusedElsewhere("commit", () -> view.commit(0, 1));
    assertRefusedElsewhere("close", view::close);
    assertThat(view.isOpen()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"1, true", "1, false", "2, false"})
  void shouldRefuseForeignThreads(int pes, boolean checks) {
    GasOptions options =
        options(pes)
            .with(EngineOptions.DEFAULT, engine -> engine.withUseAfterCloseChecks(checks))
            .withOwnership(OwnershipPolicy.LAST_WRITER);
    spmd(
        options,
        space -> {
          GlobalMemory memory = space.allocate("a", 8 * PAGE);
          for (Access access : Access.values()) {
            try (LocalView view = memory.localize(0, 64, access)) {
              assertViewRefusedElsewhere(view);
              view.segment();
              assertViewRefusedElsewhere(view);
            }
            LocalizeRequest<LocalView> request = memory.localizeAsync(0, 64, access);
            assertRefusedElsewhere("isDone", request::isDone);
            assertRefusedElsewhere("await", request::await);
            assertRefusedElsewhere("close", request::close);
            try (LocalView view = request.await()) {
              assertViewRefusedElsewhere(view);
            }
          }
          for (GlobalArray<?, ?> array : arrays(memory.whole())) {
            for (Access access : List.of(Access.READ_WRITE, Access.READ)) {
              try (ArrayView view = array.localize(access)) {
                assertRefusedElsewhere("segment", view::segment);
                assertRefusedElsewhere("get", () -> get(view, 1));
                assertRefusedElsewhere("commit", view::commit);
                assertRefusedElsewhere("commit", () -> view.commit(0, 1));
                assertRefusedElsewhere("close", view::close);
                assertThat(((Number) get(view, 1)).doubleValue()).isZero();
                if (access.writes()) {
                  Object one = get(view, 1);
                  assertRefusedElsewhere("set", () -> call(view, "set", 1, one));
                  set(view, 0, 0);
                }
              }
            }
          }
          long elsewhere = (space.pe() + 1) % pes * (memory.byteSize() / pes);
          for (Region region : List.of(memory.range(elsewhere, PAGE), memory.range(elsewhere, 8))) {
            try (PendingWrite write = memory.direct().startWrite(region)) {
              assertRefusedElsewhere("segment", write::segment);
              assertRefusedElsewhere("commit", write::commit);
              assertRefusedElsewhere("close", write::close);
              assertThat(elsewhere(() -> write.segment().set(JAVA_BYTE, 0, (byte) 1)))
                  .isInstanceOf(IllegalStateException.class);
              MemorySegment segment = write.segment();
              assertThat(elsewhere(() -> segment.set(JAVA_BYTE, 0, (byte) 1)))
                  .isInstanceOf(WrongThreadException.class);
              segment.fill((byte) 0);
            }
          }
          try (Arena arena = Arena.ofConfined()) {
            PendingRead read =
                memory.direct().startRead(memory.range(elsewhere, 64), arena.allocate(64));
            assertRefusedElsewhere("await", read::await);
            assertRefusedElsewhere("close", read::close);
            read.await();
          }
          space.barrier();
        });
  }

  /** Ways in which Java loads from a segment of at least 64 bytes. */
  private static final List<Consumer<MemorySegment>> LOADS =
      List.of(
          from -> from.get(JAVA_BYTE, 0),
          from -> from.get(JAVA_LONG, 8),
          from -> from.getAtIndex(JAVA_DOUBLE, 3),
          from -> from.getString(0),
          from -> from.toArray(JAVA_INT),
          from -> from.mismatch(MemorySegment.ofArray(new byte[64])),
          from -> from.asByteBuffer().getLong(0),
          from -> from.asSlice(8, 8).get(JAVA_LONG, 0),
          from -> MemorySegment.ofArray(new byte[64]).copyFrom(from.asSlice(0, 64)),
          from -> MemorySegment.copy(from, JAVA_INT, 0, new int[16], 0, 16),
          from -> JAVA_LONG.varHandle().getVolatile(from, 0L));

  /** Segments that have been taken by the task, which alone may use them. */
  @ParameterizedTest
  @CsvSource({
    "1, no checks",
    "2, no checks",
    "2, checks",
    "2, copies",
    "1, copies",
    "2, automatic"
  })
  void shouldRefuseSegmentsInForeignThreads(int pes, String variant) {
    spmd(
        variant(pes, variant),
        space -> {
          GlobalMemory memory = space.allocate("a", 8 * PAGE);
          for (LocalView view : readViews(memory)) {
            try (view) {
              assertUsesRefusedElsewhere(LOADS, view.segment());
            }
          }
          space.barrier();
          if (space.pe() == 0) {
            for (Access access : List.of(Access.WRITE, Access.READ_WRITE)) {
              try (LocalView view = memory.localize(PAGE, 64, access)) {
                view.segment().fill((byte) 0);
                assertUsesRefusedElsewhere(STORES, view.segment());
                assertUsesRefusedElsewhere(LOADS, view.segment());
                assertThat(view.segment().toArray(JAVA_BYTE)).containsOnly(0);
              }
            }
          }
          space.barrier();
        });
  }

  private static void assertUsesRefusedElsewhere(
      List<Consumer<MemorySegment>> uses, MemorySegment segment) {
    for (int use = 0; use < uses.size(); use++) {
      Consumer<MemorySegment> each = uses.get(use);
      assertThat(elsewhere(() -> each.accept(segment)))
          .as("use %s", use)
          .isInstanceOf(WrongThreadException.class);
    }
  }

  /** What needs a strand says so, and changes nothing. */
  @Test
  void shouldRefuseThreadsThatAreNoStrands() {
    spmd(
        2,
        space -> {
          GlobalMemory memory = space.allocate("a", 8 * PAGE);
          GlobalMemory words = space.allocate(MemoryOptions.words("words", 4));
          ReleaseRequest release = space.releaseFenceAsync();
          GlobalRange range = memory.range(0, 64);
          List<Runnable> uses =
              new ArrayList<>(
                  List.of(
                      () -> memory.localize(0, 64, Access.READ),
                      () -> memory.localize(range, Access.READ),
                      () -> memory.localizeAsync(range, Access.READ),
                      () -> memory.read(0, MemorySegment.ofArray(new byte[8])),
                      () -> memory.direct().startRead(range, Arena.ofAuto().allocate(64)),
                      () -> memory.direct().startWrite(range),
                      () -> memory.migrate(0, 8, 0),
                      () -> memory.owner(0),
                      () -> words.words().read(0),
                      () -> words.words().read(0, new long[2]),
                      () -> words.words().fetchAdd(0, 1),
                      () -> words.words().compareAndSwap(0, 0, 1),
                      () -> space.allocate("b", 8),
                      space::barrier,
                      space::releaseFence,
                      space::releaseFenceAsync,
                      space::acquireFence,
                      release::await,
                      () -> space.sum(1),
                      () -> space.broadcast(1),
                      memory::seal));
          uses.add(memory::close);
          for (int i = 0; i < uses.size(); i++) {
            CompletableFuture<Void> elsewhere = CompletableFuture.runAsync(uses.get(i), FOREIGN);
            Throwable thrown = catchThrowable(elsewhere::join);
            assertThat(thrown).as("use %s", i).isNotNull();
            assertThat(thrown.getCause())
                .as("use %s", i)
                .isInstanceOf(GasException.class)
                .hasMessageContaining("thread \"foreign\" is no strand");
          }
          fill(memory, space.pe() * 4L * PAGE, 8, 1);
          space.barrier();
          assertFilled(memory, 0, 8, 1);
          assertFilled(memory, 4 * PAGE, 8, 1);
          space.barrier();
          memory.close();
        });
  }
}
