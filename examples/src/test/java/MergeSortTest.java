import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Random;
import org.temoto.gas.*;
import org.temoto.gas.array.*;
import org.temoto.junit.*;
import org.temoto.task.*;

/**
 * Tests of the example: it sorts as Java does, whatever the seed lets happen first, and breaks no
 * promise.
 */
class MergeSortTest {
  private static final int LENGTH = 60_000;

  @TemotoTest(pes = 3, workers = 2)
  void shouldSortAsJavaDoes(GlobalAddressSpace space, TaskRuntime runtime) {
    int[] numbers = new Random(1).ints(LENGTH).toArray();
    GlobalInts sorted = GlobalInts.allocate(space, "numbers", LENGTH);
    GlobalInts room = GlobalInts.allocate(space, "room", LENGTH);
    if (space.pe() == 0) {
      try (IntView view = sorted.localize(Access.WRITE)) {
        MemorySegment.copy(numbers, 0, view.segment(), JAVA_INT, 0, LENGTH);
        view.commit();
      }
    }
    runtime.run(new MergeSort(sorted, room));
    Arrays.sort(numbers);
    try (IntView view = sorted.localize(Access.READ)) { // on every PE
      assertArrayEquals(numbers, view.segment().toArray(JAVA_INT));
    }
  }
}
