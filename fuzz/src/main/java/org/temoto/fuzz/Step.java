package org.temoto.fuzz;

import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A step of a random fork/join program over an array of units.
 *
 * <p>A write is named by a number, from 1 on; a unit holds the number of the write that produced
 * it, 0 at first.
 */
sealed interface Step {
  /** Step that compares units with what they must hold. */
  record Read(Pieces at, Way way) implements Step {}

  /** Way in which a {@link Read} comes to the bytes. */
  enum Way {
    VIEW,
    /** Way by a read of each unit, which does not bring its page. */
    AWAY,
    /** Way by one such read of all units. */
    TOGETHER,
    /** Way by one that goes on while the first unit is localized. */
    MEANWHILE,
    /** Way by a view of an index set, which may have bytes between. */
    GATHERED
  }

  /**
   * Step that localizes {@code at} for writing, by a WRITE view or a READ_WRITE view, writes and
   * commits {@code written}, which is all of it or, in a READ_WRITE view, a part.
   *
   * @param lingers whether others may go on while the view is open and not yet committed
   */
  record Write(
      Pieces at, Pieces written, int ident, boolean storesOnly, boolean unitByUnit, boolean lingers)
      implements Step {}

  /**
   * Step that runs a block without forks inside an open view, which was written before (if that is
   * not 0) and is committed only after.
   */
  record Nest(Held outer, Block body) implements Step {}

  /**
   * Step that asks for views, runs a block, which may fork, and then opens them one after the
   * other, the last first if {@code reversed}: compares each, and writes and commits it if {@code
   * after} is not 0. Number {@code dropped}, if there is one, is given up instead.
   */
  record Ahead(List<Held> views, Block body, boolean reversed, int dropped) implements Step {
    static final int NONE_DROPPED = -1;

    public Ahead {
      views = List.copyOf(views);
    }

    /** The numbers of the views that are opened, in that order. */
    List<Integer> order() {
      List<Integer> all =
          IntStream.range(0, views.size()).filter(i -> i != dropped).boxed().toList();
      return reversed ? all.reversed() : all;
    }
  }

  /** Step that moves a page to a PE, and on to the next. */
  record Migrate(int page, int pe) implements Step {}

  /** A fence that the program does not need; for others see {@link Relay}. */
  record Fence(Fencing kind) implements Step {}

  /** Kind of a {@link Fence}. */
  enum Fencing {
    RELEASE,
    /** A release that is started, and waited for at once. */
    AWAITED_RELEASE,
    /** A release that is started, and that another release completes. */
    STARTED_RELEASE,
    ACQUIRE
  }

  /** Step that adds to a shared word. */
  record Add(int word, int delta) implements Step {}

  /** Step that adds to a number in global memory that a semaphore guards. */
  record Guarded(int number, int delta) implements Step {}

  /** Step that writes bytes for the task with the {@link Await} of that semaphore, and tells it. */
  record Signal(int semaphore, Write before) implements Step {}

  /** Step that waits for the {@link Signal} of that semaphore, compares, and may write, too. */
  record Await(int semaphore, Read after, Optional<Write> answer) implements Step {}

  /** Step that changes a word that only this task uses, and compares what the operation returns. */
  record Count(Counting how, int delta) implements Step {}

  /** Step that replaces the blocks of units by new ones, whose contents are made of the mark. */
  record Replace(Pieces at, int mark) implements Step {}

  /** The operation of a {@link Count}. */
  enum Counting {
    ADD,
    SWAP,
    /** A swap that expects something else than what is there, and changes nothing. */
    REFUSED_SWAP
  }

  /** Step that forks and joins, over which views may be held. */
  sealed interface Forking extends Step {}

  /**
   * Step that forks children and joins them. Between forks and joins it opens {@code kept} and runs
   * {@code between}, which has no forks; the kept views are compared after the joins.
   *
   * @param contains whether the failure of a child ends here; else this task fails, too
   */
  record Par(
      List<Block> children, Joining joining, boolean contains, Block between, List<Held> kept)
      implements Forking {
    public Par {
      children = List.copyOf(children);
      kept = List.copyOf(kept);
    }

    /** Tells whether a failing child cancels the others. */
    boolean cancels() {
      return joining == Joining.TOGETHER || joining == Joining.SCOPED || !contains;
    }
  }

  /** Way in which the children of a {@link Par} are joined. */
  enum Joining {
    OLDEST_FIRST,
    YOUNGEST_FIRST,
    TOGETHER,
    /** Way by the end of a scope, in which they are forked. */
    SCOPED
  }

  /**
   * Step that forks tasks which start after others of them, waits for some, one after the other,
   * and then for all.
   *
   * @param contains whether the failure of a task, which ends all of them, ends here
   */
  record Ordered(List<Late> tasks, List<Waited> waits, boolean contains) implements Forking {
    public Ordered {
      tasks = List.copyOf(tasks);
      waits = List.copyOf(waits);
    }

    List<Block> blocks() {
      return tasks.stream().map(Late::block).toList();
    }

    /** The numbers of the tasks that end before that number, which is one of them. */
    BitSet until(int number) {
      BitSet all = new BitSet();
      if (number != NO_TASK) {
        tasks.get(number).after().forEach(each -> all.or(until(each)));
        all.set(number);
      }
      return all;
    }
  }

  /**
   * A task of an {@link Ordered}.
   *
   * @param after numbers of those that it starts after, smaller than its own
   * @param home a PE, counted round those that there are, or {@link #NO_HOME}
   * @param joins whether it is forked as if it came after none, and joins them first
   * @param promising how others are told of its end
   */
  record Late(Block block, List<Integer> after, int home, boolean joins, Promising promising) {
    public Late {
      after = List.copyOf(after);
    }
  }

  /** Way in which others are told of the end of a {@link Late}, which may fail only with NONE. */
  enum Promising {
    /** The task itself. */
    NONE,
    /** A promise that it fulfils last. */
    PLAIN,
    /** One that it fulfils with a value. */
    VALUED
  }

  /**
   * A join of the task of that number, or {@link #NO_TASK}, and what is done then, without forks.
   */
  record Waited(int task, Block then) {}

  /** The number of no task, for a join of what has ended always. */
  int NO_TASK = -1;

  /** Home of a task that has none. */
  int NO_HOME = -1;

  /**
   * Step that starts a task that ends at any time in the run.
   *
   * @param home as of {@link Late}
   */
  record Detach(Block block, int home) implements Step {}

  /** Step that holds views over a fork and join. */
  record Hold(List<Held> views, Forking body) implements Step {
    public Hold {
      views = List.copyOf(views);
    }
  }

  /**
   * Step that ends the task by an exception, with a view of {@code open}, if that is not empty,
   * left open.
   */
  record Fail(Pieces open) implements Step {}

  /**
   * A view opened (and written and committed, if {@code before} is not 0) before something else,
   * compared and (if {@code after} is not 0) written and committed again after it. One that stores
   * only is always written before, and compared through another view.
   */
  record Held(Pieces at, boolean writes, boolean storesOnly, int before, int after) {}
}
