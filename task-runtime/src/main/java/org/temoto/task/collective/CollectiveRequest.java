package org.temoto.task.collective;

import java.util.concurrent.CompletionStage;
import org.temoto.gas.Request;

/**
 * A handle of a collective that has been started. Until it is done its bytes belong to it: those
 * that it gives are not written, those that it fills are neither read nor written, and their memory
 * stays allocated. Thread-safe.
 */
public interface CollectiveRequest extends Request<Void> {
  /**
   * Tells if this PE's part is done; others may still be at theirs. Does not move it on, and may be
   * asked by any thread.
   */
  @Override
  boolean isDone();

  /**
   * Waits until this PE's part is done, and moves collectives on meanwhile. By any strand; of a
   * request on global ranges by the strand that has started it, which then commits what has come
   * and closes its views.
   *
   * @throws CollectiveException if code of the program threw on any PE
   */
  @Override
  Void await();

  /**
   * Waits as {@link #await} unless that has been called: it does not return before other PEs have
   * done what this PE's part needs, also where a block that has failed closes it.
   *
   * @throws CollectiveException if code of the program threw on any PE, and no await has told it
   */
  @Override
  void close();

  /**
   * Completes when {@link #isDone} becomes true, exceptionally with a {@link CollectiveException};
   * what depends on it is run by whichever strand moves the collective on, and must not wait. A
   * request on global ranges has its bytes there only after {@link #await}.
   */
  CompletionStage<Void> completion();
}
