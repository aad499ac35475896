package org.temoto.task.program;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;

/**
 * A random data-race-free fork/join program, made from a seed, so every PE can make the same one. Units, not bytes, are what
 * it reads and writes; several units share a page, and their borders are odd.
 */
final class RandomProgram {
  static final int UNITS_PER_PAGE = 6;

  private final Random random;
  private final int pages;
  private final int pes;
  private final List<List<Step>> blocks = new ArrayList<>();
  private int writes;

  private RandomProgram(long seed, int pages, int pes) {
    this.random = new Random(seed * 0x9E3779B97F4A7C15L + pages * 31L + pes);
    this.pages = pages;
    this.pes = pes;
  }

  /** The same program for the same arguments, anywhere. */
  static RandomProgram of(long seed, int pages, int pes) {
    RandomProgram program = new RandomProgram(seed, pages, pes);
    BitSet all = new BitSet();
    all.set(0, program.units());
    program.block(all, all, 1 + program.random.nextInt(4));
    program.runSequentially(program.blocks.size() - 1, new int[program.units()]);
    return program;
  }

  private int units() {
    return pages * UNITS_PER_PAGE;
  }

  /** The number of the block that the program starts with. */
  int root() {
    return blocks.size() - 1;
  }

  List<Step> block(int number) {
    return blocks.get(number);
  }

  private int block(BitSet writable, BitSet readable, int depth) {
    List<Step> steps = new ArrayList<>();
    for (int n = 1 + random.nextInt(3); n > 0; n--) {
      add(steps, writable, readable, depth);
    }
    blocks.add(steps);
    return blocks.size() - 1;
  }

  private void add(List<Step> steps, BitSet writable, BitSet readable, int depth) {
    double kind = random.nextDouble();
    if (kind < 0.22) {
      int[] span = span(readable, 6);
      if (span != null) {
        steps.add(new Step.Read(span[0], span[1], new int[span[1] - span[0]]));
      }
    } else if (kind < 0.45) {
      int[] span = span(writable, 14);
      if (span != null) {
        steps.add(new Step.Write(span[0], span[1], ++writes, random.nextBoolean()));
      }
    } else if (kind < 0.52) {
      steps.add(new Step.Migrate(random.nextInt(pages), random.nextInt(pes)));
    } else if (depth > 0) {
      addPar(steps, writable, readable, depth);
    }
  }

  private void addPar(List<Step> steps, BitSet writable, BitSet readable, int depth) {
    int children = 2 + random.nextInt(2);
    int[] owner = random.nextBoolean() ? scattered(children) : split(children);
    int[] numbers = new int[children];
    for (int child = 0; child < children; child++) {
      BitSet mayWrite = new BitSet();
      BitSet mayRead = (BitSet) readable.clone();
      mayRead.andNot(writable);
      for (int unit = writable.nextSetBit(0); unit >= 0; unit = writable.nextSetBit(unit + 1)) {
        if (owner[unit] == child) {
          mayWrite.set(unit);
          mayRead.set(unit);
        } else if (owner[unit] == children) {
          mayRead.set(unit); // nobody writes it: all may read
        }
      }
      numbers[child] = block(mayWrite, mayRead, depth - 1);
    }
    Step.Par par = new Step.Par(numbers, random.nextBoolean());
    List<Step.Held> held = held(writable, readable);
    steps.add(held.isEmpty() ? par : new Step.Hold(held, par));
  }

  private int[] scattered(int children) {
    int[] owner = new int[units()];
    Arrays.setAll(owner, i -> random.nextInt(children + 1));
    return owner;
  }

  /** Contiguous shares, as divide and conquer has them. */
  private int[] split(int children) {
    int[] cuts = random.ints(children - 1, 0, units() + 1).sorted().toArray();
    int[] owner = new int[units()];
    for (int unit = 0; unit < owner.length; unit++) {
      for (int cut : cuts) {
        owner[unit] += unit >= cut ? 1 : 0;
      }
    }
    return owner;
  }

  private List<Step.Held> held(BitSet writable, BitSet readable) {
    List<Step.Held> held = new ArrayList<>();
    BitSet taken = new BitSet();
    for (int n = random.nextInt(3); n > 0; n--) {
      int[] span = span(readable, 12);
      if (span == null) {
        continue;
      }
      boolean writes = writable.nextClearBit(span[0]) >= span[1] && disjoint(taken, span) && random.nextDouble() < 0.7;
      if (writes) {
        taken.set(span[0], span[1]);
      }
      int before = writes && random.nextDouble() < 0.4 ? ++this.writes : 0;
      int after = writes && random.nextDouble() < 0.4 ? ++this.writes : 0;
      held.add(new Step.Held(span[0], span[1], writes, before, after, new int[span[1] - span[0]]));
    }
    return held;
  }

  private static boolean disjoint(BitSet taken, int[] span) {
    int next = taken.nextSetBit(span[0]);
    return next < 0 || next >= span[1];
  }

  /** A random contiguous span inside {@code allowed}, or null. */
  private int[] span(BitSet allowed, int most) {
    if (allowed.isEmpty()) {
      return null;
    }
    int lo = allowed.nextSetBit(random.nextInt(units()));
    if (lo < 0) {
      lo = allowed.nextSetBit(0);
    }
    int hi = lo + 1;
    while (allowed.get(hi) && hi - lo < most && random.nextDouble() < 0.8) {
      hi++;
    }
    return new int[] {lo, hi};
  }

  /** Runs the program as written; fills in what each read must see. */
  private void runSequentially(int block, int[] memory) {
    for (Step step : blocks.get(block)) {
      switch (step) {
        case Step.Read read -> System.arraycopy(memory, read.lo(), read.expected(), 0, read.expected().length);
        case Step.Write write -> Arrays.fill(memory, write.lo(), write.hi(), write.ident());
        case Step.Migrate migrate -> {}
        case Step.Par par -> {
          for (int child : par.blocks()) {
            runSequentially(child, memory);
          }
        }
        case Step.Hold hold -> runHold(hold, memory);
      }
    }
  }

  private void runHold(Step.Hold hold, int[] memory) {
    for (Step.Held view : hold.views()) {
      if (view.before() != 0) {
        Arrays.fill(memory, view.lo(), view.hi(), view.before());
      }
    }
    for (int child : hold.body().blocks()) {
      runSequentially(child, memory);
    }
    for (Step.Held view : hold.views()) {
      System.arraycopy(memory, view.lo(), view.expected(), 0, view.expected().length);
    }
    for (Step.Held view : hold.views()) {
      if (view.after() != 0) {
        Arrays.fill(memory, view.lo(), view.hi(), view.after());
      }
    }
  }
}
