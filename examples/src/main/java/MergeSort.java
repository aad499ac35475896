import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Random;
import org.temoto.gas.*;
import org.temoto.gas.array.*;
import org.temoto.gas.simulated.*;
import org.temoto.task.*;

/**
 * Sorts numbers that lie in the memory of all processes, with room for as many: four parts in
 * parallel, whose merges are parallel too (Cilksort). Any process may run any part.
 */
record MergeSort(GlobalInts numbers, GlobalInts room) implements Action {
  private static final int CUTOFF = 20_000;

  @Override
  public void compute(TaskContext context) {
    long n = numbers.length();
    if (n <= CUTOFF) {
      // Localize: now the numbers are at hand, wherever they were sorted or written before.
      try (IntView view = numbers.localize(Access.READ_WRITE)) {
        int[] sorted = view.segment().toArray(JAVA_INT);
        Arrays.sort(sorted);
        MemorySegment.copy(sorted, 0, view.segment(), JAVA_INT, 0, sorted.length);
        view.commit(); // what was not committed, nobody else would see
      } // the end of the view lets go of them: unlocalize
      return;
    }
    // Four tasks: the first goes on here, the others are for workers without a task.
    context.forkJoin(
        part(0, n / 4), part(n / 4, n / 2), part(n / 2, n / 4 * 3), part(n / 4 * 3, n));
    context.forkJoin(
        new Merge(numbers.slice(0, n / 4), numbers.slice(n / 4, n / 2), room.slice(0, n / 2)),
        new Merge(
            numbers.slice(n / 2, n / 4 * 3), numbers.slice(n / 4 * 3, n), room.slice(n / 2, n)));
    new Merge(room.slice(0, n / 2), room.slice(n / 2, n), numbers).compute(context);
  }

  private MergeSort part(long from, long to) {
    return new MergeSort(numbers.slice(from, to), room.slice(from, to));
  }

  /** Merges two sorted runs; a long merge is two, cut at the middle of the longer run. */
  record Merge(GlobalInts left, GlobalInts right, GlobalInts into) implements Action {
    @Override
    public void compute(TaskContext context) {
      if (left.length() < right.length()) {
        new Merge(right, left, into).compute(context);
      } else if (into.length() <= CUTOFF) {
        mergeHere();
      } else {
        long half = left.length() / 2;
        long below = below(left, half);
        context.forkJoin(
            new Merge(left.slice(0, half), right.slice(0, below), into.slice(0, half + below)),
            new Merge(
                left.slice(half, left.length()),
                right.slice(below, right.length()),
                into.slice(half + below, into.length())));
      }
    }

    /**
     * Number of elements of the right run that belong before number {@code index} of the other one.
     */
    private long below(GlobalInts run, long index) {
      int pivot = number(run, index);
      long from = 0;
      for (long to = right.length(); from < to; ) {
        long middle = (from + to) / 2;
        if (number(right, middle) < pivot) {
          from = middle + 1;
        } else {
          to = middle;
        }
      }
      return from;
    }

    /** One number, for which no page has to come. */
    private static int number(GlobalInts run, long index) {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment bytes = arena.allocate(JAVA_INT);
        run.range().read(index * Integer.BYTES, bytes);
        return bytes.get(JAVA_INT, 0);
      }
    }

    private void mergeHere() {
      try (IntView a = left.localize(Access.READ);
          IntView b = right.localize(Access.READ);
          IntView to = into.localize(Access.WRITE)) { // nothing is fetched: all is stored
        for (long i = 0, j = 0, k = 0; k < to.length(); k++) {
          boolean first = j == b.length() || i < a.length() && a.get(i) <= b.get(j);
          to.set(k, first ? a.get(i++) : b.get(j++));
        }
        to.commit();
      }
    }
  }

  public static void main(String[] arguments) {
    // Four processes of this JVM that a network of 2 us and 10 Gbit/s joins; under oshrun, its own.
    GasOptions options =
        GasOptions.DEFAULT
            .withPes(4)
            .with(SimulationOptions.DEFAULT.withNetwork(new Network(2_000, 10e9)));
    Temoto.launch(options, space -> {
      GlobalInts numbers = GlobalInts.allocate(space, "numbers", 1_000_000);
      GlobalInts room = GlobalInts.allocate(space, "room", numbers.length());
      if (space.pe() == 0) {
        try (IntView view = numbers.localize(Access.WRITE)) {
          int[] random = new Random(1).ints(numbers.length()).toArray();
          MemorySegment.copy(random, 0, view.segment(), JAVA_INT, 0, random.length);
          view.commit();
        }
      }
      try (TaskRuntime runtime = TaskRuntime.start(space)) {
        runtime.run(new MergeSort(numbers, room)); // begins and ends with a barrier
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
