package org.temoto.gas.shmem;

import java.util.Locale;
import org.temoto.gas.GasException;
import org.temoto.gas.RefusedException;
import org.temoto.gas.cluster.ClusterOptions.Threads;
import org.temoto.gas.shmem.bindings.OpenShmem;

/**
 * Level that says which threads may call the library (OpenSHMEM 1.4, section 9.2); in order of
 * freedom.
 */
enum ThreadLevel {
  /** One thread only: not supported, as a PE has several strands. */
  SINGLE(OpenShmem.SHMEM_THREAD_SINGLE()),

  /** The thread that initialized it: it carries out what all channels ask for. */
  FUNNELED(OpenShmem.SHMEM_THREAD_FUNNELED()),

  /** Any thread, one at a time: all channels share the default context and a lock. */
  SERIALIZED(OpenShmem.SHMEM_THREAD_SERIALIZED()),

  /** Any thread: every channel has a context of its own. */
  MULTIPLE(OpenShmem.SHMEM_THREAD_MULTIPLE());

  private final int code;

  ThreadLevel(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }

  static ThreadLevel of(int code) {
    for (ThreadLevel level : values()) {
      if (level.code == code) {
        return level;
      }
    }
    throw new GasException("the OpenSHMEM library granted an unknown thread level, " + code);
  }

  /** The level to ask for. */
  static ThreadLevel wanted(Threads threads) {
    return switch (threads) {
      case BEST, MULTIPLE -> MULTIPLE;
      case SERIALIZED -> SERIALIZED;
      case FUNNELED -> FUNNELED;
    };
  }

  /** The level to work at, where the library grants {@code granted}. */
  static ThreadLevel agreed(Threads threads, ThreadLevel granted) {
    ThreadLevel wanted = wanted(threads);
    if (granted.compareTo(FUNNELED) < 0) {
      throw new GasException(
          "the OpenSHMEM library grants thread level %s, so no thread but one may run; Temoto needs FUNNELED, SERIALIZED or MULTIPLE: use a library that is built with threads"
              .formatted(granted));
    }
    if (threads != Threads.BEST && granted.compareTo(wanted) < 0) {
      throw new RefusedException(
          "threads=%s is more than this OpenSHMEM library grants, which is %s; force no more than that, or leave the option out"
              .formatted(
                  threads.name().toLowerCase(Locale.ROOT),
                  granted.name().toLowerCase(Locale.ROOT)));
    }
    return granted.compareTo(wanted) < 0 ? granted : wanted;
  }
}
