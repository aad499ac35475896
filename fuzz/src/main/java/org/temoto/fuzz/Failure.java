package org.temoto.fuzz;

import java.util.Optional;
import org.temoto.task.marshal.RemoteFailure;

/** Report of a case that has not gone as its sequential execution does. */
public final class Failure {
  private final long seed;
  private final FuzzCase failing;
  private final Optional<Divergence.Found> found;
  private final Throwable thrown;

  Failure(long seed, FuzzCase failing, Optional<Divergence.Found> found, Throwable thrown) {
    this.seed = seed;
    this.failing = failing;
    this.found = found;
    this.thrown = thrown;
  }

  /** The seed whose case it is, or was shrunk from. */
  public long seed() {
    return seed;
  }

  /** The bytes that were seen and must not be; empty if it failed in another way, or hangs. */
  public Optional<Divergence> divergence() {
    return found.flatMap(Divergence.Found::bytes);
  }

  /** Exception that the run threw. */
  public Throwable thrown() {
    return thrown;
  }

  /** Text of what has happened, in a line. */
  public String what() {
    return found.map(Throwable::getMessage).orElseGet(this::message);
  }

  private String message() {
    String message = String.valueOf(thrown.getMessage()).lines().findFirst().orElse("");
    return thrown.getClass().getName() + ": " + message;
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

  /** Tells whether the other one has gone wrong in the same way, as far as that can be told. */
  boolean isLike(Failure other) {
    return way().equals(other.way());
  }

  private String way() {
    return found.map(each -> each.kind().name()).orElseGet(this::reason);
  }

  private String reason() {
    return switch (Planned.besides(thrown).orElse(thrown)) {
      case RemoteFailure remote -> remote.className();
      case Throwable other -> other.getClass().getName();
    };
  }
}
