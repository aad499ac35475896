package org.temoto.task;

import org.temoto.gas.RefusedException;
import org.temoto.task.steal.Inbox;
import org.temoto.task.steal.WorkerLayout;

/**
 * Layout of what a runtime keeps in the symmetric heap, the same on every PE.
 *
 * <pre>
 *    0  number of the last run that is over   (set by PE 0 everywhere)
 *    8  alarms by other PEs                   (added to by them)
 *   16  number of the last run with tasks that wait   (set everywhere by a PE that has one)
 *   24  promises made here and not fulfilled   (atomics of any PE)
 *   32  records that have been used in this run   (written by the PE)
 *  128  a run's result, on PE 0: int length, int failed, long offset of its bytes
 *  256  mailbox: a request to any worker    (swapped in by thieves, out by a worker)
 *  384  inbox of tasks                    (written by senders, emptied by a worker)
 *       the workers' blocks
 *       overflow buffers, and a reserve of room for outcomes
 *       records of tasks that wait for others, and of promises
 * </pre>
 *
 * @param base where all this begins
 * @param workers workers per PE
 * @param overflowBytes size of the part for overflow buffers, without the reserve
 * @param recordBytes size of the part for records
 */
record RuntimeLayout(long base, int workers, long overflowBytes, long recordBytes) {
  static final int RUN_OVER = 0;
  static final int ALARM = RUN_OVER + Long.BYTES;
  static final int DEFERRING = ALARM + Long.BYTES;
  static final int PROMISES = DEFERRING + Long.BYTES;
  static final int USED_RECORDS = PROMISES + Long.BYTES;
  static final int RESULT = RUN_OVER + WorkerLayout.LINE;
  static final int MAILBOX = RESULT + WorkerLayout.LINE;
  static final int INBOX = MAILBOX + WorkerLayout.LINE;
  static final int WORKERS =
      INBOX + Math.ceilDiv(Inbox.BYTES, WorkerLayout.LINE) * WorkerLayout.LINE;

  // within a run's result
  static final int RESULT_LENGTH = 0;
  static final int RESULT_FAILED = RESULT_LENGTH + Integer.BYTES;
  static final int RESULT_OFFSET = RESULT_FAILED + Integer.BYTES;
  static final int RESULT_BYTES = RESULT_OFFSET + Long.BYTES;

  private static final long MIN_OVERFLOW = 64 << 10;
  private static final long MAX_OVERFLOW = 64 << 20;
  private static final int OVERFLOW_SHARE = 32;

  /** Room for a few failures, with stack traces, however much tasks that wait hold. */
  static final long OUTCOME_RESERVE = 16 << 10;

  private static final long MIN_RECORDS = 16 << 10;
  private static final long MAX_RECORDS = 64 << 20;
  private static final int RECORD_SHARE = 64;

  /**
   * The layout for a heap of {@code heapBytes}, of which overflow buffers get a 32nd part, 64 KiB
   * to 64 MiB, and records a 64th, 16 KiB to 64 MiB.
   */
  static RuntimeLayout of(long base, int workers, long heapBytes) {
    return new RuntimeLayout(
        base,
        workers,
        Math.clamp(heapBytes / OVERFLOW_SHARE & -WorkerLayout.LINE, MIN_OVERFLOW, MAX_OVERFLOW),
        Math.clamp(heapBytes / RECORD_SHARE & -WorkerLayout.LINE, MIN_RECORDS, MAX_RECORDS));
  }

  long bytes() {
    return records() + recordBytes - base;
  }

  long runOver() {
    return base + RUN_OVER;
  }

  long alarm() {
    return base + ALARM;
  }

  long deferring() {
    return base + DEFERRING;
  }

  long promises() {
    return base + PROMISES;
  }

  long usedRecords() {
    return base + USED_RECORDS;
  }

  long result() {
    return base + RESULT;
  }

  /** The mailbox for requests to any worker of the PE. */
  long mailbox() {
    return base + MAILBOX;
  }

  long inbox() {
    return base + INBOX;
  }

  long worker(int index) {
    return base + WORKERS + (long) index * WorkerLayout.BYTES;
  }

  long overflow() {
    return worker(workers);
  }

  /** See {@link org.temoto.task.depend.DependencyRecords}. */
  long records() {
    return overflow() + overflowBytes + OUTCOME_RESERVE;
  }

  /** The refusal that says that {@code bytes}, or more, are too many. */
  RefusedException tooLarge(String what, long bytes, long capacity) {
    return RefusedException.byOption(
        "heapBytes",
        "%s has %s bytes or more marshalled: at most %s fit into the overflow area, a %snd part of the symmetric heap"
            .formatted(what, bytes, capacity, OVERFLOW_SHARE));
  }
}
