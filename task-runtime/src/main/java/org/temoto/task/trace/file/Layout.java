package org.temoto.task.trace.file;

import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Layout of the file of one worker, in the byte order of the machine, whose first word tells it:
 *
 * <pre>
 *    0  long  MAGIC, stored last: without it the file has not been begun
 *    8  int   VERSION
 *   12  int   PE
 *   16  int   worker
 *   20  int   runtime, of those that the job has started one after the other
 *   24  long  nanoseconds by which the clock of the events is ahead of PE 0's
 *   32  long  by how much that may be wrong at most
 *   40  long  1 if the worker has come to its end, and no run has failed
 *   64  records of 32 bytes, until the end of the file or one whose first word is 0
 * </pre>
 *
 * An event has its kind (8 bits) and the number of its task's name (32 bits above), its start, its
 * nanoseconds, and a value. A name stands before the first event that has it, in one record for
 * every 24 bytes: {@link #NAME}, how many bytes (8 bits), whether more follow (8 bits), its number.
 */
final class Layout {
  static final long MAGIC = 0x7465_6d6f_7472_6163L;
  static final int VERSION = 1;

  static final int AT_MAGIC = 0;
  static final int AT_VERSION = 8;
  static final int AT_PE = 12;
  static final int AT_WORKER = 16;
  static final int AT_RUNTIME = 20;
  static final int AT_AHEAD = 24;
  static final int AT_ERROR = 32;
  static final int AT_ENDED = 40;
  static final int HEADER = 64;

  static final int RECORD = 32;
  static final int AT_START = 8;
  static final int AT_NANOS = 16;
  static final int AT_VALUE = 24;
  static final int AT_TEXT = 8;
  static final int TEXT = RECORD - AT_TEXT;

  /** Kind of a record that is part of a name; kinds of events are lower, and higher than 0. */
  static final int NAME = 0xff;

  static final int NUMBER_SHIFT = 32;
  static final int LENGTH_SHIFT = 8;
  static final int MORE_SHIFT = 16;

  static final String SUFFIX = ".trace";

  static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

  private Layout() {}

  static int kind(long head) {
    return (int) head & 0xff;
  }

  static int number(long head) {
    return (int) (head >>> NUMBER_SHIFT);
  }

  static boolean isContinued(long head) {
    return (head >>> MORE_SHIFT & 0xff) != 0;
  }

  static String fileName(int runtime, int pe, int worker) {
    return "runtime%s-pe%s-worker%s%s".formatted(runtime, pe, worker, SUFFIX);
  }
}
