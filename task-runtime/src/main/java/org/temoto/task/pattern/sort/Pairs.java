package org.temoto.task.pattern.sort;

/** Keys with a value each; of the values' type only the size counts. A value that tasks carry. */
public record Pairs(Keys keys, Keys values) {
  public long length() {
    return keys.length();
  }

  /** The pairs [{@code from}, {@code to}). */
  Pairs slice(long from, long to) {
    return new Pairs(keys.slice(from, to), values.slice(from, to));
  }
}
