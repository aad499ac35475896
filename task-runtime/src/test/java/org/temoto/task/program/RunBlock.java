package org.temoto.task.program;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.temoto.gas.Access;
import org.temoto.gas.Coherence;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.LocalView;
import org.temoto.gas.LocalizeRequest;
import org.temoto.gas.ReleaseRequest;
import org.temoto.task.Action;
import org.temoto.task.Forked;
import org.temoto.task.TaskContext;
import org.temoto.task.TaskException;

/**
 * Runs one block of a random program on two global memories; a read that sees something else than
 * it must throws.
 */
record RunBlock(GlobalMemory first, GlobalMemory second, RandomProgram.Key key, int block)
    implements Action {
  private static final Map<RandomProgram.Key, RandomProgram> PROGRAMS = new ConcurrentHashMap<>();

  static RandomProgram program(RandomProgram.Key key) {
    if (PROGRAMS.size() > 64) {
      PROGRAMS.clear();
    }
    return PROGRAMS.computeIfAbsent(key, RandomProgram::of);
  }

  @Override
  public void execute(TaskContext context) {
    run(context, block);
  }

  private Units units() {
    return new Units(first, second);
  }

  private void run(TaskContext context, int number) {
    for (Step step : program(key).block(number)) {
      switch (step) {
        case Step.Read read -> check(read.at(), read.expected(), "read");
        case Step.Write write -> write(write);
        case Step.Nest nest -> nest(context, nest);
        case Step.Migrate migrate -> {
          GlobalMemory memory = units().memoryOfPage(migrate.page());
          memory.migrate(units().pageOffset(migrate.page()), 1, migrate.pe());
          memory.migrate(units().pageOffset(migrate.page()), 1, (migrate.pe() + 1) % key.pes());
        }
        case Step.Fence fence -> fence(context, fence, number);
        case Step.Ahead ahead -> run(context, ahead);
        case Step.Par par -> run(context, par);
        case Step.Hold hold -> {
          List<LocalView> views = open(hold.views(), true);
          run(context, hold.body());
          finish(hold.views(), views, "held view");
        }
        case Step.Fail fail -> {
          if (fail.open() != null) {
            units().localize(fail.open(), Access.READ);
          }
          throw new Planned();
        }
      }
    }
  }

  /** Whether nothing has to be committed: a view that stores only is then stored whole. */
  private boolean isAutomatic() {
    return first.space().options().coherence() == Coherence.AUTOMATIC;
  }

  private static void fence(TaskContext context, Step.Fence fence, int number) {
    if (fence.release()) {
      ReleaseRequest release = context.space().releaseFenceAsync();
      if (number % 2 == 0) {
        release.await(); // else somebody else completes it
      }
    } else {
      context.space().acquireFence();
    }
  }

  private void check(Pieces at, int[] expected, String what) {
    if (expected[0] % 4 == 1) {
      checkAway(at, expected, what);
      return;
    }
    try (LocalView view = units().localize(at, Access.READ)) {
      check(view, at, expected, what);
    }
  }

  /** By reads that do not bring the pages. */
  private void checkAway(Pieces at, int[] expected, String what) {
    int[] all = at.units();
    for (int i = 0; i < all.length; i++) {
      long start = units().start(all[i]);
      GlobalMemory memory = units().memory(all[i]);
      MemorySegment bytes = MemorySegment.ofArray(new byte[(int) (units().end(all[i]) - start)]);
      memory.read(start, bytes);
      for (long k = 0; k < bytes.byteSize(); k++) {
        byte want = value(expected[i], start + k);
        byte got = bytes.get(JAVA_BYTE, k);
        if (got != want) {
          throw new Divergence(
              "%s away: block %d on PE %d: byte %d of \"%s\" is %d, must be %d of write %d"
                  .formatted(
                      what,
                      block,
                      memory.space().pe(),
                      start + k,
                      memory.name(),
                      got,
                      want,
                      expected[i]));
        }
      }
    }
  }

  private void write(Step.Write write) {
    boolean whole = write.written() == write.at();
    Access access =
        write.storesOnly() && (whole || !isAutomatic()) ? Access.WRITE : Access.READ_WRITE;
    try (LocalView view = units().localize(write.at(), access)) {
      linger(write.ident());
      store(view, write.written(), write.ident());
      linger(write.ident() + 1);
      if (isAutomatic()) {
        return;
      }
      if (!write.unitByUnit() && whole) {
        view.commit();
      } else {
        for (int unit : write.written().units()) {
          view.commit(units().start(unit) - view.offset(), units().end(unit) - units().start(unit));
        }
      }
    }
  }

  /**
   * Now and then lets others work while a view is open and not yet written, or written and not yet
   * committed.
   */
  private static void linger(int ident) {
    if (ident % 3 == 0) {
      LockSupport.parkNanos(50_000);
    }
  }

  private void nest(TaskContext context, Step.Nest nest) {
    List<Step.Held> outer = List.of(nest.outer());
    List<LocalView> views = open(outer, false);
    run(context, nest.block());
    finish(outer, views, "outer view");
  }

  private void run(TaskContext context, Step.Ahead ahead) {
    List<LocalizeRequest<LocalView>> requests = new ArrayList<>();
    try {
      for (Step.Held each : ahead.views()) {
        requests.add(units().request(each.at(), each.writes() ? Access.READ_WRITE : Access.READ));
      }
      run(context, ahead.block());
      for (int i : ahead.order()) {
        Step.Held each = ahead.views().get(i);
        finish(List.of(each), List.of(requests.get(i).await()), "awaited view");
      }
    } finally {
      requests.forEach(LocalizeRequest::close);
    }
  }

  private void run(TaskContext context, Step.Par par) {
    int count = par.blocks().length;
    List<Forked<Void>> children = new ArrayList<>();
    for (int child : par.blocks()) {
      children.add(context.fork(new RunBlock(first, second, key, child)));
    }
    List<LocalView> kept = open(par.kept(), true);
    if (par.between() >= 0) {
      run(context, par.between());
    }
    for (int i = 0; i < count; i++) {
      int child = par.oldestFirst() ? i : count - 1 - i;
      join(context, children.get(child), par.blocks()[child]);
    }
    finish(par.kept(), kept, "kept view");
  }

  private void join(TaskContext context, Forked<Void> child, int number) {
    boolean fails = program(key).block(number).getLast() instanceof Step.Fail;
    try {
      context.join(child);
    } catch (TaskException failure) {
      if (fails && failure.getMessage().contains(Planned.MESSAGE)) {
        return;
      }
      throw failure;
    }
    if (fails) {
      throw new Divergence("block " + number + " has failed, and its joiner has not been told");
    }
  }

  // --- views around something else

  private List<LocalView> open(List<Step.Held> held, boolean commit) {
    List<LocalView> views = new ArrayList<>();
    for (Step.Held each : held) {
      boolean stores = each.storesOnly() && (each.before() != 0 || !isAutomatic());
      Access access = stores ? Access.WRITE : each.writes() ? Access.READ_WRITE : Access.READ;
      views.add(units().localize(each.at(), access));
    }
    for (int i = 0; i < views.size(); i++) {
      if (held.get(i).before() != 0) {
        store(views.get(i), held.get(i).at(), held.get(i).before());
        if (commit && !isAutomatic()) {
          views.get(i).commit();
        }
      }
    }
    return views;
  }

  private void finish(List<Step.Held> held, List<LocalView> views, String what) {
    for (int i = 0; i < views.size(); i++) {
      Step.Held each = held.get(i);
      if (each.storesOnly()) {
        check(each.at(), each.expected(), what + " that stores only");
      } else {
        check(views.get(i), each.at(), each.expected(), what);
      }
    }
    for (int i = 0; i < views.size(); i++) {
      Step.Held each = held.get(i);
      if (each.after() != 0) {
        store(views.get(i), each.at(), each.after());
      }
      if (!isAutomatic() && (each.after() != 0 || each.before() != 0)) {
        views.get(i).commit();
      }
    }
    views.forEach(LocalView::close);
  }

  // --- bytes

  private void store(LocalView view, Pieces at, int ident) {
    MemorySegment segment = view.segment();
    for (int unit : at.units()) {
      for (long position = units().start(unit); position < units().end(unit); position++) {
        segment.set(JAVA_BYTE, position - view.offset(), value(ident, position));
      }
    }
  }

  private static byte value(int ident, long position) {
    return ident == 0 ? 0 : (byte) (ident * 37L + position * 11);
  }

  /** Compares what all units hold with {@code expected}, from the program of a PE. */
  void checkAll(int[] expected) {
    for (int unit = 0; unit < expected.length; unit += RandomProgram.UNITS_PER_PAGE) {
      int end = unit + RandomProgram.UNITS_PER_PAGE;
      check(new Pieces(unit, end), Arrays.copyOfRange(expected, unit, end), "after the run");
    }
  }

  private void check(LocalView view, Pieces at, int[] expected, String what) {
    MemorySegment segment = view.segment();
    int[] all = at.units();
    for (int i = 0; i < all.length; i++) {
      for (long position = units().start(all[i]); position < units().end(all[i]); position++) {
        byte want = value(expected[i], position);
        byte got = segment.get(JAVA_BYTE, position - view.offset());
        if (got != want) {
          throw new Divergence(
              "%s: block %d on PE %d: byte %d of \"%s\" (unit %d, page %d) is %d, must be %d of write %d"
                  .formatted(
                      what,
                      block,
                      view.memory().space().pe(),
                      position,
                      view.memory().name(),
                      all[i],
                      position / view.memory().pageSize(),
                      got,
                      want,
                      expected[i]));
        }
      }
    }
  }

  /** The program saw something that sequential execution does not show. */
  static final class Divergence extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Divergence(String message) {
      super(message);
    }
  }

  /** The end of a block that fails because the program says so; its joiner goes on. */
  private static final class Planned extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final String MESSAGE = "planned by the random program";

    Planned() {
      super(MESSAGE);
    }
  }
}
