package org.temoto.task.program;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.LocalView;
import org.temoto.task.Action;
import org.temoto.task.Forked;
import org.temoto.task.TaskContext;

/** Runs one block of a random program on a global memory; a read that sees something else than it must throws. */
record RunBlock(GlobalMemory memory, long seed, int pes, int block) implements Action {
  private static final Map<List<Long>, RandomProgram> PROGRAMS = new ConcurrentHashMap<>();

  static RunBlock root(GlobalMemory memory, long seed, int pes) {
    return new RunBlock(memory, seed, pes, program(seed, memory.pages(), pes).root());
  }

  private static RandomProgram program(long seed, int pages, int pes) {
    if (PROGRAMS.size() > 64) {
      PROGRAMS.clear();
    }
    return PROGRAMS.computeIfAbsent(List.of(seed, (long) pages, (long) pes), k -> RandomProgram.of(seed, pages, pes));
  }

  @Override
  public void execute(TaskContext context) {
    for (Step step : program(seed, memory.pages(), pes).block(block)) {
      switch (step) {
        case Step.Read read -> read(read);
        case Step.Write write -> write(write);
        case Step.Migrate migrate -> memory.migrate((long) migrate.page() * memory.pageSize(), 1, migrate.pe());
        case Step.Par par -> run(context, par);
        case Step.Hold hold -> hold(context, hold);
      }
    }
  }

  private long start(int unit) {
    int page = unit / RandomProgram.UNITS_PER_PAGE;
    int width = memory.pageSize() / RandomProgram.UNITS_PER_PAGE + 1; // odd borders; the last unit of a page is shorter
    return (long) page * memory.pageSize() + (long) (unit % RandomProgram.UNITS_PER_PAGE) * width;
  }

  private LocalView localize(int lo, int hi, Access access) {
    return memory.localize(start(lo), start(hi) - start(lo), access);
  }

  private void read(Step.Read read) {
    try (LocalView view = localize(read.lo(), read.hi(), Access.READ)) {
      check(view, read.lo(), read.expected(), "read");
    }
  }

  private void write(Step.Write write) {
    Access access = write.storesOnly() ? Access.WRITE : Access.READ_WRITE;
    try (LocalView view = localize(write.lo(), write.hi(), access)) {
      linger(write.ident());
      store(view, write.ident());
      linger(write.ident() + 1);
      view.commit();
    }
  }

  /** Now and then lets others work while a view is open and not yet written, or written and not yet committed. */
  private static void linger(int ident) {
    if (ident % 3 == 0) {
      LockSupport.parkNanos(50_000);
    }
  }

  private void run(TaskContext context, Step.Par par) {
    List<Forked<Void>> children = new ArrayList<>();
    for (int child : par.blocks()) {
      children.add(context.fork(new RunBlock(memory, seed, pes, child)));
    }
    for (Forked<Void> child : par.oldestFirst() ? children : children.reversed()) {
      context.join(child);
    }
  }

  private void hold(TaskContext context, Step.Hold hold) {
    List<LocalView> views = new ArrayList<>();
    for (Step.Held held : hold.views()) {
      views.add(localize(held.lo(), held.hi(), held.writes() ? Access.READ_WRITE : Access.READ));
    }
    for (int i = 0; i < views.size(); i++) {
      storeAndCommit(views.get(i), hold.views().get(i).before());
    }
    run(context, hold.body());
    for (int i = 0; i < views.size(); i++) {
      check(views.get(i), hold.views().get(i).lo(), hold.views().get(i).expected(), "held view");
    }
    for (int i = 0; i < views.size(); i++) {
      storeAndCommit(views.get(i), hold.views().get(i).after());
    }
    views.forEach(LocalView::close);
  }

  private static void storeAndCommit(LocalView view, int ident) {
    if (ident != 0) {
      store(view, ident);
      view.commit();
    }
  }

  private static void store(LocalView view, int ident) {
    MemorySegment segment = view.segment();
    for (long i = 0; i < segment.byteSize(); i++) {
      segment.set(JAVA_BYTE, i, value(ident, view.offset() + i));
    }
  }

  private static byte value(int ident, long position) {
    return ident == 0 ? 0 : (byte) (ident * 37L + position * 11);
  }

  private void check(LocalView view, int lo, int[] expected, String what) {
    MemorySegment segment = view.segment();
    for (int unit = lo; unit < lo + expected.length; unit++) {
      for (long at = start(unit); at < start(unit + 1); at++) {
        byte want = value(expected[unit - lo], at);
        byte got = segment.get(JAVA_BYTE, at - view.offset());
        if (got != want) {
          throw new Divergence(
              "%s: block %d on PE %d: byte %d (unit %d, page %d) is %d, must be %d of write %d"
                  .formatted(what, block, memory.space().pe(), at, unit, at / memory.pageSize(), got, want, expected[unit - lo]));
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
}
