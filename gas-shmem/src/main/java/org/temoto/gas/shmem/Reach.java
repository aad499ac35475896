package org.temoto.gas.shmem;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

/** Mode in which the PEs of a job reach each other; the same on every PE. */
enum Reach {
  /** Loads and stores reach every PE. */
  ONE_HOST,
  /** A PE that computes answers by itself. */
  ONE_SIDED,
  /** A PE answers when it calls the library. */
  TWO_SIDED;

  /** Time for which PE 0 makes no call. */
  private static final long SILENCE_NANOS = 10_000_000;

  /** Time for which the others ask it: it is silent at least that long after they begin. */
  private static final long PROBE_NANOS = SILENCE_NANOS / 2;

  /** An answer that takes longer came when PE 0 called the library again. */
  private static final long STALL_NANOS = SILENCE_NANOS / 4;

  private static final long NO_ANSWER = Long.MAX_VALUE;

  /** A network that needs help stalls in each; a thread that lost its core for a while in one. */
  private static final int ROUNDS = 2;

  /**
   * Finds out; collective, before any thread but the caller uses the library. Takes no time where
   * all PEs are on one host: shared memory is loads and stores. Else PE 0 makes no call for 10 ms,
   * twice, and the PEs of all other hosts get and fetch words from it meanwhile; if one of them has
   * to wait for an answer both times, the job's network is taken for one that needs help. So an
   * answer that is only late makes it no worse than slower.
   *
   * @param near what all PEs have agreed on
   */
  static Reach measure(int rank, NearHeaps near) {
    if (near.all()) {
      return ONE_HOST;
    }
    return answersInSilence(rank, near) ? ONE_SIDED : TWO_SIDED;
  }

  /** Tells whether a PE that computes answers by itself. */
  boolean isOneSided() {
    return this != TWO_SIDED;
  }

  private static boolean answersInSilence(int rank, NearHeaps near) {
    boolean far = !near.isNear(0);
    long context = ShmemCalls.defaultContext();
    MemorySegment words = ShmemCalls.calloc(2, Long.BYTES);
    Shmem.requireRoom(words, "find out how they reach each other");
    long word = words.address();
    long stalls = word + Long.BYTES;
    if (far) {
      ask(context, word); // which connects
    }
    long[] longest = new long[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
      words.set(ValueLayout.JAVA_LONG, 0, rank == 0 ? round + 1 : 0); // that PE 0 is silent
      ShmemCalls.barrierAll();
      if (rank == 0) {
        beSilent();
        words.set(ValueLayout.JAVA_LONG, 0, 0);
      } else if (far) {
        longest[round] = longestAnswer(context, word, round + 1);
      }
    }
    if (isStalled(longest)) {
      ShmemCalls.add(context, stalls, 1, 0);
    }
    ShmemCalls.barrierAll(); // which completes what is pending
    boolean oneSided = ShmemCalls.fetch(context, stalls, 0) == 0;
    ShmemCalls.barrierAll(); // until here PE 0 answers
    ShmemCalls.free(words);
    return oneSided;
  }

  /**
   * Tells whether these, the longest answers of each round in nanoseconds, came late every time.
   */
  static boolean isStalled(long... longest) {
    return Arrays.stream(longest).allMatch(nanos -> nanos > STALL_NANOS);
  }

  private static void beSilent() {
    long end = System.nanoTime() + SILENCE_NANOS;
    for (long left = SILENCE_NANOS; left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  /**
   * In nanoseconds; without end unless all answers came from the silence, which has {@code mark}: a
   * PE that lost its core may ask when PE 0 has long gone on.
   */
  private static long longestAnswer(long context, long word, long mark) {
    long begin = System.nanoTime();
    long longest = 0;
    for (long now = begin; now - begin < PROBE_NANOS; ) {
      long answer = ask(context, word);
      long after = System.nanoTime();
      longest = answer == mark ? Math.max(longest, after - now) : NO_ANSWER;
      now = after;
    }
    return longest;
  }

  /** Both kinds of operations: a card may do one of them by itself and not the other. */
  private static long ask(long context, long word) {
    long ignored = ShmemCalls.fetch(context, word, 0);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment copy = arena.allocate(ValueLayout.JAVA_LONG);
      ShmemCalls.get(context, copy.address(), word, Long.BYTES, 0);
      return copy.get(ValueLayout.JAVA_LONG, 0);
    }
  }
}
