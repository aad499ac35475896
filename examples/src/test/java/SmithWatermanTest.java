import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import org.temoto.gas.*;
import org.temoto.junit.*;
import org.temoto.task.*;

/** Tests of the example: its blocks come to the score of the whole matrix. */
class SmithWatermanTest {
  @TemotoTest(workers = 2)
  void shouldScoreAsPlainJavaDoes(GlobalAddressSpace space, TaskRuntime runtime) {
    byte[] a = SmithWaterman.sequence(1, 4 * SmithWaterman.BLOCK);
    byte[] b = SmithWaterman.sequence(2, a.length);
    assertEquals(SmithWaterman.plain(a, b), SmithWaterman.score(space, runtime, a, b));
  }

  @TemotoTest
  void shouldFindASequenceInsideAnother(GlobalAddressSpace space, TaskRuntime runtime) {
    byte[] a = "AC".repeat(SmithWaterman.BLOCK / 2).getBytes(StandardCharsets.US_ASCII);
    byte[] b = "AC".repeat(SmithWaterman.BLOCK / 2).getBytes(StandardCharsets.US_ASCII);
    b[0] = 'G'; // all others match, for 2 each
    assertEquals(2 * (SmithWaterman.BLOCK - 1), SmithWaterman.score(space, runtime, a, b));
  }
}
