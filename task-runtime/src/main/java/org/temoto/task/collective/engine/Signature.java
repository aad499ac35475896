package org.temoto.task.collective.engine;

import java.nio.charset.StandardCharsets;

/** Text of what PEs have to agree on about a collective, and a hash of it. */
final class Signature {
  private final String text;

  /** As they stand in the heap. */
  final byte[] letters;

  private final long hash;

  Signature(String text) {
    this.text = text;
    long mixed = 0xcbf29ce484222325L; // FNV-1a, 64 bits
    letters = text.getBytes(StandardCharsets.UTF_8);
    for (byte letter : letters) {
      mixed = (mixed ^ letter & 0xff) * 0x100000001b3L;
    }
    hash = mixed;
  }

  /** The word that stands for it as collective {@code number}: another one for each number. */
  long word(long number) {
    long mixed = hash ^ (number + 1) * 0x9e3779b97f4a7c15L;
    return mixed == 0 ? 1 : mixed;
  }

  @Override
  public String toString() {
    return text;
  }
}
