package org.temoto.task.collective.engine;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.temoto.gas.spi.Strands;
import org.temoto.task.collective.CollectiveException;
import org.temoto.task.collective.CollectiveRequest;

/** One PE's handle of a collective. */
final class RequestHandle implements CollectiveRequest {
  private final CollectiveEngine engine;

  /** Views with which something is to be done at the end; null for none. */
  private OpenRanges ranges;

  /** Volatile: publishes the failure, and the bytes that have come. */
  private volatile boolean done;

  private CollectiveException failure;

  /** A strand that waits. Volatile: either it sees that all is done, or it is woken. */
  private volatile Strands.Strand waiting;

  private CompletableFuture<Void> stage;

  /**
   * An await has told the outcome, so that a close has nothing to add. Not volatile: a strand that
   * does not see it awaits what is done, and at worst tells a failure again.
   */
  private boolean told;

  /** The number of collectives that this PE has issued before this one. */
  private long number;

  RequestHandle(CollectiveEngine engine) {
    this.engine = engine;
  }

  /**
   * For the next collective; the one before has been awaited, and no other caller has the request.
   */
  void reuse() {
    done = false;
    told = false;
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
  public Void await() {
    if (ranges != null) {
      ranges.requireOwner();
    }
    if (!done) {
      engine.await(this);
    }
    OpenRanges views = ranges;
    ranges = null;
    if (views != null) {
      if (failure == null) {
        views.commit();
      } else {
        views.close();
      }
    }
    told = true;
    if (failure != null) {
      throw new CollectiveException(failure.getMessage(), failure.pe(), failure.getCause());
    }
    return null;
  }

  /**
   * Waits: other PEs wait for this one's part, and the bytes belong to the collective till then.
   */
  @Override
  public void close() {
    // done first: a strand that sees it sees what has come, which the plain field alone would not
    // promise
    if (!done || !told) {
      await();
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
    if (strand != null && strand != engine.strands.current()) {
      engine.strands.unpark(strand);
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
