package org.temoto.task.marshal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Constructor;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.temoto.gas.GasException;

/** Which records can be taken apart and made, and what comes of code of theirs that throws. */
class RecordCodecTest {
  private static final int CAPACITY = 1000;

  private record Hidden(int number, Nested nested) {
    private record Nested(String text) {}
  }

  private record Variable(int first, @Copied int... others) {
    static int sum(Variable value) {
      return value.first + java.util.Arrays.stream(value.others).sum();
    }
  }

  private record Empty() {}

  private record Endless(int depth, Endless inner) {}

  record Mute(int number) {
    @Override
    public int number() {
      throw new IllegalStateException("not today");
    }
  }

  private record Even(int number) {
    private static boolean lenient = true;

    Even {
      if (!lenient && number % 2 != 0) {
        throw new AssertionError(number + " is odd");
      }
    }
  }

  /** Loaded by a loader that has no other class but Java's. */
  private record Alone(int number, String text, Part part) {
    private record Part(double share) {}
  }

  private final MemorySegment memory = Arena.ofAuto().allocate(CAPACITY, 8);

  private static Marshaller marshaller(ClassLoader loader) {
    return new Marshaller(id -> null, loader, 1 << 20);
  }

  private final Marshaller marshaller = marshaller(RecordCodecTest.class.getClassLoader());

  private int write(Object value) {
    return marshaller.write(value, memory, 0, CAPACITY);
  }

  private Object roundTrip(Object value) {
    return marshaller.read(memory, 0, write(value));
  }

  @Test
  void shouldMakePrivateAndEmptyRecords() {
    for (Object value :
        List.of(new Hidden(1, new Hidden.Nested("a")), new Hidden(-1, null), new Empty())) {
      assertThat(roundTrip(value)).isEqualTo(value);
    }
  }

  @Test
  void shouldMakeARecordOfItsOwnClass() {
    Endless value = new Endless(2, new Endless(1, new Endless(0, null)));
    assertThat(roundTrip(value)).isEqualTo(value);
  }

  @Test
  void shouldGiveTheArrayToAConstructorOfAnyNumberOfArguments() {
    Variable value = (Variable) roundTrip(new Variable(1, 20, 300));
    assertThat(Variable.sum(value)).isEqualTo(321);
    Variable prepared = (Variable) Codecs.ofRecord(Variable.class).prepare(value);
    assertThat(prepared.others).isEqualTo(value.others).isNotSameAs(value.others);
  }

  @Test
  void shouldTellWhatAnAccessorThrew() {
    Mute value = new Mute(1);
    assertThatThrownBy(() -> write(value))
        .isInstanceOf(GasException.class)
        .hasMessage(
            "a %s cannot be written: java.lang.IllegalStateException: not today"
                .formatted(Mute.class.getName()))
        .hasCauseInstanceOf(IllegalStateException.class);
  }

  @Test
  void shouldTellWhatAConstructorThrew() {
    int length = write(new Even(3));
    Even.lenient = false;
    try {
      assertThatThrownBy(() -> marshaller.read(memory, 0, length))
          .isInstanceOf(GasException.class)
          .hasMessageContaining("a " + Even.class.getName() + " cannot be made of its components")
          .hasRootCauseMessage("3 is odd");
    } finally {
      Even.lenient = true;
    }
  }

  /** A loader that finds {@link Alone} and Java's own classes. */
  private static final class Bare extends ClassLoader {
    Bare() {
      super(ClassLoader.getPlatformClassLoader());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (!name.startsWith(Alone.class.getName())) {
        throw new ClassNotFoundException(name);
      }
      String file = name.replace('.', '/') + ".class";
      try (InputStream in = Alone.class.getClassLoader().getResourceAsStream(file)) {
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  @Test
  void shouldMakeRecordsWhoseLoaderDoesNotFindTemoto() throws ReflectiveOperationException {
    ClassLoader bare = new Bare();
    Object part = make(bare, Alone.Part.class, 0.5);
    Object value = make(bare, Alone.class, 7, "text", part);
    assertThat(value.getClass().getClassLoader()).isSameAs(bare);
    int length = write(value);
    Object read = marshaller(bare).read(memory, 0, length);
    assertThat(read).isEqualTo(value).isNotSameAs(value);
  }

  private static Object make(ClassLoader loader, Class<?> type, Object... components)
      throws ReflectiveOperationException {
    Constructor<?> constructor = loader.loadClass(type.getName()).getDeclaredConstructors()[0];
    constructor.setAccessible(true);
    return constructor.newInstance(components);
  }
}
