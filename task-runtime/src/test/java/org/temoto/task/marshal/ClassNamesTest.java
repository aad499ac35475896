package org.temoto.task.marshal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.temoto.gas.GasException;

class ClassNamesTest {
  private record Plain() {}

  private record ALongNameOfAClassThatTakesMoreWordsThanABufferHasAtFirstWhichIsEight() {}

  private final Bytes<?> bytes = Bytes.allocateElasticOnHeap();
  private final ClassNames names = new ClassNames(ClassNamesTest.class.getClassLoader());

  @AfterEach
  void release() {
    bytes.releaseLast();
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
      ClassNames.write(bytes, type);
    }
    for (Class<?> type : classes) {
      assertThat(names.read(bytes)).isEqualTo(type);
    }
    assertThat(bytes.readRemaining()).isZero();
  }

  @Test
  void shouldNameAClassThatIsNotHere() {
    bytes.writeInt(1).writeLong(0x2e61); // "a."
    assertThatThrownBy(() -> names.read(bytes))
        .isInstanceOf(GasException.class)
        .hasMessageContaining("class a. of a marshalled value is not on the class path");
  }

  @Test
  void shouldRefuseALengthThatNoNameHas() {
    bytes.writeInt(-5);
    assertThatThrownBy(() -> names.read(bytes))
        .isInstanceOf(GasException.class)
        .hasMessageContaining("-5 words");
  }
}
