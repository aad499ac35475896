package org.temoto.task;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.temoto.gas.Access;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.LocalView;
import org.temoto.gas.MemoryOptions;
import org.temoto.gas.SharedWords;
import org.temoto.gas.Temoto;
import org.temoto.gas.lock.GlobalLocks;
import org.temoto.gas.lock.GlobalSemaphore;
import org.temoto.gas.spi.RuntimeSupport;

/**
 * Litmus tests of the memory model, on any backend: each is a small program and what it may see.
 * All use memory of the last PE, which the others have to fetch.
 */
public abstract class LitmusContractTest {
  protected static final int PAGE = GasOptions.MIN_PAGE_SIZE;
  private static final int ROUNDS = 10;

  /** Every fork is offered, and a join waits for a thief. */
  private static final RuntimeOptions STOLEN =
      new RuntimeOptions(RuntimeOptions.Exposure.EAGER, 200_000);

  /** Clusters that each program runs on, one after the other. */
  protected abstract Stream<GasOptions> clusters();

  /** Options that all backends have in common. */
  protected static GasOptions options(String backend, int pes) {
    return GasOptions.DEFAULT
        .withBackend(backend)
        .withPes(pes)
        .withPageSize(PAGE)
        .withHeapBytes(8 << 20)
        .withCacheBytes(64 * PAGE);
  }

  private void spmd(BiConsumer<GlobalAddressSpace, GlobalMemory> program) {
    clusters()
        .forEach(options ->
            Temoto.launch(
                options,
                space ->
                    program.accept(
                        space,
                        space.allocate(
                            MemoryOptions.of("memory", 2L * PAGE * space.pes())
                                .withSpareFrames(1)))));
  }

  private void tasks(BiConsumer<TaskRuntime, GlobalMemory> program) {
    spmd((space, memory) -> {
      try (TaskRuntime runtime = TaskRuntime.start(space, STOLEN)) {
        program.accept(runtime, memory);
      }
    });
  }

  /** Offset of the last PE's last page. */
  private static long last(GlobalMemory memory) {
    return memory.byteSize() - PAGE;
  }

  private static void write(GlobalMemory memory, long at, int bytes, int value) {
    try (LocalView view = memory.localize(at, bytes, Access.READ_WRITE)) {
      view.segment().fill((byte) value);
      view.commit();
    }
  }

  private static void requireFilled(GlobalMemory memory, long at, int bytes, int value) {
    try (LocalView view = memory.localize(at, bytes, Access.READ)) {
      requireFilled(view, 0, bytes, value);
    }
  }

  private static void requireFilled(LocalView view, int from, int bytes, int value) {
    for (int i = from; i < from + bytes; i++) {
      assertThat(view.segment().get(JAVA_BYTE, i))
          .as("byte %d on PE %d", view.offset() + i, view.memory().space().pe())
          .isEqualTo((byte) value);
    }
  }

  // --- message passing

  /** Writes and commits. */
  record Write(GlobalMemory memory, long at, int bytes, int value) implements Action {
    @Override
    public void compute(TaskContext context) {
      write(memory, at, bytes, value);
    }
  }

  /** Has a child of a child write, so that who joins the first learns of the second. */
  record WriteBelow(GlobalMemory memory, long at, int bytes, int value) implements Action {
    @Override
    public void compute(TaskContext context) {
      context.join(context.fork(new Write(memory, at, bytes, value)));
    }
  }

  /** Fails unless the bytes are there. */
  record Require(GlobalMemory memory, long at, int bytes, int value) implements Action {
    @Override
    public void compute(TaskContext context) {
      requireFilled(memory, at, bytes, value);
    }
  }

  /** The bytes are here, in an old version, before each child writes them. */
  record PassByJoin(GlobalMemory memory) implements Action {
    @Override
    public void compute(TaskContext context) {
      for (int round = 1; round <= ROUNDS; round++) {
        context.join(context.fork(new WriteBelow(memory, last(memory) + 1, 100, round)));
        requireFilled(memory, last(memory) + 1, 100, round);
      }
    }
  }

  @Test
  void shouldPassAMessageByJoin() {
    tasks((runtime, memory) -> runtime.run(new PassByJoin(memory)));
  }

  record PassByFork(GlobalMemory memory) implements Action {
    @Override
    public void compute(TaskContext context) {
      for (int round = 1; round <= ROUNDS; round++) {
        write(memory, last(memory) + 1, 100, round);
        Forked<Void> first = context.fork(new Require(memory, last(memory) + 1, 100, round));
        Forked<Void> second = context.fork(new Require(memory, last(memory) + 1, 100, round));
        context.join(second);
        context.join(first);
      }
    }
  }

  @Test
  void shouldPassAMessageByFork() {
    tasks((runtime, memory) -> runtime.run(new PassByFork(memory)));
  }

  @Test
  void shouldPassAMessageByBarrier() {
    spmd((space, memory) -> {
      for (int round = 1; round <= ROUNDS; round++) {
        if (space.pe() == round % space.pes()) {
          write(memory, last(memory) + 1, 100, round);
        }
        space.barrier();
        requireFilled(memory, last(memory) + 1, 100, round);
        space.barrier();
      }
    });
  }

  /** PE 0 writes, fences, and raises the word; the others wait for it, fence, and read. */
  @Test
  void shouldPassAMessageByFence() {
    spmd((space, memory) -> {
      SharedWords flag = space.allocate(MemoryOptions.words("flag", 1)).words();
      for (int round = 1; round <= ROUNDS; round++) {
        if (space.pe() == 0) {
          write(memory, last(memory) + 1, 100, round);
          space.releaseFence();
          flag.fetchAdd(0, 1);
        } else {
          await(space, flag, round);
          space.acquireFence();
        }
        requireFilled(memory, last(memory) + 1, 100, round);
        space.barrier();
      }
    });
  }

  /** The word orders what stands beside it, as by fences. */
  @Test
  void shouldPassAMessageByWord() {
    spmd((space, memory) -> {
      SharedWords flag = space.allocate(MemoryOptions.words("flag", 1)).words();
      for (int round = 1; round <= ROUNDS; round++) {
        if (space.pe() == 0) {
          write(memory, last(memory) + 1, 100, round);
          flag.setRelease(0, round);
        } else {
          await(space, flag, round);
          assertThat(flag.getAcquire(0)).isEqualTo(round);
        }
        requireFilled(memory, last(memory) + 1, 100, round);
        space.barrier();
      }
    });
  }

  /** Each PE adds its turn to what the one before it has written, whose lock it has had. */
  @Test
  void shouldPassAMessageByLock() {
    spmd((space, memory) -> {
      GlobalLocks locks = GlobalLocks.create(space, "lock", space.pes());
      int lock = space.pes() - 1;
      for (int turn = 0; turn < ROUNDS; ) {
        try (var _ = locks.lock(lock)) {
          int before = first(memory);
          requireFilled(memory, last(memory) + 1, 100, before);
          if (before % space.pes() == space.pe()) {
            write(memory, last(memory) + 1, 100, before + 1);
            turn++;
          }
        }
        RuntimeSupport.of(space).processingElement().strands().yield();
      }
      space.barrier();
      requireFilled(memory, last(memory) + 1, 100, ROUNDS * space.pes());
    });
  }

  /** Each PE adds its turn to what the one before it has written, whose permit it gets. */
  @Test
  void shouldPassAMessageBySemaphore() {
    spmd((space, memory) -> {
      GlobalSemaphore[] turns = new GlobalSemaphore[space.pes()];
      for (int pe = 0; pe < space.pes(); pe++) {
        turns[pe] = GlobalSemaphore.create(space, "turn of " + pe, pe == 0 ? 1 : 0);
      }
      for (int turn = 0; turn < ROUNDS; turn++) {
        turns[space.pe()].acquire(1);
        int before = turn * space.pes() + space.pe();
        requireFilled(memory, last(memory) + 1, 100, before);
        write(memory, last(memory) + 1, 100, before + 1);
        turns[(space.pe() + 1) % space.pes()].release(1);
      }
      space.barrier();
      requireFilled(memory, last(memory) + 1, 100, ROUNDS * space.pes());
    });
  }

  private static int first(GlobalMemory memory) {
    try (LocalView view = memory.localize(last(memory) + 1, 1, Access.READ)) {
      return view.segment().get(JAVA_BYTE, 0);
    }
  }

  private static void await(GlobalAddressSpace space, SharedWords flag, long value) {
    while (flag.read(0) < value) {
      RuntimeSupport.of(space).processingElement().strands().yield();
    }
  }

  // --- tasks after others

  private static Require required(GlobalMemory memory, int value) {
    return new Require(memory, last(memory) + 1, 100, value);
  }

  /** Tasks sent to other PEs read what the task that forks them has written. */
  record PassToSent(GlobalMemory memory) implements Action {
    @Override
    public void compute(TaskContext context) {
      int pes = context.space().pes();
      for (int round = 1; round <= ROUNDS; round++) {
        write(memory, last(memory) + 1, 100, 2 * round);
        context.forkAfter(round % pes, required(memory, 2 * round));
        context.sync();
        write(memory, last(memory) + 1, 100, 2 * round + 1);
        context.forkAt(round % pes, required(memory, 2 * round + 1));
        context.sync();
      }
    }
  }

  @Test
  void shouldPassAMessageToTasksThatAreSent() {
    tasks((runtime, memory) -> runtime.run(new PassToSent(memory)));
  }

  /** Tasks write, and others that come after them, on other PEs, read. */
  record PassAlong(GlobalMemory memory) implements Action {
    @Override
    public void compute(TaskContext context) {
      int pes = context.space().pes();
      TaskHandle last = TaskHandle.NONE;
      for (int round = 1; round <= ROUNDS; round++) {
        Write write = new Write(memory, last(memory) + 1, 100, round);
        TaskHandle written = context.forkAfter(round % pes, write, last);
        TaskHandle one = context.forkAfter((round + 1) % pes, required(memory, round), written);
        last = context.forkAfter((round + 2) % pes, required(memory, round), written, one);
      }
      Write end = new Write(memory, last(memory) + 1, 100, ROUNDS + 1);
      context.forkAfter(1 % pes, end, last);
      context.sync();
      requireFilled(memory, last(memory) + 1, 100, ROUNDS + 1);
    }
  }

  @Test
  void shouldPassAMessageToTasksAfterOthers() {
    tasks((runtime, memory) -> runtime.run(new PassAlong(memory)));
  }

  /** Writes, and fulfils a promise with what it has written. */
  record WriteAndFulfil(GlobalMemory memory, int value, TaskHandle promise) implements Action {
    @Override
    public void compute(TaskContext context) {
      write(memory, last(memory) + 1, 100, value);
      context.fulfil(promise, value);
    }
  }

  /** Fails unless the bytes are those that a promise, which it comes after, has as its value. */
  record RequireOfPromise(GlobalMemory memory, TaskHandle promise) implements Action {
    @Override
    public void compute(TaskContext context) {
      requireFilled(memory, last(memory) + 1, 100, context.value(promise, Integer.class));
    }
  }

  record PassByPromise(GlobalMemory memory) implements Action {
    @Override
    public void compute(TaskContext context) {
      int pes = context.space().pes();
      for (int round = 1; round <= ROUNDS; round++) {
        TaskHandle promise = context.promise();
        for (int pe = 1; pe <= pes; pe++) { // that of PE 0 is not the first to look there
          context.forkAfter(pe % pes, new RequireOfPromise(memory, promise), promise);
        }
        WriteAndFulfil fulfil = new WriteAndFulfil(memory, round, promise);
        if (round % 2 == 0) {
          fulfil.compute(context); // nothing else releases before the others have ended
        } else {
          context.forkAt(round % pes, fulfil);
          context.join(promise);
          requireFilled(memory, last(memory) + 1, 100, round);
        }
        context.sync();
      }
    }
  }

  @Test
  void shouldPassAMessageByPromise() {
    tasks((runtime, memory) -> runtime.run(new PassByPromise(memory)));
  }

  /** Lets a task that another one has forked write, joins it, and reads that. */
  record JoinAndRequire(GlobalMemory memory, TaskHandle go, TaskHandle writer, int value)
      implements Action {
    @Override
    public void compute(TaskContext context) {
      requireFilled(memory, last(memory) + 1, 100, value - 1);
      context.fulfil(go);
      context.join(writer);
      requireFilled(memory, last(memory) + 1, 100, value);
    }
  }

  record PassByHandle(GlobalMemory memory) implements Action {
    @Override
    public void compute(TaskContext context) {
      int pes = context.space().pes();
      for (int round = 1; round <= ROUNDS; round++) {
        TaskHandle go = context.promise();
        Write write = new Write(memory, last(memory) + 1, 100, round);
        TaskHandle writer = context.forkAfter(round % pes, write, go);
        context.forkAt((round + 1) % pes, new JoinAndRequire(memory, go, writer, round));
        context.sync();
      }
    }
  }

  @Test
  void shouldPassAMessageByJoinOfAHandle() {
    tasks((runtime, memory) -> runtime.run(new PassByHandle(memory)));
  }

  /** Reads what the task that detached it has written, and writes for the programs. */
  record Successor(GlobalMemory memory, int value) implements Action {
    @Override
    public void compute(TaskContext context) {
      requireFilled(memory, last(memory) + 1, 100, value);
      write(memory, last(memory) - 100, 100, value);
    }
  }

  record PassToDetached(GlobalMemory memory, int value) implements Action {
    @Override
    public void compute(TaskContext context) {
      write(memory, last(memory) + 1, 100, value);
      context.detach(value % context.space().pes(), new Successor(memory, value));
    }
  }

  /** Detaches a task that detaches another, on another PE. */
  record Detaches(GlobalMemory memory, int value) implements Action {
    @Override
    public void compute(TaskContext context) {
      context.detach((value + 1) % context.space().pes(), new PassToDetached(memory, value));
    }
  }

  @Test
  void shouldPassAMessageToADetachedTaskAndFromItToTheProgram() {
    tasks((runtime, memory) -> {
      for (int round = 1; round <= ROUNDS; round++) {
        runtime.run(new Detaches(memory, round)); // begins with a barrier
        requireFilled(memory, last(memory) - 100, 100, round);
      }
    });
  }

  /** Writes, and ends the search. */
  record WriteAndFind(GlobalMemory memory, int value) implements Action {
    @Override
    public void compute(TaskContext context) {
      write(memory, last(memory) + 1, 100, value);
      throw context.found(value);
    }
  }

  /** Finds by a child. */
  record FindBelow(GlobalMemory memory, int value) implements Action {
    @Override
    public void compute(TaskContext context) {
      context.join(context.fork(new WriteAndFind(memory, value)));
    }
  }

  record PassBySearch(GlobalMemory memory) implements Action {
    @Override
    public void compute(TaskContext context) {
      for (int round = 1; round <= ROUNDS; round++) {
        OptionalLong found =
            context.search(
                new Require(memory, last(memory) - 100, 100, 0), new FindBelow(memory, round));
        assertThat(found).hasValue(round);
        requireFilled(memory, last(memory) + 1, 100, round);
      }
    }
  }

  @Test
  void shouldPassAMessageByWhatASearchFinds() {
    tasks((runtime, memory) -> runtime.run(new PassBySearch(memory)));
  }

  // --- false sharing

  @Test
  void shouldKeepWhatNeighboursWriteIntoOnePage() {
    spmd((space, memory) -> {
      int share = 101;
      for (int round = 1; round <= ROUNDS; round++) {
        write(memory, last(memory) + (long) space.pe() * share, share, round + space.pe());
        space.barrier();
        for (int pe = 0; pe < space.pes(); pe++) {
          requireFilled(memory, last(memory) + (long) pe * share, share, round + pe);
        }
        space.barrier();
      }
    });
  }

  /** Two tasks write one byte each, side by side, while a third one does beside them. */
  record WriteNeighbours(GlobalMemory memory) implements Action {
    @Override
    public void compute(TaskContext context) {
      for (int round = 1; round <= ROUNDS; round++) {
        context.fork(new Write(memory, last(memory), 1, round));
        context.fork(new Write(memory, last(memory) + 1, 1, round + 1));
        write(memory, last(memory) + 2, 1, round + 2);
        context.sync();
        for (int i = 0; i < 3; i++) {
          requireFilled(memory, last(memory) + i, 1, round + i);
        }
      }
    }
  }

  @Test
  void shouldKeepWhatTasksWriteSideBySide() {
    tasks((runtime, memory) -> runtime.run(new WriteNeighbours(memory)));
  }

  // --- migration

  @Test
  void shouldKeepACommitWhilePagesMove() {
    spmd((space, memory) -> {
      for (int round = 1; round <= ROUNDS; round++) {
        if (space.pe() == 0) {
          write(memory, last(memory) - 50, 100, round);
          space.releaseFence();
        } else {
          for (int to = 0; to < space.pes(); to++) {
            memory.migrate(last(memory) - 50, 100, (to + round) % space.pes());
          }
        }
        space.barrier();
        requireFilled(memory, last(memory) - 50, 100, round);
        space.barrier();
      }
    });
  }

  // --- views

  @Test
  void shouldShowAndPublishWhatANestedViewWrites() {
    spmd((space, memory) -> {
      if (space.pe() == 0) {
        try (LocalView outer = memory.localize(last(memory), 100, Access.READ_WRITE)) {
          outer.segment().fill((byte) 1);
          try (LocalView inner = memory.localize(last(memory) + 10, 20, Access.READ_WRITE)) {
            requireFilled(inner, 0, 20, 1);
            inner.segment().fill((byte) 2);
            inner.commit();
          }
          requireFilled(outer, 10, 20, 2);
          outer.commit();
        }
      }
      space.barrier();
      requireFilled(memory, last(memory), 10, 1);
      requireFilled(memory, last(memory) + 10, 20, 2);
      requireFilled(memory, last(memory) + 30, 70, 1);
    });
  }

  /**
   * Holds a view over joins: the bytes that the task has written beside stay, and those that its
   * children write come in.
   */
  record HoldOverJoin(GlobalMemory memory) implements Action {
    @Override
    public void compute(TaskContext context) {
      try (LocalView view = memory.localize(last(memory), 300, Access.READ_WRITE)) {
        for (int round = 1; round <= ROUNDS; round++) {
          view.segment().asSlice(0, 100).fill((byte) -round);
          view.commit(0, 100);
          Forked<Void> first = context.fork(new WriteBelow(memory, last(memory) + 100, 100, round));
          Forked<Void> second = context.fork(new Write(memory, last(memory) + 200, 100, round + 1));
          context.join(second);
          context.join(first);
          requireFilled(view, 0, 100, -round);
          requireFilled(view, 100, 100, round);
          requireFilled(view, 200, 100, round + 1);
        }
      }
    }
  }

  @Test
  void shouldShowWhatChildrenWroteInAViewHeldOverTheJoin() {
    tasks((runtime, memory) -> runtime.run(new HoldOverJoin(memory)));
  }

  /** Two views of one page, of which one writes. */
  record HoldTwo(GlobalMemory memory) implements Action {
    @Override
    public void compute(TaskContext context) {
      try (LocalView writing = memory.localize(last(memory), 100, Access.READ_WRITE);
          LocalView reading = memory.localize(last(memory) - 100, 300, Access.READ)) {
        for (int round = 1; round <= ROUNDS; round++) {
          Forked<Void> child = context.fork(new Write(memory, last(memory) - 50, 200, round));
          context.join(child);
          requireFilled(reading, 50, 200, round);
          requireFilled(writing, 0, 100, round);
        }
      }
    }
  }

  @Test
  void shouldShowTheSameInAllViewsHeldOverTheJoin() {
    tasks((runtime, memory) -> runtime.run(new HoldTwo(memory)));
  }

  /** Bytes of its first and last page that a WRITE view does not cover stay as they were. */
  @Test
  void shouldKeepWhatAWriteViewDoesNotCover() {
    spmd((space, memory) -> {
      long from = last(memory) - PAGE + 7;
      if (space.pe() == 0) {
        write(memory, last(memory) - PAGE, 2 * PAGE, 1);
      }
      space.barrier();
      if (space.pe() == space.pes() - 1) {
        try (LocalView view = memory.localize(from, PAGE, Access.WRITE)) {
          view.segment().fill((byte) 2);
          view.commit();
        }
      }
      space.barrier();
      requireFilled(memory, last(memory) - PAGE, 7, 1);
      requireFilled(memory, from, PAGE, 2);
      requireFilled(memory, from + PAGE, PAGE - 7, 1);
    });
  }
}
