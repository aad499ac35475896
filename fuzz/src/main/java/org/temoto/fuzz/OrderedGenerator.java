package org.temoto.fuzz;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;

/**
 * Random order of tasks of a {@link Step.Ordered}, and who may write and read what: each unit has a
 * task that writes it, or some that come after each other, and is read by those that come before or
 * after all of these.
 */
final class OrderedGenerator {
  private final int tasks;
  private final List<List<Integer>> after = new ArrayList<>();

  /** Of each task, itself and all that end before it starts. */
  private final List<BitSet> until = new ArrayList<>();

  /** Of each task, those that write its units. */
  private final List<BitSet> heirs = new ArrayList<>();

  /** Of each unit, the task whose it is; then the forker, and nobody. */
  private final int[] owner;

  /**
   * @param owners owner of each unit, for a number of shares
   */
  OrderedGenerator(Random random, int tasks, IntFunction<int[]> owners) {
    this.tasks = tasks;
    owner = owners.apply(tasks + 1);
    int density = 1 + random.nextInt(3);
    for (int i = 0; i < tasks; i++) {
      List<Integer> before = new ArrayList<>();
      BitSet ended = new BitSet();
      for (int j = 0; j < i; j++) {
        if (random.nextInt(4) < density) {
          before.add(j);
          ended.or(until.get(j));
        }
      }
      ended.set(i);
      after.add(before);
      until.add(ended);
    }
    for (int i = 0; i < tasks; i++) {
      BitSet writers = new BitSet();
      writers.set(i);
      int last = i;
      for (int j = i + 1; j < tasks; j++) {
        if (until.get(j).get(last) && random.nextInt(3) == 0) {
          writers.set(j);
          last = j;
        }
      }
      heirs.add(writers);
    }
  }

  int tasks() {
    return tasks;
  }

  /** The tasks that a task is forked after. */
  List<Integer> after(int task) {
    return after.get(task);
  }

  /** A task and all that end before it; none of {@link Step#NO_TASK}. */
  BitSet until(int task) {
    return task == Step.NO_TASK ? new BitSet() : until.get(task);
  }

  /** Units that a task may write, or the forker beside them, which is one more. */
  BitSet writable(BitSet writable, int task) {
    return units(writable, of -> of == tasks ? task == tasks : heirs.get(of).get(task));
  }

  /** Units that those may have written which end before the task. */
  BitSet inherited(BitSet writable, int task) {
    return units(
        writable,
        of -> of < tasks && of != task && until(task).get(of) && isOrdered(heirs.get(of), task));
  }

  /** Units that a task may read. */
  BitSet readable(BitSet writable, BitSet readable, int task) {
    BitSet all = constant(writable, readable);
    all.or(units(writable, of -> of < tasks && isOrdered(heirs.get(of), task)));
    return all;
  }

  /** Units that the forker may read when some tasks have ended. */
  BitSet readable(BitSet writable, BitSet readable, BitSet ended) {
    BitSet all = constant(writable, readable);
    all.or(units(writable, of -> of == tasks || heirs.get(of).stream().allMatch(ended::get)));
    return all;
  }

  private BitSet constant(BitSet writable, BitSet readable) {
    BitSet all = (BitSet) readable.clone();
    all.andNot(writable);
    writable.stream().filter(unit -> owner[unit] > tasks).forEach(all::set);
    return all;
  }

  private boolean isOrdered(BitSet writers, int task) {
    return writers.stream().allMatch(each -> until(task).get(each) || until(each).get(task));
  }

  /** Units of {@code writable} whose owner, if there is one, is as wanted. */
  private BitSet units(BitSet writable, IntPredicate wanted) {
    BitSet units = new BitSet();
    writable.stream()
        .filter(unit -> owner[unit] <= tasks && wanted.test(owner[unit]))
        .forEach(units::set);
    return units;
  }
}
