import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.temoto.gas.*;
import org.temoto.gas.array.*;
import org.temoto.junit.*;
import org.temoto.task.*;

/** Tests of the example: its steps are those of plain Java, bit by bit. */
class HeatTest {
  private static final int N = 20;
  private static final int STEPS = 3;

  @TemotoTest(pes = 3, workers = 2)
  void shouldComputeWhatPlainJavaDoes(GlobalAddressSpace space, TaskRuntime runtime) {
    GlobalMatrix result = Heat.run(space, runtime, N, STEPS);
    try (LocalView view = result.localize(Access.READ)) {
      assertArrayEquals(Heat.plain(N, STEPS), view.segment().toArray(JAVA_DOUBLE));
    }
  }
}
