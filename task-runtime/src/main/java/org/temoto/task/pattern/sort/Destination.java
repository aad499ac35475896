package org.temoto.task.pattern.sort;

/** Choice of the array that a task of a sort leaves its result in. */
public enum Destination {
  /** The one that the keys are in. */
  KEYS,
  /** The one beside. */
  OTHER;

  /** Whichever of {@code keys} and {@code other} this is. */
  public <T> T of(T keys, T other) {
    return this == KEYS ? keys : other;
  }

  public Destination opposite() {
    return this == KEYS ? OTHER : KEYS;
  }
}
