package org.temoto.gas.shmem;

import org.temoto.gas.GasException;
import org.temoto.gas.shmem.bindings.OpenShmem;

/** Which threads may call the library (OpenSHMEM 1.4, section 9.2); in order of freedom. */
enum ThreadLevel {
  /** One thread only: not supported, as a PE has several strands. */
  SINGLE(OpenShmem.SHMEM_THREAD_SINGLE()),

  /** The thread that initialized it: not supported yet. */
  FUNNELED(OpenShmem.SHMEM_THREAD_FUNNELED()),

  /** Any thread, one at a time: all channels share the default context and a lock. */
  SERIALIZED(OpenShmem.SHMEM_THREAD_SERIALIZED()),

  /** Any thread: every channel has a context of its own. */
  MULTIPLE(OpenShmem.SHMEM_THREAD_MULTIPLE());

  /** The property that forces a level below the best one. */
  static final String PROPERTY = "temoto.shmem.threads";

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
  static ThreadLevel wanted() {
    String text = System.getProperty(PROPERTY, "multiple");
    return switch (text) {
      case "multiple" -> MULTIPLE;
      case "serialized" -> SERIALIZED;
      default -> throw new GasException(PROPERTY + "=" + text + " must be multiple or serialized");
    };
  }
}
