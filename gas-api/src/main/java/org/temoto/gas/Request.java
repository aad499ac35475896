package org.temoto.gas;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A handle of something that has been started and goes on while its program does: a localize
 * ({@link GlobalMemory#localizeAsync}), a release ({@link GlobalAddressSpace#releaseFenceAsync}) or
 * a collective of the task runtime.
 *
 * <p>Each way to start one says which tasks may use its handle. A localize belongs to the task that
 * asked, holds nothing that others wait for, and is given up by {@link #close}. A release and a
 * collective are thread-safe for strands of their PE, but for a collective on global ranges, which
 * the strand that has started it awaits and closes; others rely on them, so {@link #close} waits.
 *
 * @param <T> the outcome; {@code Void} if there is none but that it is done
 */
public interface Request<T> extends AutoCloseable {
  /**
   * Tells if {@link #await} has nothing to wait for, as far as that is known without waiting. A
   * localize and a release let others run if not, and wait after many looks, for backends that
   * cannot tell: asked often enough they are done.
   *
   * @throws IllegalStateException if it is a localize that has been awaited or closed
   */
  boolean isDone();

  /**
   * Waits until it is done, and returns the outcome. A localize opens its view here, once; the
   * others may be awaited any number of times.
   *
   * @throws IllegalStateException if it is a localize that has been awaited or closed, or on a
   *     strand that may not use it
   * @throws GasException as what was started, in its form that waits
   */
  T await();

  /**
   * Ends a request that has not been awaited: what only its caller wants is given up, what others
   * rely on is waited for, as by {@link #await}. Otherwise nothing happens, whatever became of the
   * outcome.
   *
   * @throws IllegalStateException on a strand that may not use it
   * @throws GasException as {@link #await}, if it waits
   */
  @Override
  void close();

  /**
   * The same request for an outcome made of this one's, by each {@link #await}. If {@code outcome}
   * throws, what this one's await has opened is left to {@code outcome} to close.
   */
  default <W> Request<W> map(Function<? super T, W> outcome) {
    Request<T> request = this;
    return new Request<>() {
      @Override
      public boolean isDone() {
        return request.isDone();
      }

      @Override
      public W await() {
        return outcome.apply(request.await());
      }

      @Override
      public void close() {
        request.close();
      }
    };
  }

  /**
   * Awaits all of {@code requests}; their outcomes, such as views, in the same order. After a
   * failure none of them is open, and the requests that are left are closed.
   */
  static <V extends AutoCloseable> List<V> awaitAll(List<? extends Request<V>> requests) {
    List<V> views = new ArrayList<>();
    try {
      for (Request<V> request : requests) {
        views.add(request.await());
      }
      return views;
    } catch (RuntimeException | Error failure) {
      closeAll(views, failure);
      closeAll(requests, failure);
      throw failure;
    }
  }

  private static void closeAll(List<? extends AutoCloseable> all, Throwable failure) {
    for (AutoCloseable each : all) {
      try {
        each.close();
      } catch (Exception e) {
        failure.addSuppressed(e);
      }
    }
  }
}
