package org.temoto.task.deque;

import java.util.Arrays;

/**
 * A worker's forked tasks, oldest first: those that are on offer, then the private ones, which the
 * owner pushes and pops at the young end by plain loads and stores.
 *
 * <pre>
 *   0        first         split            top
 *   | (free) |   offered   |    private     | (free)
 * </pre>
 *
 * <p>Used by the strand that has the worker's identity, and by no thief.
 *
 * @param <T> the task
 */
public final class WorkDeque<T> {
  /**
   * Large enough that the collector's card marks for two workers' arrays do not share a cache line,
   * which covers 32 KiB.
   */
  private static final int INITIAL_CAPACITY = 1 << 13;

  private Object[] entries = new Object[INITIAL_CAPACITY];
  private int first;
  private int split;
  private int top;

  public void push(T task) {
    if (top == entries.length) {
      makeRoom();
    }
    entries[top++] = task;
  }

  /** Takes the youngest private task if it is {@code task}. */
  public boolean popIf(T task) {
    int index = top - 1;
    if (index < split || entries[index] != task) {
      return false;
    }
    entries[index] = null;
    top = index;
    return true;
  }

  /** The youngest private task, or null. */
  public T youngestPrivate() {
    return top > split ? at(top - 1) : null;
  }

  /** The {@code index}th private task, from the oldest. */
  public T privateAt(int index) {
    return at(split + index);
  }

  public int privateSize() {
    return top - split;
  }

  /** The {@code index}th task on offer, from the oldest. */
  public T offeredAt(int index) {
    return at(first + index);
  }

  /** The youngest task on offer, or null. */
  public T youngestOffered() {
    return split > first ? at(split - 1) : null;
  }

  public int offeredSize() {
    return split - first;
  }

  public boolean isEmpty() {
    return top == first;
  }

  /** The oldest {@code count} private tasks are on offer from now on; nothing else is. */
  public void offer(int count) {
    split += count;
  }

  /**
   * Ends the offer: its oldest {@code claimed} tasks have gone to thieves, the others are private
   * again.
   */
  public void settle(int claimed) {
    Arrays.fill(entries, first, first + claimed, null);
    first += claimed;
    split = first;
    if (first == top) {
      first = 0;
      split = 0;
      top = 0;
    }
  }

  private void makeRoom() {
    int size = top - first;
    Object[] target = first > entries.length / 2 ? entries : new Object[2 * entries.length];
    System.arraycopy(entries, first, target, 0, size);
    if (target == entries) {
      Arrays.fill(entries, size, top, null);
    }
    entries = target;
    split -= first;
    top = size;
    first = 0;
  }

  @SuppressWarnings("unchecked") // only push() stores
  private T at(int index) {
    return (T) entries[index];
  }
}
