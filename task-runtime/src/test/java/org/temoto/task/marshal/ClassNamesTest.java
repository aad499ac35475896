package org.temoto.task.marshal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
