package org.temoto.gas.spi;

import java.util.function.Supplier;
import org.temoto.gas.GlobalMemory;

/**
 * Checker of one strand: engine and task runtime tell it what the strand does, where a backend has
 * one ({@link ProcessingElement#newWatch}). Called by the strand; must neither wait nor
 * communicate. Tasks are handles that it makes; they mean the same on every PE of the job.
 */
public interface StrandWatch {
  // --- tasks

  /** The strand runs the program of its PE. */
  void program();

  /**
   * The root task of a run, which comes after what the programs did before, and before the rest.
   */
  Object root(Supplier<String> name, Class<?> type);

  /** The running task forks another; its name is asked for when there is something to tell. */
  Object forked(Supplier<String> name, Class<?> type);

  /** As {@link #forked}; no other joins the task. */
  Object detached(Supplier<String> name, Class<?> type);

  /** The strand goes on with {@code task}, new or resumed; null for none. */
  void running(Object task);

  /** The running task has joined {@code child}. */
  void joined(Object child);

  /** A number that stands for {@code task} on its way to another PE, until it is joined. */
  int number(Object task);

  /** The task that {@code number} stands for. */
  Object task(int number);

  /** The running task, or program, has thrown {@code thrown}. */
  void failed(Throwable thrown);

  /** The program of the PE has come to its end without a failure of its own. */
  void ended();

  // --- order beyond fork and join

  /** All programs have met, and see what was committed before. */
  void barrier();

  void released();

  /** A release has been started; what stands for it until it is {@linkplain #complete complete}. */
  Object releasing();

  /** The release {@code started} of this PE, by whichever strand, is known to be complete. */
  void complete(Object started);

  void acquired();

  // --- views

  /** The view's pages are about to be brought, under views of other tasks of this PE, too. */
  void opening(WatchedView view);

  /** The view is active; what it shows is there. */
  void opened(WatchedView view);

  /** The bytes [{@code from}, {@code to}) of an active view are published. */
  void committed(WatchedView view, long from, long to);

  /** The view, active or frozen, is about to be closed by its task. */
  void closing(WatchedView view);

  /** The same because its task has ended. */
  void abandoning(WatchedView view);

  /** The program asks an open view, active or frozen, for its memory, or commits it. */
  void used(WatchedView view);

  /** The program asks a closed view for its memory. */
  void usedClosed(WatchedView view);

  /** The views of the running task are about to be frozen. */
  void freezing();

  /** The same of the views of the running task: it has acquired, or its children have ended. */
  void validating();

  /** They have been. */
  void validated();

  /** The children of the running task have ended, and its views are active again. */
  void thawed();

  /** The bytes [{@code from}, {@code to}) are copied out without a view. */
  void read(GlobalMemory memory, long from, long to);

  // --- memories

  /**
   * The bytes [{@code from}, {@code to}) are given to a new use, after all that was done to them.
   */
  void renewed(GlobalMemory memory, long from, long to);

  /** The bytes [{@code from}, {@code to}) are not to be used, until they are renewed. */
  void discarded(GlobalMemory memory, long from, long to);

  /** The memory has been closed, on this PE at least; none has a view of it. */
  void freed(GlobalMemory memory);
}
