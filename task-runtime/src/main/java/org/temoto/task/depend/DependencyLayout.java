package org.temoto.task.depend;

import org.temoto.task.steal.SlotLayout;

/**
 * Layout of a record: a task that waits for others, in the symmetric heap of the PE that forked it;
 * or a promise.
 *
 * <pre>
 *   0  long  head: its waiters                          (atomics of any PE)
 *   8  long  count of what it waits for                 (atomics of any PE)
 *  16        per dependency two longs, written before it is found there: its number among those that
 *            wait for the same with the next of them, and a later one's number with that; of a
 *            promise where it was made: length and text
 *  80  int   PE where the task is at home, or -1; -2 of a promise
 *  84  int   length of the promise's value             (put with the value)
 *  88        the task in its slot; of a promise its value
 * 256
 * </pre>
 */
final class DependencyLayout {
  static final int HEAD = 0;
  static final int COUNT = HEAD + Long.BYTES;
  static final int LINKS = COUNT + Long.BYTES;

  /** Dependencies that a record has room for. */
  static final int DEPENDENCIES = 4;

  /** Home of what is no task but a promise. */
  static final int PROMISE = -2;

  static final int HOME = LINKS + DEPENDENCIES * 2 * Long.BYTES;
  static final int VALUE = HOME + Integer.BYTES;
  static final int SLOT = HOME + Long.BYTES;
  static final int BYTES = 256;

  /** Bytes that the marshalled task may take in the record. */
  static final int CAPACITY = BYTES - SLOT - SlotLayout.DEFERRED_PAYLOAD;

  /** The place of the number and the next of the waiter {@code edge}; the later one comes after. */
  static long links(long edge) {
    return LINKS + 2L * Long.BYTES * HeadWord.edgeDependency(edge);
  }

  private DependencyLayout() {}
}
