package org.temoto.fuzz;

import java.util.Optional;

/**
 * Bytes that a program saw and its sequential execution does not show.
 *
 * @param during what the program was doing
 * @param task where in the tree of tasks: the phase, and the number of the child at each fork
 * @param memory its name
 * @param from the first byte that differs
 * @param to the byte after the last that differs, of the same unit
 * @param expected the first of them
 * @param seen the first of them
 * @param write the number of the write that must be seen, 0 for none, negative for a collective's
 */
public record Divergence(
    String during,
    String task,
    int pe,
    String memory,
    long from,
    long to,
    int expected,
    int seen,
    int write) {
  @Override
  public String toString() {
    return "task %s on PE %d: %s: memory \"%s\", bytes %d to %d: expected %d (%s), seen %d"
        .formatted(
            task,
            pe,
            during,
            memory,
            from,
            to - 1,
            expected,
            write == 0 ? "never written" : write < 0 ? "of a collective" : "write " + write,
            seen);
  }

  /** Kind of difference between a run and its sequential execution. */
  enum Kind {
    BYTES,
    WORD,
    /** Contents or number of blocks of a heap. */
    BLOCK,
    /** Bytes that a collective has left in local memory, or that it has not failed. */
    COLLECTIVE,
    /** A task has failed, and its joiner goes on. */
    NOT_TOLD,
    HANG
  }

  /** Exception that ends the task that has seen a difference. */
  static final class Found extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Kind kind;
    private final transient Divergence bytes;

    Found(Kind kind, String message) {
      super(message);
      this.kind = kind;
      this.bytes = null;
    }

    Found(Divergence bytes) {
      super(bytes.toString());
      this.kind = Kind.BYTES;
      this.bytes = bytes;
    }

    Kind kind() {
      return kind;
    }

    /** The bytes, if it is they that differ; known where they were seen. */
    Optional<Divergence> bytes() {
      return Optional.ofNullable(bytes);
    }
  }
}
