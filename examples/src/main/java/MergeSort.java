import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Random;
import org.temoto.gas.*;
import org.temoto.gas.array.*;
import org.temoto.task.*;

/** Sorts numbers that lie in the memory of all processes; any of them may run any part. */
record MergeSort(GlobalInts numbers) implements Action {
  private static final int CUTOFF = 20_000;

  @Override
  public void execute(TaskContext context) {
    int length = (int) numbers.length();
    int middle = length <= CUTOFF ? 0 : length / 2;
    if (middle > 0) {
      // Two tasks: the first goes on here, the other one is there for whoever has nothing to do.
      GlobalInts left = numbers.slice(0, middle);
      GlobalInts right = numbers.slice(middle, length);
      context.forkJoin(new MergeSort(left), new MergeSort(right));
    }
    // Localize: now the numbers are at hand, wherever their halves were sorted.
    try (IntView view = numbers.localize(Access.READ_WRITE)) {
      int[] part = view.segment().toArray(JAVA_INT);
      if (middle > 0) {
        merge(Arrays.copyOf(part, middle), part);
      } else {
        Arrays.sort(part);
      }
      MemorySegment.copy(part, 0, view.segment(), JAVA_INT, 0, length);
      view.commit(); // what was not committed, nobody else would see
    } // the end of the view lets go of them: unlocalize
  }

  /** Merges {@code left} and the rest of {@code all} into {@code all}. */
  private static void merge(int[] left, int[] all) {
    for (int i = 0, j = left.length, k = 0; i < left.length; k++) {
      all[k] = j == all.length || left[i] <= all[j] ? left[i++] : all[j++];
    }
  }

  public static void main(String[] arguments) {
    // Four processes of this JVM that a network of 2 us and 10 Gbit/s joins; under oshrun, its own.
    GasOptions options = GasOptions.DEFAULT.withPes(4).withNetwork(new Network(2_000, 10e9));
    GlobalAddressSpace.launch(options, space -> {
      GlobalInts numbers = GlobalInts.allocate(space, "numbers", 1_000_000);
      if (space.pe() == 0) {
        try (IntView view = numbers.localize(Access.WRITE)) {
          int[] random = new Random(1).ints(numbers.length()).toArray();
          MemorySegment.copy(random, 0, view.segment(), JAVA_INT, 0, random.length);
          view.commit();
        }
      }
      try (TaskRuntime runtime = TaskRuntime.start(space)) {
        runtime.run(new MergeSort(numbers)); // begins and ends with a barrier
      }
      if (space.pe() == 0) {
        try (IntView view = numbers.localize(Access.READ)) {
          int[] expected = new Random(1).ints(numbers.length()).sorted().toArray();
          boolean sorted = Arrays.equals(expected, view.segment().toArray(JAVA_INT));
          System.out.println(numbers.length() + " numbers, sorted: " + sorted);
        }
      }
    });
  }
}
