package org.temoto.gas.simulated.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.temoto.gas.simulated.CheckFailedException.Finding;

/**
 * Access history of one memory: of all bytes the last writer and the readers since, as far as a
 * later access can be in no order with them. Thread-safe.
 */
final class History {
  /** More readers that are in no order are not remembered of one range. */
  private static final int MOST_READERS = 64;

  /** So many are kept without a look at which of them are equivalent. */
  private static final int FEW_READERS = 4;

  private final RangeMap<State> states = new RangeMap<>();
  private final List<ReadLog> logs = new ArrayList<>();

  /** True if there are fences: then the ends of tasks are not all that orders. */
  private final BooleanSupplier isFenced;

  /** True if anything was ever written and not committed. */
  private volatile boolean hasLeft;

  private volatile boolean forgotten;

  /** The last reader, and what it has made of states: it reads many ranges. */
  private Read lastRead;

  private boolean joinsTasks;

  /** True if a block of it was ever freed. */
  private volatile boolean hasFreed;

  private final RangeMap<CheckedAccess> allocated = new RangeMap<>();

  /** And not allocated again. */
  private final RangeMap<CheckedAccess> freed = new RangeMap<>();

  /** Written and not committed. */
  private final RangeMap<CheckedAccess> uncommitted = new RangeMap<>();

  private record State(CheckedAccess writer, List<CheckedAccess> readers) {
    /** Tells whether both say the same, and one reader only: most do. */
    boolean isAs(State other) {
      return writer == other.writer
          && readers.size() == 1
          && other.readers.size() == 1
          && readers.getFirst() == other.readers.getFirst();
    }
  }

  /** Listener that is told of two accesses that do not go together. */
  @FunctionalInterface
  interface Conflict {
    void found(CheckedAccess earlier, CheckedAccess later, long from, long to);
  }

  /**
   * @param isFenced whether the job has had fences
   */
  History(BooleanSupplier isFenced) {
    this.isFenced = isFenced;
  }

  /** The bytes [{@code from}, {@code to}) are used by {@code access}. */
  synchronized void use(CheckedAccess access, long from, long to, Conflict race) {
    if (!access.writes()) {
      check(access, from, to, race);
      read(access, from, to);
      return;
    }
    takeReads();
    State written = new State(access, List.of());
    states.update(
        from,
        to,
        (start, end, state) -> {
          if (state != null) {
            check(state, access, start, end, race);
          }
          return written;
        });
  }

  private static void check(State state, CheckedAccess access, long from, long to, Conflict race) {
    if (state.writer != null && !state.writer.isBefore(access)) {
      race.found(state.writer, access, from, to);
    }
    if (access.writes()) {
      for (CheckedAccess reader : state.readers) {
        if (!reader.isBefore(access)) {
          race.found(reader, access, from, to);
        }
      }
    }
  }

  // --- reads

  /** Looks whether {@code access}, a read of the bytes, races with their writers. Locked. */
  void check(CheckedAccess access, long from, long to, Conflict race) {
    states.forEach(from, to, (start, end, state) -> check(state, access, start, end, race));
  }

  /** Puts all that happens to the bytes from now on after {@code access}. Locked. */
  void read(CheckedAccess access, long from, long to) {
    if (lastRead == null || lastRead.access != access) {
      lastRead = new Read(access);
    }
    Read read = lastRead;
    states.update(from, to, (_, _, state) -> read.after(state));
  }

  /** {@code log} has reads of this memory from now on. */
  synchronized void add(ReadLog log) {
    logs.add(log);
  }

  /** All that has been read by now is taken into account. */
  synchronized void takeReads() {
    joinsTasks = !isFenced.getAsBoolean();
    for (ReadLog log : logs) {
      log.drain();
    }
  }

  /** Tells whether the end of a task was all that orders what comes after it, at the last look. */
  boolean joinsTasks() {
    return joinsTasks;
  }

  /** The number of ranges that are told apart. */
  synchronized int size() {
    return states.size();
  }

  /**
   * Forgets what was done to the bytes [{@code from}, {@code to}) by now: it is no reason for
   * findings.
   */
  synchronized void forget(long from, long to) {
    takeReads();
    states.remove(from, to);
    uncommitted.remove(from, to);
  }

  /** The memory is closed: it is not read any more. */
  synchronized void forget() {
    takeReads();
    forgotten = true;
  }

  boolean isForgotten() {
    return forgotten;
  }

  /** Writers of some bytes, as far as that is easily said. */
  record Writers(CheckedAccess only) {
    static final Writers NONE = new Writers(null);
    static final Writers SEVERAL = new Writers(null);

    /** Tells whether all wrote before {@code access}, surely. */
    boolean areBefore(CheckedAccess access) {
      return only != null && only.isBefore(access);
    }
  }

  /** The writers of the bytes [{@code from}, {@code to}). Locked. */
  Writers writers(long from, long to) {
    CheckedAccess[] only = new CheckedAccess[1];
    boolean[] several = new boolean[1];
    states.forEach(
        from,
        to,
        (_, _, state) -> {
          if (state.writer != null) {
            several[0] |= only[0] != null && only[0] != state.writer;
            only[0] = state.writer;
          }
        });
    if (several[0]) {
      return Writers.SEVERAL;
    }
    return only[0] == null ? Writers.NONE : new Writers(only[0]);
  }

  /**
   * Function that adds one reader to states; it gives the same for the same, so that ranges stay
   * joined.
   */
  private final class Read {
    private final CheckedAccess access;
    private State last;
    private State afterLast;

    Read(CheckedAccess access) {
      this.access = access;
    }

    State after(State state) {
      if (afterLast == null || state != last) {
        State next = next(state);
        boolean same = afterLast != null && afterLast.isAs(next);
        afterLast = same ? afterLast : next;
        last = state;
      }
      return afterLast;
    }

    private State next(State state) {
      if (state == null) {
        return new State(null, List.of(access));
      }
      List<CheckedAccess> readers = new ArrayList<>();
      for (CheckedAccess reader : state.readers) {
        if (!reader.isBefore(access)) { // else what races with that races with this
          readers.add(reader);
        } else if (reader.task == access.task && reader.step == access.step) {
          return state;
        }
      }
      boolean isFull = readers.size() == MOST_READERS;
      // Fences tell readers apart that joins do not.
      if (isFull || readers.size() > FEW_READERS && !isFenced.getAsBoolean()) {
        dropEquivalent(readers);
      }
      if (readers.size() == MOST_READERS) {
        readers.remove(MOST_READERS / 2);
      }
      readers.add(access);
      return new State(state.writer, List.copyOf(readers));
    }

    /**
     * Keeps one of several that nothing to come can tell apart. Tasks are joined meanwhile: each
     * reader is looked at once.
     */
    private static void dropEquivalent(List<CheckedAccess> readers) {
      Map<CheckedTask, Latest> latest = new LinkedHashMap<>();
      for (CheckedAccess reader : readers) {
        CheckedTask.Lasting lasting = reader.task.lasting(reader.step);
        latest.merge(
            lasting.task(),
            new Latest(reader, lasting.step()),
            (one, other) -> one.step > other.step ? one : other);
      }
      readers.clear();
      latest.values().forEach(each -> readers.add(each.reader));
    }

    private record Latest(CheckedAccess reader, int step) {}
  }

  // --- commits

  /** {@code access} has changed the bytes and has not committed them. */
  synchronized void left(CheckedAccess access, long from, long to) {
    hasLeft = true;
    uncommitted.put(from, to, access);
  }

  /** The bytes there are published, or overwritten. */
  void settle(long from, long to) {
    if (hasLeft) { // else nothing that comes before it in the order of the program was left
      synchronized (this) {
        uncommitted.remove(from, to);
      }
    }
  }

  /**
   * {@code access} relies on what others have written, among them tasks below its own; but for what
   * a failed task left, which a task that contains the failure may do over.
   */
  void rely(CheckedAccess access, long from, long to, Conflict old) {
    if (hasLeft) {
      synchronized (this) {
        uncommitted.forEach(
            from,
            to,
            (start, end, writer) -> {
              boolean seen = writer.task.isBelow(access.task) || writer.isBefore(access.task);
              if (seen && !writer.task.isSame(access.task) && !writer.task.hasFailed()) {
                old.found(writer, access, start, end);
              }
            });
      }
    }
  }

  // --- blocks of a heap

  /** The bytes are a block, allocated by {@code access}. */
  synchronized void allocate(CheckedAccess access, long from, long to) {
    freed.remove(from, to);
    allocated.put(from, to, access);
  }

  /** The block is freed by {@code access}. */
  synchronized void free(CheckedAccess access, long from, long to) {
    allocated.remove(from, to);
    freed.put(from, to, access);
    hasFreed = true;
  }

  /** Tells {@code found} of what {@code access} uses and a free has taken. */
  void lookForFreed(CheckedAccess access, long from, long to, Conflict found) {
    if (hasFreed) {
      synchronized (this) {
        freed.forEach(from, to, (start, end, free) -> found.found(free, access, start, end));
      }
    }
  }

  /** The blocks that are allocated, one finding for each line that has allocated some. */
  synchronized List<Finding> leaks(String memory) {
    Map<Object, List<Block>> ofLines = new LinkedHashMap<>();
    allocated.forEach(
        0,
        Long.MAX_VALUE,
        (from, to, access) ->
            ofLines
                .computeIfAbsent(access.line.identity(), _ -> new ArrayList<>())
                .add(new Block(access, from, to)));
    return ofLines.values().stream().map(blocks -> leak(memory, blocks)).toList();
  }

  private record Block(CheckedAccess access, long from, long to) {}

  /** Finding of the {@code blocks} that one line has allocated: the first, and how many. */
  private static Finding leak(String memory, List<Block> blocks) {
    Block first = blocks.getFirst();
    Finding.Place place = first.access.place();
    long bytes = blocks.stream().mapToLong(block -> block.to - block.from).sum();
    String what = "allocate of %s blocks, %s bytes, the first".formatted(blocks.size(), bytes);
    return new Finding(
        Finding.Kind.NEVER_FREED,
        memory,
        first.from,
        first.to,
        0,
        new Finding.Place(what, place.line(), place.task(), place.pe()),
        Optional.empty());
  }
}
