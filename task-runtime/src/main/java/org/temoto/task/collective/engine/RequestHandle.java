package org.temoto.task.collective.engine;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.temoto.gas.spi.Strands;
import org.temoto.task.collective.CollectiveException;
import org.temoto.task.collective.CollectiveRequest;

/** One PE's handle of a collective. */
final class RequestHandle implements CollectiveRequest {
  private final CollectiveEngine engine;

  /** What is to be done with views at the end; null for none. */
  private OpenRanges ranges;

  /** Volatile: publishes the failure, and the bytes that have come. */
  private volatile boolean done;

  private CollectiveException failure;

  /** A strand that waits. Volatile: either it sees that all is done, or it is woken. */
  private volatile Strands.Strand waiting;

  private CompletableFuture<Void> stage;

  /** How many collectives this PE has issued before this one. */
  private long number;

  RequestHandle(CollectiveEngine engine) {
    this.engine = engine;
  }

  /**
   * For the next collective; the one before has been awaited, and no other caller has the request.
   */
  void reuse() {
    done = false;
    failure = null;
    waiting = null;
  }

  void numbered(long issuedBefore) {
    number = issuedBefore;
  }

  long number() {
    return number;
  }

  void with(OpenRanges views) {
    ranges = views;
  }

  @Override
  public boolean isDone() {
    return done;
  }

  @Override
  public void await() {
    if (ranges != null) {
      ranges.requireOwner();
    }
    if (!done) {
      engine.await(this);
    }
    OpenRanges views = ranges;
    ranges = null;
    if (views != null) {
      views.close(failure == null);
    }
    if (failure != null) {
      throw new CollectiveException(failure.getMessage(), failure.pe(), failure.getCause());
    }
  }

  void waits(Strands.Strand strand) {
    waiting = strand;
  }

  void complete(CollectiveException outcome) {
    CompletableFuture<Void> dependent;
    synchronized (this) {
      failure = outcome;
      done = true;
      dependent = stage;
    }
    Strands.Strand strand = waiting;
    if (strand != null && strand != engine.strands().current()) {
      engine.strands().unpark(strand);
    }
    if (dependent != null) {
      complete(dependent);
    }
  }

  @Override
  public CompletionStage<Void> completion() {
    synchronized (this) {
      if (stage == null) {
        stage = new CompletableFuture<>();
        if (done) {
          complete(stage);
        }
      }
      return stage.minimalCompletionStage();
    }
  }

  private void complete(CompletableFuture<Void> dependent) {
    if (failure == null) {
      dependent.complete(null);
    } else {
      dependent.completeExceptionally(failure);
    }
  }
}
