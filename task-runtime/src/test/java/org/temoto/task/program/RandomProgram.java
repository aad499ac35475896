package org.temoto.task.program;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;

/**
 * A random data-race-free fork/join program, made from a seed, so every PE can make the same one.
 * Units, not bytes, are what it reads and writes; several units share a page, and their borders are
 * odd. The pages are those of two memories, and the program has several phases, which are run one
 * after the other.
 */
final class RandomProgram {
  static final int UNITS_PER_PAGE = 6;

  /** The most units from the first to the last of a view: they touch three pages. */
  private static final int WIDEST = 12;

  /** The most units of a write step: they touch four pages. */
  private static final int WIDEST_WRITE = 14;

  /**
   * What a program is made from.
   *
   * @param pages of the first memory
   * @param otherPages of the second
   * @param keeps whether views are opened between forks and joins and kept over the joins: these
   *     pin their pages while children run in place
   */
  record Key(long seed, int pages, int otherPages, int pes, boolean keeps) {}

  private final Random random;
  private final Key key;
  private final List<List<Step>> blocks = new ArrayList<>();
  private final List<Integer> phases = new ArrayList<>();
  private final List<int[]> results = new ArrayList<>();
  private int writes;

  private RandomProgram(Key key) {
    this.random =
        new Random(
            key.seed * 0x9E3779B97F4A7C15L + key.pages * 31L + key.otherPages * 1009L + key.pes);
    this.key = key;
  }

  /** The same program for the same key, anywhere. */
  static RandomProgram of(Key key) {
    RandomProgram program = new RandomProgram(key);
    BitSet all = new BitSet();
    all.set(0, program.units());
    int[] memory = new int[program.units()];
    for (int phases = 1 + program.random.nextInt(3); phases > 0; phases--) {
      int root = program.block(all, all, 1 + program.random.nextInt(4));
      program.runSequentially(root, memory);
      program.phases.add(root);
      program.results.add(memory.clone());
    }
    return program;
  }

  int units() {
    return pages() * UNITS_PER_PAGE;
  }

  private int pages() {
    return key.pages + key.otherPages;
  }

  int phases() {
    return phases.size();
  }

  /** The number of the block that a phase starts with. */
  int root(int phase) {
    return phases.get(phase);
  }

  /** What every unit holds after a phase. */
  int[] result(int phase) {
    return results.get(phase);
  }

  List<Step> block(int number) {
    return blocks.get(number);
  }

  // --- making it

  private int block(BitSet writable, BitSet readable, int depth) {
    return block(writable, readable, depth, false);
  }

  private int block(BitSet writable, BitSet readable, int depth, boolean mayFail) {
    List<Step> steps = new ArrayList<>();
    for (int n = 1 + random.nextInt(3); n > 0; n--) {
      add(steps, writable, readable, depth);
    }
    if (steps.isEmpty()) {
      steps.add(new Step.Fence(true));
    }
    if (mayFail && random.nextInt(6) == 0) {
      steps.add(new Step.Fail(random.nextBoolean() ? pieces(readable, WIDEST) : null));
    }
    blocks.add(steps);
    return blocks.size() - 1;
  }

  private void add(List<Step> steps, BitSet writable, BitSet readable, int depth) {
    double kind = random.nextDouble();
    if (kind < 0.18) {
      Pieces at = pieces(readable, 6);
      if (at != null) {
        steps.add(new Step.Read(at, new int[at.units().length]));
      }
    } else if (kind < 0.4) {
      addWrite(steps, writable);
    } else if (kind < 0.5) {
      steps.add(new Step.Migrate(random.nextInt(pages()), random.nextInt(key.pes)));
    } else if (kind < 0.53) {
      steps.add(new Step.Fence(random.nextBoolean()));
    } else if (kind < 0.57) {
      addNest(steps, writable, readable);
    } else if (kind < 0.64) {
      addAhead(steps, writable, readable, depth);
    } else if (depth > 0) {
      addPar(steps, writable, readable, depth);
    }
  }

  private void addWrite(List<Step> steps, BitSet writable) {
    Pieces at = pieces(writable, WIDEST_WRITE);
    if (at == null) {
      return;
    }
    boolean storesOnly = random.nextBoolean();
    Pieces written = storesOnly || random.nextBoolean() ? at : pieces(at.set(), WIDEST_WRITE);
    steps.add(new Step.Write(at, written, ++writes, storesOnly, random.nextInt(3) == 0));
  }

  private void addNest(List<Step> steps, BitSet writable, BitSet readable) {
    Step.Held outer = held(writable, readable, WIDEST, 0.9);
    if (outer != null && !outer.storesOnly()) {
      steps.add(new Step.Nest(outer, leaf(writable, readable)));
    }
  }

  private void addAhead(List<Step> steps, BitSet writable, BitSet readable, int depth) {
    List<Step.Held> views = new ArrayList<>();
    BitSet free = (BitSet) writable.clone();
    for (int n = 1 + random.nextInt(3); n > 0; n--) {
      Step.Held view = ahead(free, readable);
      if (view != null) {
        views.add(view);
        free.andNot(view.at().set());
      }
    }
    if (!views.isEmpty()) {
      int block = depth > 0 ? block(writable, readable, depth - 1) : leaf(writable, readable);
      int dropped = random.nextInt(4) == 0 ? random.nextInt(views.size()) : -1;
      steps.add(new Step.Ahead(views, block, random.nextBoolean(), dropped));
    }
  }

  /** A view that is opened when all that is around it has been done: nothing is written before. */
  private Step.Held ahead(BitSet writable, BitSet readable) {
    Pieces at = pieces(readable, WIDEST);
    if (at == null) {
      return null;
    }
    BitSet others = at.set();
    others.andNot(writable);
    boolean writes = others.isEmpty() && random.nextBoolean();
    int after = writes && random.nextBoolean() ? ++this.writes : 0;
    return new Step.Held(at, writes, false, 0, after, new int[at.units().length]);
  }

  /** A block of reads, writes, moves and fences only. */
  private int leaf(BitSet writable, BitSet readable) {
    List<Step> steps = new ArrayList<>();
    for (int n = random.nextInt(4); n > 0; n--) {
      add(steps, writable, readable, 0);
    }
    steps.removeIf(step -> step instanceof Step.Nest);
    blocks.add(steps);
    return blocks.size() - 1;
  }

  private void addPar(List<Step> steps, BitSet writable, BitSet readable, int depth) {
    int children = 2 + random.nextInt(2);
    int shares =
        children + random.nextInt(2); // the last may be the forker's own, between forks and joins
    int[] owner = random.nextBoolean() ? scattered(shares) : split(shares);
    int[] numbers = new int[children];
    for (int child = 0; child < children; child++) {
      BitSet own = share(writable, owner, child);
      numbers[child] =
          block(own, readable(writable, readable, own, owner, shares), depth - 1, true);
    }
    int between = -1;
    List<Step.Held> kept = new ArrayList<>();
    if (shares > children) {
      BitSet own = share(writable, owner, children);
      between = leaf(own, readable(writable, readable, own, owner, shares));
      Step.Held keep = key.keeps && random.nextBoolean() ? held(own, readable, 6, 0.7) : null;
      if (keep != null) {
        kept.add(keep);
      }
    }
    Step.Par par = new Step.Par(numbers, random.nextBoolean(), between, kept);
    List<Step.Held> held = held(writable, readable);
    steps.add(held.isEmpty() ? par : new Step.Hold(held, par));
  }

  private static BitSet share(BitSet writable, int[] owner, int which) {
    BitSet share = new BitSet();
    writable.stream().filter(unit -> owner[unit] == which).forEach(share::set);
    return share;
  }

  /**
   * What a part that may write {@code own} may read: that, what nobody may write, and what nobody
   * has as a share.
   */
  private static BitSet readable(
      BitSet writable, BitSet readable, BitSet own, int[] owner, int nobody) {
    BitSet result = (BitSet) readable.clone();
    result.andNot(writable);
    result.or(own);
    result.or(share(writable, owner, nobody));
    return result;
  }

  private int[] scattered(int shares) {
    int[] owner = new int[units()];
    Arrays.setAll(owner, i -> random.nextInt(shares + 1));
    return owner;
  }

  /** Contiguous shares, as divide and conquer has them. */
  private int[] split(int shares) {
    int[] cuts = random.ints(shares - 1, 0, units() + 1).sorted().toArray();
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
    BitSet free = (BitSet) writable.clone();
    for (int n = random.nextInt(3); n > 0; n--) {
      Step.Held view = held(free, readable, WIDEST, 0.7);
      if (view != null) {
        held.add(view);
        if (view.writes()) {
          free.andNot(view.at().set());
        }
      }
    }
    return held;
  }

  /** A view that writes, if it may, with probability {@code writing}; or null. */
  private Step.Held held(BitSet writable, BitSet readable, int most, double writing) {
    Pieces at = pieces(readable, most);
    if (at == null) {
      return null;
    }
    BitSet others = at.set();
    others.andNot(writable);
    boolean writes = others.isEmpty() && random.nextDouble() < writing;
    boolean storesOnly = writes && random.nextInt(4) == 0;
    int before = storesOnly || writes && random.nextDouble() < 0.4 ? ++this.writes : 0;
    int after = writes && random.nextDouble() < 0.4 ? ++this.writes : 0;
    return new Step.Held(at, writes, storesOnly, before, after, new int[at.units().length]);
  }

  // --- regions

  /**
   * Random units inside {@code allowed}, of one memory, {@code most} from first to last: a span, a
   * list or a stride; or null.
   */
  private Pieces pieces(BitSet allowed, int most) {
    if (allowed.isEmpty()) {
      return null;
    }
    int lo = allowed.nextSetBit(random.nextInt(units()));
    if (lo < 0) {
      lo = allowed.nextSetBit(0);
    }
    int border = key.pages * UNITS_PER_PAGE;
    int end = Math.min(lo + most, lo < border ? border : units());
    return switch (random.nextInt(8)) {
      case 0 -> strided(allowed, lo, end);
      case 1 -> listed(allowed, lo, end);
      default -> new Pieces(lo, spanEnd(allowed, lo, end));
    };
  }

  private int spanEnd(BitSet allowed, int lo, int end) {
    int hi = lo + 1;
    while (hi < end && allowed.get(hi) && random.nextDouble() < 0.8) {
      hi++;
    }
    return hi;
  }

  /** The same unit of neighbouring pages. */
  private static Pieces strided(BitSet allowed, int lo, int end) {
    int count = 1;
    while (lo + count * UNITS_PER_PAGE < end && allowed.get(lo + count * UNITS_PER_PAGE)) {
      count++;
    }
    int[] bounds = new int[2 * count];
    Arrays.setAll(bounds, i -> lo + i / 2 * UNITS_PER_PAGE + i % 2);
    return new Pieces(bounds);
  }

  private Pieces listed(BitSet allowed, int lo, int end) {
    int[] bounds = new int[0];
    for (int from = lo; from >= 0 && from < end; ) {
      int to = spanEnd(allowed, from, Math.min(end, from + 3));
      bounds = Arrays.copyOf(bounds, bounds.length + 2);
      bounds[bounds.length - 2] = from;
      bounds[bounds.length - 1] = to;
      from = allowed.nextSetBit(to + 1);
    }
    return new Pieces(bounds);
  }

  // --- what it must see

  /** Runs a block as written; fills in what each read must see. */
  private void runSequentially(int block, int[] memory) {
    for (Step step : blocks.get(block)) {
      switch (step) {
        case Step.Read read -> read.at().copy(memory, read.expected());
        case Step.Write write -> write.written().fill(memory, write.ident());
        case Step.Nest nest ->
            around(List.of(nest.outer()), memory, () -> runSequentially(nest.block(), memory));
        case Step.Ahead ahead -> {
          runSequentially(ahead.block(), memory);
          for (int view : ahead.order()) {
            around(List.of(ahead.views().get(view)), memory, () -> {});
          }
        }
        case Step.Par par -> runPar(par, memory);
        case Step.Hold hold -> around(hold.views(), memory, () -> runPar(hold.body(), memory));
        case Step.Migrate _, Step.Fence _, Step.Fail _ -> {}
      }
    }
  }

  private void runPar(Step.Par par, int[] memory) {
    around(
        par.kept(),
        memory,
        () -> {
          if (par.between() >= 0) {
            runSequentially(par.between(), memory);
          }
          for (int child : par.blocks()) {
            runSequentially(child, memory);
          }
        });
  }

  private static void around(List<Step.Held> views, int[] memory, Runnable body) {
    for (Step.Held view : views) {
      if (view.before() != 0) {
        view.at().fill(memory, view.before());
      }
    }
    body.run();
    for (Step.Held view : views) {
      view.at().copy(memory, view.expected());
    }
    for (Step.Held view : views) {
      if (view.after() != 0) {
        view.at().fill(memory, view.after());
      }
    }
  }
}
