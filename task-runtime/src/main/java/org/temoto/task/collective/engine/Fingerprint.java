package org.temoto.task.collective.engine;

import java.nio.charset.StandardCharsets;

/** A number that tells graphs apart which differ in anything but the code of their kernels. */
final class Fingerprint {
  private static final long FACTOR = 0x9e3779b97f4a7c15L;

  private long hash = FACTOR;

  Fingerprint add(long value) {
    hash = (hash ^ value) * FACTOR;
    hash ^= hash >>> 32;
    return this;
  }

  Fingerprint add(String text) {
    for (byte letter : text.getBytes(StandardCharsets.UTF_8)) {
      add(letter);
    }
    return add(text.length());
  }

  @Override
  public String toString() {
    return "%016x".formatted(hash);
  }
}
