package org.temoto.task;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;
import org.temoto.gas.GasException;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.JobAbortedException;
import org.temoto.task.marshal.Marshaller;
import org.temoto.task.steal.TakenTask;

/**
 * The tasks that a worker holds, oldest first. It runs the oldest next; of the others it offers the
 * youngest half. Used by its present strand.
 */
final class HeldTasks {
  private final ArrayDeque<HeldTask> tasks = new ArrayDeque<>();

  private final Channel channel;
  private final Marshaller marshaller;

  /** The tasks of the worker that has {@code channel} and {@code marshaller}. */
  HeldTasks(Channel channel, Marshaller marshaller) {
    this.channel = channel;
    this.marshaller = marshaller;
  }

  /**
   * Holds what has been taken. A task that did not fit into its slot is read at once: two PEs that
   * hold tasks of each other, and wait for room for a result, would wait for the buffers of these
   * for ever.
   */
  void add(TakenTask taken) {
    tasks.addLast(of(taken));
  }

  /** Holder of a task that has been taken, read if it did not fit into its slot. */
  HeldTask of(TakenTask taken) {
    return new HeldTask(taken, taken.isInSlot() ? null : read(taken));
  }

  /** Holds a task that can be run here only, which stands for {@code taken}. */
  void add(TakenTask taken, Task<?> task) {
    tasks.addLast(new HeldTask(taken, task));
  }

  /**
   * Holds what is at home on the PE, for thieves to take: {@code most} tasks, of which the worker
   * offers half. The others stay for workers that have nothing to do.
   *
   * @param next takes one, or returns null
   */
  void addAtHome(int most, Supplier<HeldTask> next) {
    while (tasks.size() < most) {
      HeldTask atHome = next.get();
      if (atHome == null) {
        return;
      }
      tasks.addLast(atHome);
    }
  }

  /** The task that has been taken, or one that throws the reason why it cannot be read. */
  Task<?> read(TakenTask taken) {
    try {
      return (Task<?>) taken.task(channel, marshaller);
    } catch (JobAbortedException e) {
      throw e;
    } catch (GasException e) {
      return new Unreadable(e);
    }
  }

  /** Substitute for a task that arrived and cannot be read. */
  private record Unreadable(GasException reason) implements Task<Void> {
    @Override
    public Void run(TaskContext context) {
      throw reason;
    }
  }

  boolean isEmpty() {
    return tasks.isEmpty();
  }

  int size() {
    return tasks.size();
  }

  /** The one to be run next, which is not held any more; or null. */
  HeldTask next() {
    return tasks.pollFirst();
  }

  /**
   * Takes out up to {@code most} of the youngest, at most half of all, rounded up, that can be
   * offered to other PEs.
   *
   * @return how many stand in {@code chosen} now, oldest first
   */
  int choose(HeldTask[] chosen) {
    int wanted = Math.min(chosen.length, (tasks.size() + 1) / 2);
    int count = 0;
    while (count < wanted) {
      HeldTask next = give();
      if (next == null) {
        break;
      }
      count++;
      chosen[wanted - count] = next;
    }
    System.arraycopy(chosen, wanted - count, chosen, 0, count);
    return count;
  }

  /** The youngest that can be given to another PE, which is not held any more; or null. */
  HeldTask give() {
    if (!tasks.isEmpty() && tasks.getLast().isInSlot()) {
      return tasks.removeLast();
    }
    Iterator<HeldTask> youngest = tasks.descendingIterator();
    while (youngest.hasNext()) {
      HeldTask task = youngest.next();
      if (task.isInSlot()) {
        youngest.remove();
        return task;
      }
    }
    return null;
  }

  /** Tasks that cannot be given to another PE, which are not held any more. */
  List<HeldTask> takeLarge() {
    List<HeldTask> large = tasks.stream().filter(each -> !each.isInSlot()).toList();
    tasks.removeIf(each -> !each.isInSlot());
    return large;
  }

  /** Tells whether any can be given to another PE. */
  boolean canGive() {
    for (HeldTask each : tasks) {
      if (each.isInSlot()) {
        return true;
      }
    }
    return false;
  }

  /** An offer of what {@link #choose} has chosen has ended; this has not been claimed. */
  void takeBack(HeldTask task) {
    // mutant: held-lost-on-offer
    tasks.addLast(task);
  }
}
