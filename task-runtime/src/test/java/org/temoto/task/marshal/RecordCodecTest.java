package org.temoto.task.marshal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.RecordAttribute;
import java.lang.classfile.attribute.RecordComponentInfo;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.temoto.gas.GasException;
import org.temoto.gas.RefusedException;
import org.temoto.task.Task;

/** Tests of records that can be taken apart and made, and of those whose code throws. */
class RecordCodecTest {
  private static final int CAPACITY = 1100;

  private record Hidden(int number, Nested nested) {
    private record Nested(String text) {}
  }

  private record Variable(int first, @Task.Copied int... others) {
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

  record Exhausted(int number) {
    @Override
    public int number() {
      throw new InternalError("of this PE");
    }
  }

  @Test
  void shouldNotTakeAnErrorOfThisPeForOneOfTheTask() {
    Exhausted value = new Exhausted(1);
    assertThatThrownBy(() -> write(value)).isInstanceOf(InternalError.class);
    assertThatThrownBy(() -> Codecs.ofRecord(Exhausted.class).prepare(value))
        .isInstanceOf(InternalError.class);
  }

  record Speechless() {
    Speechless {
      throw new IllegalStateException() {
        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
          throw new AssertionError("no message");
        }
      };
    }
  }

  @Test
  void shouldTellOfAFailureWhoseMessageIsAnError() {
    assertThatThrownBy(Speechless::new)
        .satisfies(failure ->
            assertThat(RemoteFailure.describe(failure))
                .isEqualTo(
                    failure.getClass().getName()
                        + ", whose message throws java.lang.AssertionError"));
  }

  @Test
  void shouldWriteOneClassForARecordWhereverItStands() {
    assertThat(MarshallerGenerator.of(Hidden.class)).isSameAs(MarshallerGenerator.of(Hidden.class));
    assertThat(MarshallerGenerator.of(Hidden.class))
        .isNotSameAs(MarshallerGenerator.of(Empty.class));
  }

  @Test
  void shouldRefuseRecordsOfClosedPackages() throws ClassNotFoundException {
    Class<?> closed = Class.forName("jdk.internal.constant.ModuleDescImpl");
    assertThat(closed.isRecord()).isTrue();
    assertThatThrownBy(() -> Codecs.ofRecord(closed))
        .isInstanceOf(RefusedException.class)
        .hasMessage(
            "record jdk.internal.constant.ModuleDescImpl cannot be marshalled: its package must"
                + " be open to Temoto");
  }

  private enum Color {
    RED,
    BLUE
  }

  private record Painted(Object color) {}

  /** Writes {@code value}, and replaces in the bytes what is {@code before}, once. */
  private int writeDamaged(Object value, byte[] before, byte[] after) {
    int length = write(value);
    byte[] bytes = memory.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE);
    int at = indexOf(bytes, before);
    MemorySegment.copy(after, 0, memory, ValueLayout.JAVA_BYTE, at, after.length);
    return length;
  }

  private static int indexOf(byte[] bytes, byte[] part) {
    for (int i = 0; i + part.length <= bytes.length; i++) {
      if (Arrays.equals(bytes, i, i + part.length, part, 0, part.length)) {
        return i;
      }
    }
    throw new AssertionError("not there");
  }

  @Test
  void shouldTellWhichClassOfDamagedBytesIsWrong() {
    byte[] color = Color.class.getName().getBytes(StandardCharsets.UTF_8);
    byte[] other = Arrays.copyOf(color, color.length);
    byte[] thread = "java.lang.Thread".getBytes(StandardCharsets.UTF_8);
    Arrays.fill(other, (byte) 0);
    System.arraycopy(thread, 0, other, 0, thread.length);
    int zeros = writeDamaged(new Painted(Color.BLUE), color, other);
    assertThatThrownBy(() -> marshaller.read(memory, 0, zeros))
        .isInstanceOf(GasException.class)
        .hasMessageContaining("the name of a marshalled value's class is damaged");

    int ordinal = write(new Painted(Color.BLUE));
    memory.set(ValueLayout.JAVA_INT_UNALIGNED, ordinal - Integer.BYTES, Color.values().length);
    assertThatThrownBy(() -> marshaller.read(memory, 0, ordinal))
        .isInstanceOf(GasException.class)
        .hasMessageContaining("class " + Color.class.getName())
        .hasMessageContaining("has no constant");
  }

  @Test
  void shouldTellThatAClassIsNoRecord() {
    assertThatThrownBy(() -> Codecs.ofRecord(String.class))
        .isInstanceOf(GasException.class)
        .hasMessage("class java.lang.String of a marshalled value is no record");
  }

  @Test
  void shouldKnowTheClassOfANameAndNotOfAnotherWithTheSameHash() {
    KnownClasses known = KnownClasses.of(new Bare());
    known.add(5, new long[] {1, 2}, String.class);
    assertThat(known.find(5, new long[] {1, 2, 9}, 2)).isEqualTo(String.class);
    assertThat(known.find(5, new long[] {1, 3}, 2)).isNull();
    assertThat(known.find(5, new long[] {1, 2}, 1)).isNull();
    assertThat(known.find(6, new long[] {1, 2}, 2)).isNull();
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

  /** A public record of {@code width} components, {@code c0} and so on, all of a primitive type. */
  private static Class<?> wide(int width, Class<?> primitive) throws IllegalAccessException {
    ClassDesc name =
        ClassDesc.of(RecordCodecTest.class.getPackageName(), "Wide" + width + primitive);
    ClassDesc component = primitive.describeConstable().orElseThrow();
    TypeKind kind = TypeKind.from(component);
    MethodTypeDesc getter = MethodTypeDesc.of(component);
    MethodTypeDesc constructor =
        MethodTypeDesc.of(ConstantDescs.CD_void, Collections.nCopies(width, component));
    List<RecordComponentInfo> components = new ArrayList<>();
    for (int i = 0; i < width; i++) {
      components.add(RecordComponentInfo.of("c" + i, component));
    }
    byte[] bytes =
        ClassFile.of()
            .build(
                name,
                type -> {
                  type.withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL)
                      .withSuperclass(Record.class.describeConstable().orElseThrow())
                      .with(RecordAttribute.of(components))
                      .withMethodBody(
                          ConstantDescs.INIT_NAME,
                          constructor,
                          ClassFile.ACC_PUBLIC,
                          code -> writeConstructor(code, name, width, component));
                  for (int i = 0; i < width; i++) {
                    String field = "c" + i;
                    type.withField(field, component, ClassFile.ACC_FINAL)
                        .withMethodBody(
                            field,
                            getter,
                            ClassFile.ACC_PUBLIC,
                            code -> code.aload(0).getfield(name, field, component).return_(kind));
                  }
                });
    return MethodHandles.lookup().defineClass(bytes);
  }

  private static void writeConstructor(
      CodeBuilder code, ClassDesc name, int width, ClassDesc component) {
    code.aload(0)
        .invokespecial(
            Record.class.describeConstable().orElseThrow(),
            ConstantDescs.INIT_NAME,
            ConstantDescs.MTD_void);
    for (int i = 0; i < width; i++) {
      code.aload(0).loadLocal(TypeKind.from(component), code.parameterSlot(i));
      code.putfield(name, "c" + i, component);
    }
    code.return_();
  }

  @Test
  void shouldMakeRecordsOfAsManyComponentsAsAHandlePasses() throws ReflectiveOperationException {
    Class<?> longs = wide(126, long.class);
    Object[] numbers = LongStream.range(0, 126).boxed().toArray();
    Object read = roundTrip(longs.getConstructors()[0].newInstance(numbers));
    for (int i = 0; i < 126; i++) {
      assertThat(longs.getMethod("c" + i).invoke(read)).isEqualTo((long) i);
    }
    Class<?> ints = wide(253, int.class);
    numbers = IntStream.range(0, 253).boxed().toArray();
    read = roundTrip(ints.getConstructors()[0].newInstance(numbers));
    for (int i = 0; i < 253; i++) {
      assertThat(ints.getMethod("c" + i).invoke(read)).isEqualTo(i);
    }
  }

  @Test
  void shouldRefuseRecordsOfMoreComponentsThanAHandlePasses() throws IllegalAccessException {
    for (Class<?> type : List.of(wide(127, long.class), wide(254, int.class))) {
      assertThatThrownBy(() -> Codecs.ofRecord(type))
          .isInstanceOf(RefusedException.class)
          .hasMessage(
              "record %s cannot be marshalled: it has %d components, which take more than the 253"
                      .formatted(type.getName(), type.getRecordComponents().length)
                  + " places of a call (a long or double takes two); put some into records of"
                  + " their own");
    }
  }

  private static Object make(ClassLoader loader, Class<?> type, Object... components)
      throws ReflectiveOperationException {
    Constructor<?> constructor = loader.loadClass(type.getName()).getDeclaredConstructors()[0];
    constructor.setAccessible(true);
    return constructor.newInstance(components);
  }
}
