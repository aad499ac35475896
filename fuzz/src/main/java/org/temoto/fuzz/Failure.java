package org.temoto.fuzz;

import java.util.Optional;

/** A case that has not gone as its sequential execution does. */
public final class Failure {
  private final long seed;
  private final FuzzCase failing;
  private final Optional<Divergence> divergence;
  private final Throwable thrown;

  Failure(long seed, FuzzCase failing, Optional<Divergence> divergence, Throwable thrown) {
    this.seed = seed;
    this.failing = failing;
    this.divergence = divergence;
    this.thrown = thrown;
  }

  /** The seed whose case it is, or was shrunk from. */
  public long seed() {
    return seed;
  }

  /** The bytes that were seen and must not be; empty if it failed in another way, or hangs. */
  public Optional<Divergence> divergence() {
    return divergence;
  }

  /** What the run threw. */
  public Throwable thrown() {
    return thrown;
  }

  /** What has happened, in a line. */
  public String what() {
    return divergence.map(Divergence::toString).orElseGet(this::message);
  }

  private String message() {
    String message = String.valueOf(thrown.getMessage()).lines().findFirst().orElse("");
    return thrown instanceof Divergence.Found
        ? message
        : thrown.getClass().getName() + ": " + message;
  }

  /** Cluster, memories and program, in lines that people read. */
  public String program() {
    return CaseText.of(failing);
  }

  /** The number of steps of the program, those of its tasks included. */
  public int steps() {
    return CaseText.steps(failing.program());
  }

  FuzzCase failing() {
    return failing;
  }

  /** Whether the other one has gone wrong in the same way, as far as that can be told. */
  boolean isLike(Failure other) {
    return divergence.isPresent() == other.divergence.isPresent();
  }
}
