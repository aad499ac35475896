package org.temoto.gas;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A localize that has been asked for: its pages are on their way while the task goes on. Belongs to
 * the task that asked, which awaits or closes it; not thread-safe.
 *
 * <p>The view begins at {@link #await}, and shows what a localize there would show: pages that have
 * changed since, as far as the strand must see it, are fetched again then. A request holds nothing
 * that others wait for, so that any number of them may be open, also over forks and joins, and be
 * awaited in any order. Views of parts of it that the strand opens meanwhile, in this task or in
 * one that it calls, wait for their own bytes only. What travels is bounded, in requests and in
 * bytes (a quarter of the cache): a request beyond that is served at its await.
 *
 * @param <V> the view
 */
public interface LocalizeRequest<V extends AutoCloseable> extends AutoCloseable {
  /**
   * Whether {@link #await} is going to find the pages arrived, as far as a backend can tell without
   * waiting; lets others run if not. Asked often enough it is true: for backends that cannot tell,
   * it waits in the end.
   *
   * @throws IllegalStateException if it has been awaited or closed
   */
  boolean isDone();

  /**
   * Waits for the pages and opens the view, once.
   *
   * @throws IllegalStateException if it has been awaited or closed, or on another strand
   * @throws GasException as {@link GlobalMemory#localize(long, long, Access)}
   */
  V await();

  /** Gives up a request that has not been awaited; else nothing, whatever became of its view. */
  @Override
  void close();

  /** The same request for a view made of this one's. */
  default <W extends AutoCloseable> LocalizeRequest<W> map(Function<? super V, W> typed) {
    LocalizeRequest<V> request = this;
    return new LocalizeRequest<>() {
      @Override
      public boolean isDone() {
        return request.isDone();
      }

      @Override
      public W await() {
        return typed.apply(request.await());
      }

      @Override
      public void close() {
        request.close();
      }
    };
  }

  /**
   * Awaits all of {@code requests}; their views in the same order. After a failure none of them is
   * open, and the requests that are left are closed.
   */
  static <V extends AutoCloseable> List<V> awaitAll(List<? extends LocalizeRequest<V>> requests) {
    List<V> views = new ArrayList<>();
    try {
      for (LocalizeRequest<V> request : requests) {
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
