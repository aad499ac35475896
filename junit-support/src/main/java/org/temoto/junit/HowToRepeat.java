package org.temoto.junit;

import java.lang.reflect.Method;

/** Note beside the failure of a job: its seed, and how to repeat it. It has no stack of its own. */
final class HowToRepeat extends Exception {
  private static final long serialVersionUID = 1;

  HowToRepeat(Class<?> type, Method method, long seed) {
    super(
        ("failed with seed %1$d: repeat it with -D%2$s=%1$d, as by"
                + " mvn test -Dtest='%3$s#%4$s' -D%2$s=%1$d")
            .formatted(seed, JobPerSeed.SEED, type.getName(), method.getName()),
        null,
        false,
        false);
  }
}
