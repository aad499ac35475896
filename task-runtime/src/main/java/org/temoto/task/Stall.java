package org.temoto.task;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.temoto.gas.GasException;
import org.temoto.gas.spi.Channel;
import org.temoto.task.depend.DependencyRecords;
import org.temoto.task.join.CellLayout;
import org.temoto.task.marshal.Marshaller;
import org.temoto.task.steal.TakenTask;
import org.temoto.task.steal.WorkerLayout;

/**
 * Watch of PE 0's main strand over tasks that wait for what nothing will end: a promise that no
 * task fulfils, tasks that wait for each other through promises, or a semaphore that none releases.
 * It cancels the root task then. It looks once a task has been forked that waits, or a wait for a
 * lock or semaphore has lasted long.
 *
 * <p>Nothing is to come if in four looks at all workers none has begun, left or ended a task, and
 * each has looked everywhere in vain twice between the second and the third. A look takes time
 * itself: when the first was over none ran a task, and what was under way then, in an inbox, in the
 * hands of a thief or in a join cell, would have been found in the second vain round, which began
 * after it; and so would a strand that may have its lock, for the one that unlocks tells it before
 * it goes on. Nothing is to come, either, whatever tasks are left, if all workers look so and begin
 * none because too many of their strands wait. The fourth shows that no turn came before the rounds
 * that the third has counted: of a worker, too, the counts are not read at one moment.
 */
final class Stall {
  private static final int MOST_NAMED = 3;

  private final PeRuntime runtime;
  private final Channel channel;
  private final Marshaller marshaller;
  private final Frame root;
  private final long run;

  /** Place of what is read at a look, of each worker of a PE. */
  private final long[] turns;

  /** Counts of each worker's turns and of its looks in vain at the last look; null before. */
  private long[] seen;

  /** The same at the second of those looks that saw the same turns; null before. */
  private long[] again;

  /** Buffer of what is read; after an abort gets to it may still be on their way. */
  private MemorySegment words = MemorySegment.NULL;

  /** Failure that was found; null while none was. */
  private GasException found;

  /** The tasks', since then. */
  private Grace grace;

  Stall(PeRuntime runtime, Channel channel, Marshaller marshaller, Frame root, long run) {
    this.runtime = runtime;
    this.channel = channel;
    this.marshaller = marshaller;
    this.root = root;
    this.run = run;
    this.turns =
        IntStream.range(0, runtime.layout.workers())
            .mapToLong(worker -> runtime.layout.worker(worker) + WorkerLayout.TURNS)
            .toArray();
  }

  /** Looks whether all wait. */
  void look() {
    if (!runtime.isDeferring(run)) {
      return;
    }
    long now = runtime.element.clock().now();
    if (found != null) {
      if (grace.isOver(now)) {
        runtime.element.abort(found);
      }
      return;
    }
    if (runtime.isAnyAtWork()) { // which costs nothing to see
      seen = null;
      return;
    }
    long[] next = read(2, turns);
    boolean isSame = seen != null && isSameWork(next);
    boolean wasVain = isSame && again != null && isVain(seen);
    boolean wereFull = wasVain && areFull(seen);
    seen = next;
    if (!isSame) {
      again = null;
    } else if (again == null) {
      again = next;
    } else if (wasVain) {
      found = new GasException("no task runs, and " + survey(wereFull ? List.of() : lacks()));
      grace = new Grace(now);
      root.cancel();
      runtime.alarm.raiseHere();
    }
  }

  /** Reads {@code count} words at each of {@code places} of each PE, all at once. */
  private long[] read(int count, long... places) {
    long bytes = (long) count * Long.BYTES;
    long size = bytes * places.length * runtime.pes;
    if (words.byteSize() < size) {
      words = Arena.ofAuto().allocate(size, Long.BYTES);
    }
    long to = 0;
    for (int pe = 0; pe < runtime.pes; pe++) {
      for (long place : places) {
        channel.getNonBlocking(pe, place, words, to, bytes);
        to += bytes;
      }
    }
    channel.quiet();
    return words.asSlice(0, size).toArray(ValueLayout.JAVA_LONG);
  }

  private boolean isSameWork(long[] next) {
    for (int i = 0; i < next.length; i += 2) {
      if (next[i] != seen[i]) {
        return false;
      }
    }
    return true;
  }

  /** Tells whether each worker has looked twice in vain, or each as one that begins no task. */
  private boolean isVain(long[] look) {
    boolean inVain = true;
    for (int i = 1; i < look.length; i += 2) {
      inVain &= (int) look[i] - (int) again[i] >= 2 * WorkerLayout.VAIN_LOOK;
    }
    return inVain || areFull(look);
  }

  private boolean areFull(long[] look) {
    boolean full = true;
    for (int i = 1; i < look.length; i += 2) {
      full &= look[i] - again[i] >= 2 * WorkerLayout.VAIN_FULL_LOOK;
    }
    return full;
  }

  /** The lacks of tasks that were left, which workers that are free could run. */
  private List<String> lacks() {
    List<String> cells = new ArrayList<>();
    List<String> rooms = new ArrayList<>();
    long[] words = read(3, turns);
    for (int i = 0; i < words.length; i += 3) {
      String worker = "worker %s of PE %s".formatted(i / 3 % turns.length, i / 3 / turns.length);
      long lack = words[i + 2] - words[i] * WorkerLayout.LACKS; // else of an earlier turn
      if (lack == WorkerLayout.LACK_CELL) {
        cells.add(worker);
      } else if (lack == WorkerLayout.LACK_ROOM) {
        rooms.add(worker);
      }
    }
    List<String> all = new ArrayList<>();
    if (!cells.isEmpty()) {
      String most = " (%s per worker)".formatted(CellLayout.CHILDREN);
      all.add("too many tasks have been given away" + most + some(" by ", cells));
    }
    if (!rooms.isEmpty()) {
      String where = " in the overflow area, a part of the symmetric heap (heapBytes)";
      all.add(
          "tasks that wait leave no room for those to give away" + where + some(", of ", rooms));
    }
    return all;
  }

  /** The root task has ended: what was found is its outcome; else promises must be fulfilled. */
  void ended() {
    if (found == null && runtime.isDeferring(run) && root.completion() == Frame.RETURNED) {
      long[] promises = read(1, runtime.layout.promises());
      if (Arrays.stream(promises).anyMatch(each -> each != 0)) {
        found = new GasException("the run is over, and " + survey(List.of()));
      }
    }
    if (found != null) {
      root.outcome = TaskFailure.of(withReasons(), root, runtime.rank);
      root.complete(Frame.THREW);
    }
  }

  /** The failure that was found, with those of tasks that had failed before, as far as is known. */
  private GasException withReasons() {
    if (!(root.outcome instanceof TaskFailure failure)) {
      return found;
    }
    Throwable[] reasons =
        root.completion() == Frame.THREW
            ? new Throwable[] {failure.exception(root.task)}
            : failure.thrown().getSuppressed();
    if (reasons.length == 0) {
      return found;
    }
    GasException all =
        new GasException(found.getMessage() + "; " + reasons[0].getMessage(), reasons[0]);
    Arrays.stream(reasons).skip(1).forEach(all::addSuppressed);
    return all;
  }

  /** Description of the tasks that wait on all PEs, of the promises, and of what tasks lacked. */
  private String survey(List<String> lacks) {
    List<String> tasks = new ArrayList<>();
    List<String> promises = new ArrayList<>();
    long[] used = read(1, runtime.layout.usedRecords());
    for (int pe = 0; pe < runtime.pes; pe++) {
      survey(pe, used[pe], tasks, promises);
    }
    List<String> all = new ArrayList<>();
    if (!tasks.isEmpty()) {
      all.add(tasks.size() + " tasks wait" + some(": ", tasks));
    }
    if (!promises.isEmpty()) {
      all.add(promises.size() + " promises are not fulfilled" + some(", made at ", promises));
    }
    all.addAll(runtime.lockWaits());
    all.addAll(lacks);
    return String.join("; ", all);
  }

  private void survey(int pe, long used, List<String> tasks, List<String> promises) {
    runtime.records.survey(
        channel,
        pe,
        used,
        new DependencyRecords.Survey() {
          @Override
          public void promise(String place) {
            promises.add(place + " on PE " + pe);
          }

          @Override
          public void task(TakenTask task) {
            tasks.add(tasks.size() < MOST_NAMED ? name(task) : "");
          }
        });
  }

  private String name(TakenTask task) {
    try {
      Object read = task.peek(marshaller);
      return read == null ? "a large one" : TaskPath.text((Task<?>) read);
    } catch (GasException unreadable) {
      return "one that cannot be read: " + unreadable.getMessage();
    }
  }

  static String some(String before, List<String> all) {
    if (all.isEmpty()) {
      return "";
    }
    String named = String.join(" and ", all.subList(0, Math.min(MOST_NAMED, all.size())));
    return before + named + (all.size() > MOST_NAMED ? " and others" : "");
  }
}
