package org.temoto.gas.simulated.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Who has used the bytes of one memory: of each the last writer and the readers since, as far as
 * something to come can be in no order with them. Thread-safe.
 */
final class History {
  /** More readers that are in no order are not remembered of one range. */
  private static final int MOST_READERS = 64;

  /** So many are kept without a look at which of them are equivalent. */
  private static final int FEW_READERS = 4;

  private final RangeMap<State> states = new RangeMap<>();

  /** Written and not committed. */
  private final RangeMap<Access> uncommitted = new RangeMap<>();

  private record State(Access writer, List<Access> readers) {}

  /** Is told of two accesses that do not go together. */
  @FunctionalInterface
  interface Conflict {
    void found(Access earlier, Access later, long from, long to);
  }

  /** The bytes [{@code from}, {@code to}) are used by {@code access}. */
  synchronized void use(Access access, long from, long to, Conflict race) {
    State written = new State(access, List.of());
    Read read = new Read(access);
    states.update(
        from,
        to,
        (start, end, state) -> {
          if (state != null) {
            check(state, access, start, end, race);
          }
          return access.writes ? written : read.after(state);
        });
  }

  private static void check(State state, Access access, long from, long to, Conflict race) {
    if (state.writer != null && !state.writer.isBefore(access.task)) {
      race.found(state.writer, access, from, to);
    }
    if (access.writes) {
      for (Access reader : state.readers) {
        if (!reader.isBefore(access.task)) {
          race.found(reader, access, from, to);
        }
      }
    }
  }

  /** States with one more reader; the same for the same, so that ranges stay joined. */
  private static final class Read {
    private final Access access;
    private State last;
    private State afterLast;

    Read(Access access) {
      this.access = access;
    }

    State after(State state) {
      if (afterLast == null || state != last) {
        afterLast = next(state);
        last = state;
      }
      return afterLast;
    }

    private State next(State state) {
      if (state == null) {
        return new State(null, List.of(access));
      }
      List<Access> readers = new ArrayList<>();
      for (Access reader : state.readers) {
        if (!reader.isBefore(access.task)) { // else whoever races with that races with this
          readers.add(reader);
        } else if (reader.task == access.task && reader.step == access.step) {
          return state;
        }
      }
      if (readers.size() > FEW_READERS) {
        dropEquivalent(readers);
      }
      if (readers.size() == MOST_READERS) {
        readers.remove(MOST_READERS / 2);
      }
      readers.add(access);
      return new State(state.writer, List.copyOf(readers));
    }

    /**
     * Of several that nothing to come can tell apart, one stands for all. Tasks are joined
     * meanwhile: each reader is looked at once.
     */
    private static void dropEquivalent(List<Access> readers) {
      Map<Task, Latest> latest = new LinkedHashMap<>();
      for (Access reader : readers) {
        Task.Lasting lasting = reader.task.lasting(reader.step);
        latest.merge(
            lasting.task(),
            new Latest(reader, lasting.step()),
            (one, other) -> one.step > other.step ? one : other);
      }
      readers.clear();
      latest.values().forEach(each -> readers.add(each.reader));
    }

    private record Latest(Access reader, int step) {}
  }

  // --- commits

  /** {@code access} has changed the bytes and committed them not. */
  synchronized void left(Access access, long from, long to) {
    uncommitted.put(from, to, access);
  }

  /** What stands there is published, or overwritten. */
  synchronized void settle(long from, long to) {
    uncommitted.remove(from, to);
  }

  /**
   * {@code access} relies on what others have written, among them tasks below its own; but for what
   * a failed task left, which who contains the failure may do over.
   */
  synchronized void rely(Access access, long from, long to, Conflict old) {
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
