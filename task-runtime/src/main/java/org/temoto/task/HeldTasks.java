package org.temoto.task;

import java.util.ArrayDeque;

/**
 * The tasks that a worker holds, oldest first. It runs the oldest next; of the others it offers the
 * youngest half. Used by its present strand.
 */
final class HeldTasks {
  private final ArrayDeque<HeldTask> tasks = new ArrayDeque<>();

  void add(HeldTask task) {
    tasks.addLast(task);
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
    while (count < wanted && tasks.getLast().isInSlot()) {
      count++;
      chosen[wanted - count] = tasks.removeLast();
    }
    System.arraycopy(chosen, wanted - count, chosen, 0, count);
    return count;
  }

  /** An offer of what {@link #choose} has chosen has ended; this has not been claimed. */
  void takeBack(HeldTask task) {
    // mutant: held-lost-on-offer
    tasks.addLast(task);
  }
}
