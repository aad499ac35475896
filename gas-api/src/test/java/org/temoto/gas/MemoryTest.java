package org.temoto.gas;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;

/** Base class of tests that write and read parts of a global memory. */
public abstract class MemoryTest extends SpaceTest {
  protected static void fill(GlobalMemory memory, long offset, long length, int value) {
    try (LocalView view = memory.localize(offset, length, Access.WRITE)) {
      view.segment().fill((byte) value);
      view.commit();
    }
  }

  protected static void assertFilled(GlobalMemory memory, long offset, long length, int value) {
    try (LocalView view = memory.localize(offset, length, Access.READ)) {
      assertThat(view.segment().toArray(JAVA_BYTE))
          .as("[%s, +%s)", offset, length)
          .containsOnly(value);
    }
  }
}
