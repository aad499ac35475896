package org.temoto.task.marshal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.temoto.gas.GasException;

class ClassNamesTest {
  private record Plain() {}

  private record ALongNameOfAClassThatTakesMoreWordsThanABufferHasAtFirstWhichIsEight() {}

  private final Output out = new Output(1 << 20);
  private final MemorySegment memory = MemorySegment.ofArray(new byte[1000]);
  private final ClassNames names = new ClassNames(ClassNamesTest.class.getClassLoader());
  private final Source in = new Source(id -> null, names);

  @BeforeEach
  void begin() {
    out.begin(memory, 0, (int) memory.byteSize());
  }

  private void readBack() {
    in.begin(memory, 0, out.length());
  }

  @Test
  void shouldReadWhatIsWritten() {
    List<Class<?>> classes =
        List.of(
            String.class,
            Plain.class,
            ALongNameOfAClassThatTakesMoreWordsThanABufferHasAtFirstWhichIsEight.class,
            Plain.class,
            ClassNamesTest.class,
            String.class,
            List.class);
    for (Class<?> type : classes) {
      ClassNames.write(out, type);
    }
    readBack();
    for (Class<?> type : classes) {
      assertThat(names.read(in)).isEqualTo(type);
    }
    assertThat(in.remaining()).isZero();
  }

  /** A loader that has classes of its own under the names of others'. */
  private static final class Redefining extends ClassLoader {
    Redefining() {
      super(ClassNamesTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.equals(Plain.class.getName())) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      return loaded != null ? loaded : define(name);
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      try (InputStream file = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] bytes = file.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  @Test
  void shouldFindTheClassOfTheReadersOwnLoader() {
    ClassNames.write(out, Plain.class);
    ClassLoader other = new Redefining();
    for (ClassLoader loader : List.of(other, Plain.class.getClassLoader())) {
      readBack();
      Class<?> read = new ClassNames(loader).read(in);
      assertThat(read.getName()).isEqualTo(Plain.class.getName());
      assertThat(read.getClassLoader()).isSameAs(loader);
    }
  }

  @Test
  void shouldNameAClassThatIsNotHere() {
    out.putInt(1);
    out.putLong(0x2e61); // "a."
    readBack();
    assertThatThrownBy(() -> names.read(in))
        .isInstanceOf(GasException.class)
        .hasMessageContaining("class a. of a marshalled value is not on the class path");
  }

  @Test
  void shouldRefuseALengthThatNoNameHas() {
    out.putInt(-5);
    readBack();
    assertThatThrownBy(() -> names.read(in))
        .isInstanceOf(GasException.class)
        .hasMessageContaining("-5 words");
  }
}
