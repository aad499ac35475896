package org.temoto.task.marshal;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.gas.GasException;
import org.temoto.task.Task;

class MarshallerTest {
  private static final int CAPACITY = 4096;

  record Primitives(boolean a, byte b, short c, char d, int e, long f, float g, double h) {}

  record Boxes(
      Boolean a,
      Byte b,
      Short c,
      Character d,
      Integer e,
      Long f,
      Float g,
      Double h,
      String i,
      TimeUnit j) {}

  /** A tree of any depth, a generic component, an interface, a list. */
  record Node<T>(T value, Node<T> left, Comparable<?> any, List<Primitives> list, Shape shape) {}

  sealed interface Shape permits Circle, Square, Named {}

  record Circle(double radius) implements Shape {}

  record Square(int side) implements Shape {}

  enum Named implements Shape {
    POINT,
    PLANE {
      @Override
      public String toString() {
        return "a constant with a body";
      }
    }
  }

  record Arrays2(
      @Task.Copied int[] ints,
      @Task.Copied String[] strings,
      @Task.Copied Boxes[] boxes,
      @Task.Copied byte[] bytes,
      @Task.Copied long[][] longs) {}

  record Plain(
      @Task.Copied boolean[] a,
      @Task.Copied byte[] b,
      @Task.Copied short[] c,
      @Task.Copied char[] d,
      @Task.Copied int[] e,
      @Task.Copied long[] f,
      @Task.Copied float[] g,
      @Task.Copied double[] h) {}

  /** Arrays whose class is that of a bound. */
  record Bounded<T extends Number, U extends T, C extends Comparable<C>, L extends List<T>>(
      @Task.Copied T[] numbers,
      @Task.Copied U[] indirect,
      @Task.Copied T[][] rows,
      @Task.Copied C[] ordered,
      @Task.Copied L[] bounded,
      @Task.Copied List<T>[] lists,
      @Task.Copied List<T[]> listed) {}

  private final Marshaller marshaller =
      new Marshaller(id -> null, MarshallerTest.class.getClassLoader(), 64 << 20);
  private final MemorySegment memory = Arena.ofAuto().allocate(2 * CAPACITY, 8);

  record Typed(Class<?> type) {}

  @Test
  void shouldBringClassesOfPrimitives() {
    for (Class<?> type : List.of(int.class, void.class, boolean.class, String.class, int[].class)) {
      assertThat(roundTrip(new Typed(type))).isEqualTo(new Typed(type));
    }
  }

  /** List whose own code fails. */
  private static final class Asserting extends AbstractList<Integer> {
    @Override
    public Integer get(int index) {
      return index;
    }

    @Override
    public int size() {
      throw new AssertionError("no size");
    }
  }

  @Test
  void shouldRefuseAValueWhoseOwnCodeFails() {
    assertThatThrownBy(() -> roundTrip(new Asserting()))
        .isInstanceOf(GasException.class)
        .hasMessageContaining("AssertionError: no size");
  }

  private Object roundTrip(Object value) {
    int length = marshaller.write(value, memory, 16, CAPACITY);
    MemorySegment from = memory;
    long offset = 16;
    if (marshaller.isSpilled()) {
      from = Arena.ofAuto().allocate(length + 8L);
      offset = 8;
      marshaller.copySpill(from, offset);
    }
    return marshaller.read(from, offset, length);
  }

  @Provide
  Arbitrary<Primitives> primitives() {
    return Combinators.combine(
            Arbitraries.of(true, false),
            Arbitraries.bytes(),
            Arbitraries.shorts(),
            Arbitraries.chars().all(),
            Arbitraries.integers(),
            Arbitraries.longs(),
            Arbitraries.integers().map(Float::intBitsToFloat),
            Arbitraries.oneOf(
                Arbitraries.doubles(),
                Arbitraries.longs().map(Double::longBitsToDouble),
                Arbitraries.of(Double.NaN, -0.0)))
        .as(Primitives::new);
  }

  @Provide
  Arbitrary<Boxes> boxes() {
    return primitives()
        .flatMap(p -> Arbitraries.strings().all().injectNull(0.2).map(s -> new Object[] {p, s}))
        .map(MarshallerTest::boxes);
  }

  private static Boxes boxes(Object[] of) {
    Primitives p = (Primitives) of[0];
    boolean some = p.e % 3 != 0;
    return new Boxes(
        p.a,
        some ? p.b : null,
        p.c,
        some ? p.d : null,
        p.e,
        some ? p.f : null,
        p.g,
        some ? p.h : null,
        (String) of[1],
        some ? TimeUnit.DAYS : null);
  }

  @Provide
  Arbitrary<Node<Object>> nodes() {
    Arbitrary<Object> values =
        Arbitraries.oneOf(
            primitives(),
            boxes(),
            Arbitraries.strings(),
            Arbitraries.just(null),
            Arbitraries.longs());
    Arbitrary<Shape> shapes =
        Arbitraries.oneOf(
            Arbitraries.doubles().map(Circle::new),
            Arbitraries.integers().map(Square::new),
            Arbitraries.of(Named.class),
            Arbitraries.just(null));
    Arbitrary<List<Primitives>> lists = primitives().list().ofMaxSize(4).injectNull(0.2);
    Arbitrary<Node<Object>> leaf =
        Combinators.combine(values, lists, shapes)
            .as((v, l, s) -> new Node<>(v, null, "leaf", l, s));
    return Arbitraries.recursive(
        () -> leaf,
        inner ->
            Combinators.combine(inner, values, shapes)
                .as((left, v, s) -> new Node<>(v, left, 7L, List.of(), s)),
        0,
        5);
  }

  @Property(tries = 300)
  void shouldReadWhatWasWritten(
      @ForAll("primitives") Primitives primitives,
      @ForAll("boxes") Boxes boxes,
      @ForAll("nodes") Node<Object> node) {
    assertThat(roundTrip(primitives)).isEqualTo(primitives);
    assertThat(roundTrip(boxes)).isEqualTo(boxes);
    assertThat(roundTrip(node)).isEqualTo(node);
    assertThat(roundTrip(Arrays.asList(boxes, null, node.left())))
        .isEqualTo(Arrays.asList(boxes, null, node.left()));
  }

  @Test
  void shouldKeepPlainValues() {
    for (Object value :
        new Object[] {
          null,
          true,
          (byte) 1,
          (short) 2,
          'c',
          4,
          5L,
          6f,
          7d,
          "",
          "text",
          Named.PLANE,
          TimeUnit.DAYS
        }) {
      assertThat(roundTrip(value)).isEqualTo(value);
    }
  }

  @Test
  void shouldKeepBitsOfNaN() {
    double odd = Double.longBitsToDouble(0x7ff8_0000_0000_1234L);
    assertThat(Double.doubleToRawLongBits((Double) roundTrip(odd)))
        .isEqualTo(0x7ff8_0000_0000_1234L);
  }

  @Test
  void shouldKeepMarkedArrays() {
    Boxes box = new Boxes(true, null, null, null, 1, null, null, null, "x", null);
    Arrays2 value =
        new Arrays2(
            new int[] {1, 2},
            new String[] {"a", null},
            new Boxes[] {null, box},
            null,
            new long[][] {{1}, {}, null});
    Arrays2 got = (Arrays2) roundTrip(value);
    assertThat(got.ints).containsExactly(1, 2);
    assertThat(got.strings).containsExactly("a", null);
    assertThat(got.boxes).containsExactly(null, box);
    assertThat(got.bytes).isNull();
    assertThat(got.longs).isDeepEqualTo(new long[][] {{1}, {}, null});
  }

  @Test
  void shouldKeepArraysOfEachPrimitive() {
    Plain value =
        new Plain(
            new boolean[] {true, false},
            new byte[] {-1, 2, 3},
            new short[] {-1, Short.MAX_VALUE},
            new char[] {'a', '\ud800'},
            new int[] {-1, Integer.MAX_VALUE},
            new long[] {-1, Long.MAX_VALUE},
            new float[] {-0f, Float.MIN_VALUE},
            new double[] {-0d, Double.MIN_VALUE});
    assertThat(roundTrip(value)).usingRecursiveComparison().isEqualTo(value);
  }

  @Test
  void shouldKeepArraysOfTypeVariables() {
    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of lists
    List<Number>[] lists = new List[] {List.of(1, 2L), null};
    Bounded<Number, Number, String, List<Number>> value =
        new Bounded<>(
            new Number[] {1, null, 2.5},
            new Number[] {3L},
            new Number[][] {{4}, null, {}},
            new String[] {"a"},
            lists,
            lists,
            List.<Number[]>of(new Number[] {5}));
    for (Object copy : List.of(roundTrip(value), Codecs.ofRecord(Bounded.class).prepare(value))) {
      Bounded<?, ?, ?, ?> got = (Bounded<?, ?, ?, ?>) copy;
      assertThat(got).usingRecursiveComparison().isEqualTo(value);
      assertThat(got.numbers).isNotSameAs(value.numbers);
    }
  }

  record Items<T>(@Task.Copied T[] items, @Task.Copied T[][] rows) {}

  record OfItems(Items<String> items) {}

  @Test
  void shouldKeepTheClassOfArraysOfTypeVariables() {
    OfItems value =
        new OfItems(new Items<>(new String[] {"a", null}, new String[][] {{"b"}, null}));
    for (Object copy : List.of(roundTrip(value), Codecs.ofRecord(OfItems.class).prepare(value))) {
      Items<String> got = ((OfItems) copy).items;
      String[] items = got.items;
      String[][] rows = got.rows;
      assertThat(items).containsExactly("a", null).isNotSameAs(value.items.items);
      assertThat(rows).isDeepEqualTo(value.items.rows).isNotSameAs(value.items.rows);
    }
  }

  /** Copies of lists are no ArrayLists. */
  @Test
  void shouldKeepListsInArraysOfTypeVariables() {
    @SuppressWarnings({"unchecked", "rawtypes"}) // arrays of lists
    Items<ArrayList<Integer>> lists =
        new Items<>(
            new ArrayList[] {new ArrayList<>(List.of(1))},
            new ArrayList[][] {{new ArrayList<>(List.of(2))}});
    for (Object copy : List.of(roundTrip(lists), Codecs.ofRecord(Items.class).prepare(lists))) {
      Items<?> got = (Items<?>) copy;
      assertThat(got.items).isEqualTo(new Object[] {List.of(1)});
      Object[][] rows = got.rows;
      assertThat(rows).isDeepEqualTo(new Object[][] {{List.of(2)}});
    }
  }

  @Test
  void shouldKeepListsInArraysOfOtherCollections() {
    @SuppressWarnings({"unchecked", "rawtypes"}) // arrays of lists
    Items<Deque<Integer>> lists = new Items<>(new Deque[] {listed(1)}, new Deque[][] {{listed(2)}});
    for (Object copy : List.of(roundTrip(lists), Codecs.ofRecord(Items.class).prepare(lists))) {
      Items<?> got = (Items<?>) copy;
      assertThat(got.items).isEqualTo(new Object[] {List.of(1)});
      Object[][] rows = got.rows;
      assertThat(rows).isDeepEqualTo(new Object[][] {{List.of(2)}});
    }
  }

  /** Queue that is copied as a list, which it is, too. */
  @SuppressWarnings("JdkObsolete") // the JDK has no other
  private static Deque<Integer> listed(int value) {
    return new LinkedList<>(List.of(value));
  }

  record Queues(@Task.Copied Deque<?>[] queues) {}

  @Test
  void shouldRefuseAnArrayThatHasNoRoomForCopiesOfItsLists() {
    Queues queues = new Queues(new Deque<?>[] {listed(3)});
    RecordCodec codec = Codecs.ofRecord(Queues.class);
    assertThatThrownBy(() -> codec.prepare(queues))
        .isInstanceOf(GasException.class)
        .hasMessageContaining("elements are of java.util.Deque, which a list is not");
    assertThatThrownBy(() -> roundTrip(queues)).isInstanceOf(GasException.class);
  }

  @Test
  void shouldRefuseAnArrayOfAnotherClassThanItsBound() {
    Number[] none = {};
    int length =
        marshaller.write(
            new Bounded<>(none, null, null, null, null, null, null), memory, 0, CAPACITY);
    MemorySegment name = utf8(Number.class.getName());
    long at = 0;
    while (memory.asSlice(at, name.byteSize()).mismatch(name) >= 0) {
      at++;
    }
    MemorySegment.copy(utf8("java.lang.Thread"), 0, memory, at, name.byteSize());
    assertThatThrownBy(() -> marshaller.read(memory, 0, length))
        .isInstanceOf(GasException.class)
        .hasMessage(
            "class java.lang.Thread of a marshalled array's elements is no java.lang.Number");
  }

  private static MemorySegment utf8(String text) {
    return MemorySegment.ofArray(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void shouldKeepText() {
    String latin = "\u0000az\u00ff";
    for (String text : List.of("", latin, latin + '\u0100', "\ud800", "\ud83d\ude00")) {
      assertThat(roundTrip(text)).isEqualTo(text);
    }
  }

  /** The list is the program's code, and may be slow, or differ the second time. */
  @Test
  void shouldAskAListForItsElementsOnceThoughTheyDoNotFit() {
    List<Integer> asked = new ArrayList<>();
    List<Integer> list =
        new AbstractList<>() {
          @Override
          public Integer get(int index) {
            asked.add(index);
            return index;
          }

          @Override
          public int size() {
            return CAPACITY;
          }
        };
    assertThat(roundTrip(list)).isEqualTo(IntStream.range(0, CAPACITY).boxed().toList());
    assertThat(asked).hasSize(CAPACITY);
  }

  @Test
  void shouldReadListsThatCannotBeChanged() {
    List<?> list = (List<?>) roundTrip(new ArrayList<>(List.of(1, 2)));
    assertThatThrownBy(() -> list.remove(0)).isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void shouldSpillWhatDoesNotFitAndTouchNothingBeyondTheLimit() {
    String text = "0123456789".repeat(20);
    Node<Object> value =
        new Node<>(
            List.of(1, 2L, text, new Primitives(true, (byte) 1, (short) 2, 'c', 3, 4, 5f, 6d)),
            null,
            'x',
            null,
            null);
    int whole = marshaller.write(value, memory, 0, CAPACITY);
    assertThat(marshaller.isSpilled()).isFalse();
    for (int capacity : IntStream.range(0, whole).toArray()) {
      memory.fill((byte) 0x55);
      assertThat(marshaller.write(value, memory, 8, capacity)).isEqualTo(whole);
      assertThat(marshaller.isSpilled()).as("capacity %d", capacity).isTrue();
      for (long at = 8L + capacity; at < 2 * CAPACITY; at++) {
        assertThat(memory.get(ValueLayout.JAVA_BYTE, at))
            .as("capacity %d, byte %d", capacity, at)
            .isEqualTo((byte) 0x55);
      }
    }
    assertThat(marshaller.write(value, memory, 8, whole)).isEqualTo(whole);
    assertThat(marshaller.isSpilled()).isFalse();
  }

  @Test
  void shouldKeepLargeValues() {
    String text = "x".repeat(3_000_000);
    assertThat(roundTrip(text)).isEqualTo(text);
    assertThat(roundTrip("small")).isEqualTo("small");
    assertThat(roundTrip(text + "y")).isEqualTo(text + "y");
  }

  @Test
  void shouldNotReadBeyondTheLength() {
    int length = marshaller.write(new Square(5), memory, 0, CAPACITY);
    assertThatThrownBy(() -> marshaller.read(memory, 0, length - 1))
        .isInstanceOf(GasException.class)
        .hasMessage("a marshalled value ends where 4 bytes should stand: 3 are left");
  }

  record Rest(
      @Task.Copied boolean[] booleans,
      List<Integer> list,
      String text,
      @Task.Copied long[] longs) {}

  /** Lengths as if they had been overwritten on their way: nothing is allocated for them. */
  @ParameterizedTest
  @ValueSource(ints = {-1, Integer.MIN_VALUE, 500, 1 << 30, Integer.MAX_VALUE - 8})
  void shouldRefuseLengthsBeyondWhatIsThere(int length) {
    refuseLength(new Rest(new boolean[37], null, null, null), 37, length);
    refuseLength(new Rest(null, Collections.nCopies(37, 1), null, null), 37, length);
    refuseLength(new Rest(null, null, null, new long[37]), 37, length);
    refuseLength(Collections.nCopies(37, null), 37, length);
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 1 << 30, Integer.MAX_VALUE - 8})
  void shouldRefuseLengthsOfTextBeyondWhatIsThere(int length) {
    refuseLength("x".repeat(37), 37, length);
    refuseLength("\u0100".repeat(37), ~37, ~length);
  }

  private void refuseLength(Object value, int written, int overwritten) {
    int length = marshaller.write(value, memory, 0, CAPACITY);
    int at = 0;
    while (memory.get(JAVA_INT_UNALIGNED, at) != written) {
      at++;
    }
    memory.set(JAVA_INT_UNALIGNED, at, overwritten);
    assertThatThrownBy(() -> marshaller.read(memory, 0, length))
        .isExactlyInstanceOf(GasException.class)
        .hasMessageMatching("a marshalled value has -?\\d+ elements of [128] bytes or more, .*");
  }

  @Test
  void shouldRefuseWhatIsTooLargeBeforeItIsCopied() {
    Marshaller small = new Marshaller(id -> null, MarshallerTest.class.getClassLoader(), 10_000);
    assertThat(small.write("x".repeat(9_995), memory, 0, 0)).isEqualTo(10_000);
    assertThat(small.write("x".repeat(9_996), memory, 0, 0)).isEqualTo(~10_001);
    int length = small.write("again", memory, 0, CAPACITY);
    assertThat(small.read(memory, 0, length)).isEqualTo("again");
    long[] longs = new long[4 << 20];
    Object large = new Rest(null, null, "\u0100".repeat(8 << 20), longs);
    Object larger = new Rest(null, null, null, longs);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    int ofText = small.write(large, memory, 0, CAPACITY);
    int ofArray = small.write(larger, memory, 0, CAPACITY);
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(1 << 20);
    assertThat(~ofText).isBetween(16 << 20, (16 << 20) + 1_000);
    assertThat(~ofArray).isBetween(32 << 20, (32 << 20) + 1_000);
  }

  @Test
  void shouldRefuseMemoryOutsideItsSegment() {
    assertThatThrownBy(() -> marshaller.write(1, memory, 2 * CAPACITY - 4, 8))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  // --- failures

  /** Holds something that Java cannot serialize. */
  private static final class Stubborn extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings({"unused", "serial"}) // the point of it
    private final Object thread = Thread.currentThread();

    Stubborn(String message) {
      super(message);
    }
  }

  private Throwable failureRoundTrip(Throwable failure) {
    int length = marshaller.writeFailure(failure, memory, 0, 0);
    assertThat(marshaller.isSpilled()).isTrue();
    MemorySegment bytes = Arena.ofAuto().allocate(length);
    marshaller.copySpill(bytes, 0);
    return marshaller.readFailure(bytes, 0, length);
  }

  @Test
  void shouldKeepClassMessageTraceAndCauseOfAFailure() {
    IllegalStateException failure =
        new IllegalStateException("broken", new ArithmeticException("/ by zero"));
    Throwable got = failureRoundTrip(failure);
    assertThat(got)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("broken")
        .hasCauseInstanceOf(ArithmeticException.class);
    assertThat(got.getStackTrace()).isEqualTo(failure.getStackTrace());
  }

  @Test
  void shouldStandInForAFailureThatCannotBeSerialized() {
    Stubborn failure = new Stubborn("holds a thread");
    failure.initCause(new ArithmeticException("/ by zero"));
    failure.addSuppressed(new IllegalStateException("also"));
    Throwable got = failureRoundTrip(failure);
    assertThat(got)
        .isInstanceOf(RemoteFailure.class)
        .hasMessage(Stubborn.class.getName() + ": holds a thread");
    assertThat(((RemoteFailure) got).className()).isEqualTo(Stubborn.class.getName());
    assertThat(got.getStackTrace()).isEqualTo(failure.getStackTrace());
    assertThat(got.getCause()).isInstanceOf(ArithmeticException.class).hasMessage("/ by zero");
    assertThat(got.getSuppressed()[0]).isInstanceOf(IllegalStateException.class).hasMessage("also");
  }

  @Test
  void shouldStandInForFailuresThatCauseEachOther() {
    Stubborn one = new Stubborn("one");
    Stubborn two = new Stubborn("two");
    two.initCause(one);
    one.initCause(two);
    assertThat(failureRoundTrip(one))
        .isInstanceOf(RemoteFailure.class)
        .hasMessageEndingWith(": one");
  }

  @Test
  void shouldRefuseAValueOfAnotherKind() {
    assertThatThrownBy(() -> marshaller.write(new Object(), memory, 0, CAPACITY))
        .isInstanceOf(GasException.class)
        .hasMessageContaining("java.lang.Object");
  }
}
