package org.temoto.task.marshal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.Proxy;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.gas.GasException;

/** Tests of reading failures that honest and hostile PEs have sent. */
class FailureCodecTest {
  private static final ClassLoader LOADER = FailureCodecTest.class.getClassLoader();
  private static boolean hasRun;

  @BeforeEach
  void reset() {
    hasRun = false;
  }

  /** Does something when it is read, as classes on a class path may. */
  private static final class Gadget implements Serializable, Comparable<Gadget> {
    private static final long serialVersionUID = 1L;

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      hasRun = true;
    }

    @Override
    public int compareTo(Gadget other) {
      return 0;
    }
  }

  /** A failure of a program, with something of its own. */
  private static class Holding extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // what it holds is the case
    private final Object held;

    Holding(Object held) {
      super("holds " + (held == null ? null : held.getClass().getSimpleName()));
      this.held = held;
    }
  }

  private record Place(int row, Object more) implements Serializable {}

  private enum Colour {
    RED,
    BLUE {
      @Override
      public String toString() {
        return "a constant with a body";
      }
    }
  }

  private static byte[] serialize(Object value) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(value);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return bytes.toByteArray();
  }

  private static Throwable roundTrip(Throwable failure) {
    return FailureCodec.read(FailureCodec.write(failure, LOADER), LOADER);
  }

  private static final class Handler implements java.lang.reflect.InvocationHandler, Serializable {
    private static final long serialVersionUID = 1L;

    @Override
    public Object invoke(Object proxy, java.lang.reflect.Method method, Object[] arguments) {
      hasRun = true;
      return null;
    }
  }

  static Stream<Object> whatMayRun() {
    return Stream.of(
        new Gadget(),
        new Gadget[] {new Gadget()},
        new Object[] {new Gadget()},
        new Gadget[1][1],
        List.of(new Gadget()),
        Collections.synchronizedList(new ArrayList<>()),
        new ArrayList<>(List.of(new Gadget())),
        Arrays.asList(new Gadget()),
        new Place(1, new Gadget()),
        new Holding(new Gadget()),
        new HashMap<>(Map.of(1, 2)),
        new HashSet<>(List.of("a")),
        new PriorityQueue<>(List.of(1, 2)),
        new javax.management.BadAttributeValueExpException("x"),
        (Supplier<Object> & Serializable) () -> 1,
        Proxy.newProxyInstance(LOADER, new Class<?>[] {Runnable.class}, new Handler()));
  }

  @ParameterizedTest
  @MethodSource("whatMayRun")
  void shouldRunNothingThatAnotherPeSends(Object hostile) {
    for (Object sent : List.of(hostile, new Holding(hostile))) {
      Throwable got = FailureCodec.read(serialize(sent), LOADER);
      assertThat(got).isInstanceOf(GasException.class).hasMessageContaining("cannot be read here");
      assertThat(hasRun).as("code of %s has run", sent).isFalse();
    }
  }

  @ParameterizedTest
  @MethodSource("whatMayRun")
  void shouldSendTheTextOfAFailureThatWouldBeRefused(Object held) {
    Holding failure = new Holding(held);
    failure.initCause(new ArithmeticException("/ by zero"));
    Throwable got = roundTrip(failure);
    assertThat(got)
        .isInstanceOf(RemoteFailure.class)
        .hasMessage(Holding.class.getName() + ": " + failure.getMessage());
    assertThat(got.getStackTrace()).isEqualTo(failure.getStackTrace());
    assertThat(got.getCause()).isInstanceOf(ArithmeticException.class).hasMessage("/ by zero");
  }

  /** Exception whose own code for its serialized form fails, in writing or in reading. */
  private static final class Unserializable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean failsInWriting;

    Unserializable(boolean failsInWriting) {
      super("the task's");
      this.failsInWriting = failsInWriting;
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
      if (failsInWriting) {
        throw new AssertionError("in writing");
      }
      out.defaultWriteObject();
    }

    private void readObject(ObjectInputStream in) {
      throw new AssertionError("in reading");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldStandForAFailureWhoseOwnCodeFails(boolean inWriting) {
    assertThat(roundTrip(new Unserializable(inWriting)))
        .isInstanceOf(RemoteFailure.class)
        .hasMessage(Unserializable.class.getName() + ": the task's");
  }

  static Stream<Object> values() {
    return Stream.of(
        "text",
        1,
        2L,
        'c',
        1.5,
        true,
        Colour.RED,
        Colour.BLUE,
        TimeUnit.SECONDS,
        new Place(3, List.of("a", new Place(4, null))),
        new int[] {1, 2},
        new long[2][3],
        new String[] {"a"},
        new Object[] {1, "b"},
        new Place[] {new Place(5, Colour.BLUE)},
        List.of(),
        List.of(1, 2, 3),
        new ArrayList<>(List.of("a")),
        Arrays.asList(1, 2),
        Collections.emptyList(),
        Collections.singletonList(1),
        Collections.unmodifiableList(new ArrayList<>(List.of(1))));
  }

  @ParameterizedTest
  @MethodSource("values")
  void shouldBringAProgramsFailureWithItsValues(Object value) {
    Throwable got = roundTrip(new Holding(value));
    assertThat(got).isInstanceOf(Holding.class);
    assertThat(((Holding) got).held).usingRecursiveComparison().isEqualTo(value);
  }

  @Test
  void shouldBringFailuresOfTheLanguage() {
    for (Throwable failure :
        List.of(
            new OutOfMemoryError("heap"),
            new StackOverflowError(),
            new java.io.UncheckedIOException(new java.nio.file.NoSuchFileException("f")),
            new java.util.concurrent.ExecutionException(new InterruptedException()),
            new ExceptionInInitializerError(new MatchException("m", null)),
            new java.time.format.DateTimeParseException("d", "t", 1),
            new GasException("of Temoto"))) {
      failure.addSuppressed(new IllegalStateException("also"));
      Throwable got = roundTrip(failure);
      assertThat(got).hasSameClassAs(failure).hasMessage(failure.getMessage());
      assertThat(got.getStackTrace()).isEqualTo(failure.getStackTrace());
      assertThat(got.getSuppressed()).singleElement().asString().endsWith("also");
    }
  }

  @Test
  void shouldStandInForThosePartsOnlyThatCannotBeSent() {
    Holding stubborn = new Holding(Thread.currentThread());
    stubborn.initCause(new ArithmeticException("of the part"));
    stubborn.addSuppressed(new Holding(1));
    Holding failure = new Holding(2);
    failure.initCause(new IllegalStateException("between", new Holding(3)));
    failure.addSuppressed(new Holding(4));
    failure.getCause().addSuppressed(stubborn);
    failure.addSuppressed(stubborn);
    Throwable got = roundTrip(failure);
    assertThat(((Holding) got).held).isEqualTo(2);
    assertThat(((Holding) got.getCause().getCause()).held).isEqualTo(3);
    assertThat(((Holding) got.getSuppressed()[0]).held).isEqualTo(4);
    Throwable standIn = got.getSuppressed()[1];
    assertThat(standIn).hasMessage(Holding.class.getName() + ": holds Thread");
    assertThat(((RemoteFailure) standIn).className()).isEqualTo(Holding.class.getName());
    assertThat(standIn.getStackTrace()).isEqualTo(stubborn.getStackTrace());
    assertThat(standIn).hasCauseInstanceOf(ArithmeticException.class);
    assertThat(((Holding) standIn.getSuppressed()[0]).held).isEqualTo(1);
    assertThat(standIn.getSuppressed()[1]).hasMessageContaining("NotSerializableException");
    assertThat(got.getCause().getSuppressed()).containsExactly(standIn);
  }

  /** It refuses every other cause when it is read. */
  @Test
  void shouldStandInForWhatCannotHaveAStandInInside() {
    java.io.IOException stubborn = new java.io.IOException("inner", new Holding(Thread.class));
    java.io.IOException part =
        new java.io.IOException("part") {
          private static final long serialVersionUID = 1L;

          @SuppressWarnings({"unused", "serial"}) // what it holds is the case
          private final Object held = Thread.currentThread();
        };
    part.addSuppressed(stubborn);
    IllegalStateException failure = new IllegalStateException("outer");
    failure.addSuppressed(new java.io.UncheckedIOException("middle", part));
    Throwable got = roundTrip(failure);
    assertThat(got).isInstanceOf(IllegalStateException.class).hasMessage("outer");
    Throwable middle = got.getSuppressed()[0];
    assertThat(middle).hasMessage("java.io.UncheckedIOException: middle");
    assertThat(middle.getCause().getSuppressed()[0])
        .isInstanceOf(java.io.IOException.class)
        .hasMessage("inner");
  }

  @Test
  void shouldSendTheBeginningOfALongChainOfCauses() {
    Throwable chain = new Holding(Thread.currentThread());
    for (int i = 0; i < 10_000; i++) {
      chain = new IllegalStateException("cause", chain);
    }
    Throwable got = roundTrip(chain);
    int causes = 0;
    while (got.getCause() != null) {
      assertThat(got).isInstanceOf(IllegalStateException.class);
      got = got.getCause();
      causes++;
    }
    assertThat(causes).isEqualTo(50);
    assertThat(got).hasMessage("java.lang.IllegalStateException: cause");
  }

  /** The stream says that more is to come than anybody has memory for. */
  @Test
  void shouldNotAllocateWhatAStreamPretendsToHold() {
    byte[] bytes = serialize(new Holding(new long[257]));
    int at = 0;
    while (bytes[at] != 0 || bytes[at + 1] != 0 || bytes[at + 2] != 1 || bytes[at + 3] != 1) {
      at++;
    }
    bytes[at] = 0x7f;
    bytes[at + 1] = (byte) 0xff;
    assertThat(FailureCodec.read(bytes, LOADER))
        .isInstanceOf(GasException.class)
        .hasMessageContaining("REJECTED");
  }

  /** Each array claims as much as the stream has bytes: together they would be its square. */
  @Test
  void shouldCountTheElementsOfAllArrays() {
    Object[] nested = new Object[900];
    for (int i = 0; i < 100; i++) {
      Object[] outer = new Object[900];
      outer[0] = nested;
      nested = outer;
    }
    Holding failure = new Holding(nested);
    failure.setStackTrace(new StackTraceElement[0]); // which would come first
    assertThat(roundTrip(failure)).isInstanceOf(Holding.class);
    byte[] whole = serialize(failure);
    byte[] cut = Arrays.copyOf(whole, whole.length / 50);
    assertThat(FailureCodec.read(cut, LOADER))
        .isInstanceOf(GasException.class)
        .hasMessageContaining("REJECTED");
  }

  @Test
  void shouldReadNoDeeperThanAStackReaches() {
    Object nested = BigInteger.class.getName();
    for (int i = 0; i < 1000; i++) {
      nested = new Object[] {nested};
    }
    assertThat(FailureCodec.read(serialize(new Holding(nested)), LOADER))
        .isInstanceOf(GasException.class)
        .hasMessageContaining("REJECTED");
  }

  @Test
  void shouldSurviveAnyDamage() {
    byte[] honest =
        serialize(new Holding(new Object[] {List.of(1, "a"), new Place(1, new int[9])}));
    long seed = Long.getLong("temoto.seed", new Random().nextLong());
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    int refused = 0;
    for (int i = 0; i < 2000; i++) {
      byte[] damaged = honest.clone();
      for (int flips = random.nextInt(1, 4); flips > 0; flips--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      }
      Throwable got = FailureCodec.read(damaged, LOADER); // throws nothing
      refused += got instanceof Holding ? 0 : 1;
    }
    assertThat(refused).as("of 2000").isBetween(200, 2000);
  }
}
