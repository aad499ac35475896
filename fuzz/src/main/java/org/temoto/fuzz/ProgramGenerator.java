package org.temoto.fuzz;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Generator of programs without data races: what tasks in parallel may write is disjoint. */
final class ProgramGenerator {
  /**
   * The pages that one strand's active views pin at once in a sparing program: two views of two
   * pages each, held over a join or one within the other.
   */
  static final int SPARING_PAGES = 4;

  /** The most units from the first to the last of a view that touch two pages at most. */
  private static final int SPARING_WIDTH = MemoryShape.UNITS_PER_PAGE + 1;

  /** The most units from the first to the last of other views. */
  private static final int WIDTH = 14;

  /** Owner of units that are handed on by a signal. */
  private static final int HANDED = Integer.MAX_VALUE;

  /** Promises of a phase that have values. */
  private static final int MOST_VALUES = 6;

  private static final int UNITS_PER_PAGE = MemoryShape.UNITS_PER_PAGE;

  private static final Step.Fencing[] RELEASES = {
    Step.Fencing.RELEASE, Step.Fencing.AWAITED_RELEASE, Step.Fencing.STARTED_RELEASE
  };

  private static final Step.Joining[] JOININGS = {
    Step.Joining.OLDEST_FIRST, Step.Joining.YOUNGEST_FIRST, Step.Joining.TOGETHER
  };

  private final Random random;

  /**
   * Random numbers for what was added later, so that the rest of a seed's program stays as it was.
   */
  private final Random more;

  /** Random numbers for blocks of a heap, which came still later. */
  private final Random blocks;

  /** Random numbers for tasks after others, which came after those. */
  private final Random late;

  /** Random numbers for promises, scopes and index sets, which are later than all. */
  private final Random latest;

  /** True if tasks fulfil promises: then none fails, and what is awaited comes. */
  private final boolean promises;

  /** The promises that may have values yet: these keep their records. */
  private int values;

  private final boolean orders;
  private final boolean detaches;
  private final boolean guards;

  /** The signals that may be drawn yet, each of a semaphore of its own. */
  private int signals;

  /** Units of the phase that detached tasks may have, and those that none of its tasks writes. */
  private BitSet forDetached = new BitSet();

  private BitSet unwritten = new BitSet();

  /** True while a detached task is drawn, which must not fail. */
  private boolean isDetached;

  private final boolean replaces;

  private final List<MemoryShape> memories;
  private final int words;
  private final int pes;
  private final boolean keeps;
  private final Shape shape;
  private final Mix mix;
  private final int width;
  private final Program empty;
  private int writes;

  /**
   * @param sparing whether the cache has just room for {@link #SPARING_PAGES} pages of each strand;
   *     else views are also opened between forks and joins and kept over the joins, which pin their
   *     pages while children run in place
   */
  ProgramGenerator(
      long seed,
      Random random,
      List<MemoryShape> memories,
      int words,
      int pes,
      boolean sparing,
      Shape shape,
      Mix mix) {
    this.random = random;
    this.more = new Random(seed);
    this.blocks = new Random(~seed);
    this.replaces = blocks.nextInt(3) == 0;
    this.late = new Random(seed ^ 0x6C617465L);
    this.orders = late.nextInt(3) == 0;
    this.detaches = late.nextInt(6) == 0;
    this.guards = late.nextInt(6) == 0;
    this.signals = late.nextInt(4) == 0 ? 4 : 0;
    this.latest = new Random(seed ^ 0x70726F6DL);
    this.promises = orders && latest.nextInt(2) == 0;
    this.memories = memories;
    this.words = words;
    this.pes = pes;
    this.shape = shape;
    this.mix = mix;
    keeps = !sparing;
    width = sparing ? SPARING_WIDTH : WIDTH;
    empty = new Program(memories, words, List.of());
  }

  Program program() {
    boolean relays = more.nextInt(3) == 0;
    boolean collectives = more.nextInt(4) == 0;
    List<Phase> phases = new ArrayList<>();
    for (int n = 1 + random.nextInt(3); n > 0; n--) {
      phases.add(phase(relays, collectives));
    }
    return new Program(memories, words, phases);
  }

  private Phase phase(boolean withRelays, boolean withCollectives) {
    BitSet taken = new BitSet();
    List<Relay> relays = withRelays ? relays(taken) : List.of();
    List<Collective> collectives =
        withCollectives ? new CollectiveGenerator(more, empty, pes, keeps).draw(taken) : List.of();
    BitSet writable = all();
    BitSet readable = all();
    for (Collective each : collectives) {
      for (Collective.Place place : each.isBeside() ? each.places() : List.<Collective.Place>of()) {
        writable.andNot(place.from().set());
        writable.andNot(place.to().set());
        readable.andNot(place.to().set());
      }
    }
    keepForDetached(writable, readable);
    values = MOST_VALUES;
    return new Phase(relays, collectives, root(writable, readable));
  }

  private void keepForDetached(BitSet writable, BitSet readable) {
    forDetached = new BitSet();
    if (detaches) {
      writable.stream().filter(_ -> late.nextInt(3) == 0).forEach(forDetached::set);
      writable.andNot(forDetached);
      readable.andNot(forDetached);
      unwritten = (BitSet) readable.clone();
      unwritten.andNot(writable);
    }
  }

  private BitSet all() {
    BitSet all = new BitSet();
    all.set(0, empty.units());
    return all;
  }

  private Block root(BitSet writable, BitSet readable) {
    int depth = shape.depth(random);
    List<Step> steps = new ArrayList<>(block(writable, readable, depth, false).steps());
    addPar(steps, writable, readable, depth);
    return new Block(steps);
  }

  // --- relays

  /** Their units are added to {@code taken}. */
  private List<Relay> relays(BitSet taken) {
    List<Pieces> all = new ArrayList<>();
    for (int n = more.nextInt(4); n > 0; n--) {
      int lo = more.nextInt(empty.units());
      int end = empty.firstUnit(empty.memoryOf(lo) + 1);
      Pieces at = new Pieces(lo, Math.min(end, lo + 1 + more.nextInt(3)));
      if (!at.set().intersects(taken)) {
        taken.or(at.set());
        all.add(at);
      }
    }
    List<Relay> relays = all.stream().map(at -> new Relay(at, beside(at, taken), hops())).toList();
    relays.forEach(relay -> taken.or(relay.beside().set()));
    return relays;
  }

  /** A unit of the page of the first one of {@code at} that no task writes, if there is one. */
  private static Pieces beside(Pieces at, BitSet written) {
    int page = at.lo(0) / UNITS_PER_PAGE;
    int free = written.nextClearBit(page * UNITS_PER_PAGE);
    return free < (page + 1) * UNITS_PER_PAGE ? new Pieces(free, free + 1) : new Pieces();
  }

  private List<Relay.Hop> hops() {
    List<Relay.Hop> hops = new ArrayList<>();
    for (int n = 1 + more.nextInt(3); n > 0; n--) {
      hops.add(new Relay.Hop(more.nextInt(pes), ++writes, more.nextInt(3) == 0));
    }
    return hops;
  }

  // --- tasks

  private Block block(BitSet writable, BitSet readable, int depth, boolean mayFail) {
    List<Step> steps = new ArrayList<>();
    for (int n = shape.steps(random, depth); n > 0; n--) {
      add(steps, writable, readable, depth);
    }
    if (steps.isEmpty()) {
      steps.add(new Step.Fence(Step.Fencing.RELEASE));
    }
    for (int n = more.nextInt(12) == 0 ? 3 : 0; n > 0; n--) {
      steps.add(more.nextInt(steps.size() + 1), count());
    }
    if (replaces && !writable.isEmpty() && blocks.nextInt(2) == 0) {
      steps.add(blocks.nextInt(steps.size() + 1), replace(writable));
    }
    for (int n = guards ? late.nextInt(3) : 0; n > 0; n--) {
      steps.add(
          late.nextInt(steps.size() + 1),
          new Step.Guarded(late.nextInt(Program.GUARDED), 1 + late.nextInt(9)));
    }
    if (!forDetached.isEmpty() && late.nextInt(4) == 0) {
      steps.addAll(late.nextInt(steps.size() + 1), detached());
    }
    if (mayFail && random.nextInt(10) == 0) {
      Pieces open = random.nextBoolean() ? pieces(readable, width) : Pieces.NONE;
      if (!promises) {
        steps.add(new Step.Fail(open));
      }
    }
    return new Block(steps);
  }

  /** A detached task, which has bytes of its own that its forker writes before. */
  private List<Step> detached() {
    BitSet own = new BitSet();
    forDetached.stream().filter(_ -> late.nextBoolean()).forEach(own::set);
    forDetached.andNot(own);
    List<Step> steps = new ArrayList<>();
    addWrite(steps, own);
    BitSet readable = (BitSet) unwritten.clone();
    readable.or(own);
    boolean outer = isDetached;
    isDetached = true;
    List<Step> body = new ArrayList<>();
    addRead(body, own);
    body.addAll(block(own, readable, late.nextInt(3) / 2, false).steps());
    isDetached = outer;
    steps.add(new Step.Detach(new Block(body), home()));
    return steps;
  }

  private int home() {
    return late.nextInt(3) == 0 ? late.nextInt(pes) : Step.NO_HOME;
  }

  private void add(List<Step> steps, BitSet writable, BitSet readable, int depth) {
    switch (mix.next(random)) {
      case READ -> {
        addAcquire(steps);
        addRead(steps, readable);
      }
      case WRITE -> {
        addAcquire(steps);
        addWrite(steps, writable);
        addRelease(steps);
      }
      case MOVE -> steps.add(new Step.Migrate(random.nextInt(empty.pages()), random.nextInt(pes)));
      case FENCE -> {
        Step.Fencing[] kinds = Step.Fencing.values();
        steps.add(new Step.Fence(kinds[random.nextInt(kinds.length)]));
      }
      case ADD -> steps.add(new Step.Add(random.nextInt(words), 1 + random.nextInt(9)));
      case NEST -> addNest(steps, writable, readable);
      case REQUEST -> addAhead(steps, writable, readable, depth);
      case FORK -> {
        if (depth > 0) {
          addPar(steps, writable, readable, depth);
        }
      }
    }
  }

  private void addAcquire(List<Step> steps) {
    if (mix.fences(random)) {
      steps.add(new Step.Fence(Step.Fencing.ACQUIRE));
    }
  }

  private void addRelease(List<Step> steps) {
    if (mix.fences(random)) {
      steps.add(new Step.Fence(RELEASES[random.nextInt(RELEASES.length)]));
    }
  }

  private void addRead(List<Step> steps, BitSet readable) {
    Pieces at = pieces(readable, 6);
    Step.Way[] ways = Step.Way.values();
    if (!at.isEmpty()) {
      Step.Way way = ways[Math.max(0, random.nextInt(6) - 2)];
      steps.add(new Step.Read(at, latest.nextInt(8) == 0 && keeps ? Step.Way.GATHERED : way));
    }
  }

  private Step replace(BitSet writable) {
    int from = writable.nextSetBit(blocks.nextInt(writable.length()));
    int end = Math.min(from + width, empty.firstUnit(empty.memoryOf(from) + 1));
    int to = Math.min(end, writable.nextClearBit(from));
    return new Step.Replace(new Pieces(from, to), blocks.nextInt(1 << 20));
  }

  private Step count() {
    Step.Counting[] ways = Step.Counting.values();
    return new Step.Count(ways[more.nextInt(ways.length)], 1 + more.nextInt(9));
  }

  private void addWrite(List<Step> steps, BitSet writable) {
    Pieces drawn = pieces(writable, width);
    if (drawn.isEmpty()) {
      return;
    }
    Pieces at = more.nextInt(4) == 0 ? page(writable, drawn) : drawn;
    boolean storesOnly = random.nextBoolean();
    Pieces written = storesOnly || random.nextBoolean() ? at : pieces(at.set(), width);
    boolean unitByUnit = random.nextInt(3) == 0;
    steps.add(
        new Step.Write(at, written, ++writes, storesOnly, unitByUnit, random.nextInt(3) == 0));
  }

  /** The page that {@code drawn} begins in, if all of it is writable; else {@code drawn}. */
  private Pieces page(BitSet writable, Pieces drawn) {
    int from = drawn.lo(0) / UNITS_PER_PAGE * UNITS_PER_PAGE;
    int end = from + UNITS_PER_PAGE;
    return end <= empty.units() && writable.nextClearBit(from) >= end
        ? new Pieces(from, end)
        : drawn;
  }

  private void addNest(List<Step> steps, BitSet writable, BitSet readable) {
    Step.Held outer = held(writable, readable, width, 0.9);
    if (outer != null && !outer.storesOnly()) {
      steps.add(new Step.Nest(outer, leaf(besides(outer, writable), readable)));
    }
  }

  /**
   * Units that may be written while {@code active} is: a view has all bytes of another one that
   * writes, or none.
   */
  private BitSet besides(Step.Held active, BitSet writable) {
    BitSet rest = (BitSet) writable.clone();
    if (active.writes() && random.nextBoolean()) {
      rest.and(active.at().set());
    } else if (active.writes()) {
      rest.andNot(active.at().set());
    }
    return rest;
  }

  private void addAhead(List<Step> steps, BitSet writable, BitSet readable, int depth) {
    List<Step.Held> views = new ArrayList<>();
    BitSet free = (BitSet) writable.clone();
    for (int n = 1 + random.nextInt(3); n > 0; n--) {
      Pieces at = pieces(readable, width);
      if (!at.isEmpty()) {
        views.add(ahead(at, free));
        free.andNot(at.set());
      }
    }
    if (!views.isEmpty()) {
      Block body =
          depth > 0 ? block(writable, readable, depth - 1, false) : leaf(writable, readable);
      int dropped = random.nextInt(4) == 0 ? random.nextInt(views.size()) : Step.Ahead.NONE_DROPPED;
      steps.add(new Step.Ahead(views, body, random.nextBoolean(), dropped));
    }
  }

  /** A view that is opened when all that is around it has been done: nothing is written before. */
  private Step.Held ahead(Pieces at, BitSet writable) {
    BitSet others = at.set();
    others.andNot(writable);
    boolean writes = others.isEmpty() && random.nextBoolean();
    int after = writes && random.nextBoolean() ? ++this.writes : 0;
    return new Step.Held(at, writes, false, 0, after);
  }

  /** A block of reads, writes, moves and fences only. */
  private Block leaf(BitSet writable, BitSet readable) {
    List<Step> steps = new ArrayList<>();
    for (int n = random.nextInt(4); n > 0; n--) {
      add(steps, writable, readable, 0);
    }
    steps.removeIf(step -> step instanceof Step.Nest || step instanceof Step.Ahead);
    return new Block(steps);
  }

  private void addPar(List<Step> steps, BitSet writable, BitSet readable, int depth) {
    Step.Forking forking =
        orders && late.nextInt(3) != 0
            ? ordered(writable, readable, depth)
            : par(writable, readable, depth);
    List<Step.Held> held = held(writable, readable);
    steps.add(held.isEmpty() ? forking : new Step.Hold(held, forking));
  }

  private Step.Ordered ordered(BitSet writable, BitSet readable, int depth) {
    OrderedGenerator order =
        new OrderedGenerator(late, shape.children(random, depth), this::owners);
    boolean mayFail = late.nextInt(4) == 0;
    List<Step.Late> tasks = new ArrayList<>();
    for (int i = 0; i < order.tasks(); i++) {
      BitSet own = order.writable(writable, i);
      List<Step> steps = new ArrayList<>();
      addRead(steps, order.inherited(writable, i));
      steps.addAll(block(own, order.readable(writable, readable, i), depth - 1, mayFail).steps());
      int home = home();
      boolean joins = late.nextInt(4) == 0;
      tasks.add(new Step.Late(new Block(steps), order.after(i), home, joins, promising()));
    }
    List<Step.Waited> waits = new ArrayList<>();
    BitSet ended = new BitSet();
    for (int n = late.nextInt(4); n > 0; n--) {
      int task = late.nextInt(order.tasks() + 1) - 1;
      ended.or(order.until(task));
      BitSet own = order.writable(writable, order.tasks());
      waits.add(new Step.Waited(task, leaf(own, order.readable(writable, readable, ended))));
    }
    boolean contains = random.nextInt(4) != 0 || isDetached;
    return new Step.Ordered(tasks, waits, contains);
  }

  private Step.Promising promising() {
    if (!promises || latest.nextInt(3) == 0) {
      return Step.Promising.NONE;
    }
    return values > 0 && latest.nextBoolean() && values-- > 0
        ? Step.Promising.VALUED
        : Step.Promising.PLAIN;
  }

  private Step.Par par(BitSet writable, BitSet readable, int depth) {
    int children = shape.children(random, depth);
    int shares =
        children + random.nextInt(2); // the last may be the forker's own, between forks and joins
    int[] owner = owners(shares);
    Pieces handed = handed(writable, owner, shares, children);
    int semaphore = handed.isEmpty() ? signals : --signals; // before children draw theirs
    List<Block> blocks = new ArrayList<>();
    for (int child = 0; child < children; child++) {
      BitSet own = share(writable, owner, child);
      blocks.add(block(own, readable(writable, readable, own, owner, shares), depth - 1, true));
    }
    if (!handed.isEmpty()) {
      signal(blocks, handed, semaphore);
    }
    Block between = Block.EMPTY;
    List<Step.Held> kept = new ArrayList<>();
    if (shares > children) {
      BitSet own = share(writable, owner, children);
      Step.Held keep = keeps && random.nextBoolean() ? held(own, readable, 6, 0.7) : null;
      BitSet free = keep == null ? own : besides(keep, own);
      between = leaf(free, readable(writable, readable, own, owner, shares));
      if (keep != null) {
        kept.add(keep);
      }
    }
    Step.Joining joining = JOININGS[random.nextInt(JOININGS.length)];
    if (latest.nextInt(6) == 0) {
      joining = Step.Joining.SCOPED;
    }
    boolean contains = random.nextInt(4) != 0 || isDetached;
    return new Step.Par(blocks, joining, contains, between, kept);
  }

  /**
   * Has one of the children write bytes that are no other's, before anything that may fail or wait,
   * and tell a younger one, which has them from then on.
   */
  private void signal(List<Block> children, Pieces at, int semaphore) {
    int from = late.nextInt(children.size() - 1);
    int to = from + 1 + late.nextInt(children.size() - from - 1);
    Step.Signal signal = new Step.Signal(semaphore, write(at));
    Step.Read read = new Step.Read(at, Step.Way.VIEW);
    Optional<Step.Write> answer = late.nextBoolean() ? Optional.of(write(at)) : Optional.empty();
    int place = 0;
    List<Step> first = new ArrayList<>(children.get(from).steps());
    while (place < first.size() && !mayEnd(first.get(place)) && late.nextBoolean()) {
      place++;
    }
    first.add(place, signal);
    children.set(from, new Block(first));
    List<Step> second = new ArrayList<>(children.get(to).steps());
    int last = second.isEmpty() || !(second.getLast() instanceof Step.Fail) ? 0 : 1;
    second.add(late.nextInt(second.size() + 1 - last), new Step.Await(semaphore, read, answer));
    children.set(to, new Block(second));
  }

  /** Bytes of a share that two children are to hand on: taken from that. */
  private Pieces handed(BitSet writable, int[] owner, int shares, int children) {
    if (signals == 0 || children == 1 || late.nextInt(3) != 0) {
      return Pieces.NONE;
    }
    Pieces at = pieces(share(writable, owner, late.nextInt(shares + 1)), width);
    for (int unit : at.units()) {
      owner[unit] = HANDED;
    }
    return at;
  }

  private Step.Write write(Pieces at) {
    return new Step.Write(
        at, at, ++writes, late.nextBoolean(), late.nextInt(3) == 0, late.nextInt(3) == 0);
  }

  /** Tells whether a step may fail, or wait for what may. */
  private static boolean mayEnd(Step step) {
    return step instanceof Step.Forking
        || step instanceof Step.Hold
        || step instanceof Step.Ahead
        || step instanceof Step.Await
        || step instanceof Step.Fail;
  }

  private static BitSet share(BitSet writable, int[] owner, int which) {
    BitSet share = new BitSet();
    writable.stream().filter(unit -> owner[unit] == which).forEach(share::set);
    return share;
  }

  /**
   * Units that a part that may write {@code own} may read: its own, those that no task may write,
   * and those that no task has as a share.
   */
  private static BitSet readable(
      BitSet writable, BitSet readable, BitSet own, int[] owner, int nobody) {
    BitSet result = (BitSet) readable.clone();
    result.andNot(writable);
    result.or(own);
    result.or(share(writable, owner, nobody));
    return result;
  }

  private int[] owners(int shares) {
    if (shape == Shape.CONTENDED) {
      return dealt(shares);
    }
    return random.nextBoolean() ? scattered(shares) : split(shares);
  }

  /** One after the other, so that each has something. */
  private int[] dealt(int shares) {
    int first = random.nextInt(shares + 1);
    int[] owner = new int[empty.units()];
    Arrays.setAll(owner, i -> (first + i) % (shares + 1));
    return owner;
  }

  private int[] scattered(int shares) {
    int[] owner = new int[empty.units()];
    Arrays.setAll(owner, i -> random.nextInt(shares + 1));
    return owner;
  }

  /** Contiguous shares, as divide and conquer has them. */
  private int[] split(int shares) {
    int[] cuts = random.ints(shares - 1, 0, empty.units() + 1).sorted().toArray();
    int[] owner = new int[empty.units()];
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
      Step.Held view = held(free, readable, width, 0.7);
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
    Pieces at = pieces(random.nextBoolean() ? readable : writable, most);
    if (at.isEmpty()) {
      return null;
    }
    BitSet others = at.set();
    others.andNot(writable);
    boolean writes = others.isEmpty() && random.nextDouble() < writing;
    boolean storesOnly = writes && random.nextInt(4) == 0;
    int before = storesOnly || writes && random.nextDouble() < 0.4 ? ++this.writes : 0;
    int after = writes && random.nextDouble() < 0.4 ? ++this.writes : 0;
    return new Step.Held(at, writes, storesOnly, before, after);
  }

  // --- regions

  /**
   * Random units inside {@code allowed}, of one memory, {@code most} from first to last: a span, a
   * list or a stride; none if none is allowed.
   */
  private Pieces pieces(BitSet allowed, int most) {
    if (allowed.isEmpty()) {
      return Pieces.NONE;
    }
    int lo = allowed.nextSetBit(random.nextInt(empty.units()));
    if (lo < 0) {
      lo = allowed.nextSetBit(0);
    }
    int end = Math.min(lo + most, empty.firstUnit(empty.memoryOf(lo) + 1));
    int kinds = shape == Shape.CONTENDED ? 3 : 8; // there, a span is mostly one unit
    return switch (random.nextInt(kinds)) {
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
}
