package org.temoto.apps.sort;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.temoto.task.pattern.sort.ElementType;

class KeyGeneratorTest {
  private static final int COUNT = 1000;

  @ParameterizedTest
  @EnumSource
  void shouldGenerateTheSameKeysInAnyPieces(ElementType type) {
    for (KeyDistribution distribution : KeyDistribution.values()) {
      KeyGenerator generator = new KeyGenerator(type, COUNT, distribution, 42);
      MemorySegment whole = keys(generator, COUNT);
      assertThat(whole.mismatch(keys(generator, 1))).as("%s", distribution).isEqualTo(-1);
      assertThat(whole.mismatch(keys(generator, 333))).as("%s", distribution).isEqualTo(-1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldGenerateOtherKeysFromAnotherSeed(ElementType type) {
    MemorySegment one = keys(new KeyGenerator(type, COUNT, KeyDistribution.UNIFORM, 1), COUNT);
    MemorySegment two = keys(new KeyGenerator(type, COUNT, KeyDistribution.UNIFORM, 2), COUNT);
    assertThat(one.mismatch(two)).isNotNegative();
  }

  private static MemorySegment keys(KeyGenerator generator, int piece) {
    int bytes = generator.type().bytes();
    MemorySegment keys = MemorySegment.ofArray(new long[COUNT * bytes / Long.BYTES]);
    for (int first = 0; first < COUNT; first += piece) {
      int length = Math.min(piece, COUNT - first);
      generator.fill(keys.asSlice((long) first * bytes, (long) length * bytes), first, length);
    }
    return keys;
  }
}
