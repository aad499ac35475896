package org.temoto.task;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.temoto.gas.Access;
import org.temoto.gas.GasOptions.Coherence;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.LocalView;

/** Tests of programs without commits. */
class AutomaticTest {
  private static final int ELEMENTS = 8192;

  /** Writes each element's number, then doubles all of them at each level of the recursion. */
  record Numbers(GlobalMemory memory, int from, int to) implements Action {
    @Override
    public void compute(TaskContext context) {
      if (to - from == ELEMENTS / 32) {
        try (LocalView view = view(Access.WRITE)) {
          for (int i = 0; i < to - from; i++) {
            view.segment().setAtIndex(JAVA_LONG, i, from + i);
          }
        }
        return;
      }
      int middle = (from + to) / 2;
      Forked<Void> left = context.fork(new Numbers(memory, from, middle));
      new Numbers(memory, middle, to).compute(context);
      context.join(left);
      try (LocalView view = view(Access.READ_WRITE)) {
        for (int i = 0; i < to - from; i++) {
          view.segment().setAtIndex(JAVA_LONG, i, 2 * view.segment().getAtIndex(JAVA_LONG, i));
        }
      }
    }

    private LocalView view(Access access) {
      return memory.localize(8L * from, 8L * (to - from), access);
    }

    void check() {
      try (LocalView view = view(Access.READ)) {
        for (int i = 0; i < ELEMENTS; i++) {
          assertThat(view.segment().getAtIndex(JAVA_LONG, i)).isEqualTo(32L * i);
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1,2", "3,1", "2,2"})
  void shouldSeeWhatJoinedTasksHaveWritten(int pes, int workers) {
    Jobs.eachPe(
        Jobs.options(pes, workers, 1).withCoherence(Coherence.AUTOMATIC),
        Jobs.EAGER,
        (space, runtime) -> {
          try (GlobalMemory memory = space.allocate("numbers", 8 * ELEMENTS)) {
            Numbers all = new Numbers(memory, 0, ELEMENTS);
            do { // a busy machine may have had no time for a thief
              runtime.run(all);
              all.check();
            } while (pes > 1 && runtime.totalStatistics().remoteSteals() == 0);
          }
        });
  }

  /** 63 tasks write 6 times; nothing leaves the PE before the end, and then each byte once. */
  @Test
  void shouldNotCommunicateBetweenTasksThatNobodySteals() {
    Jobs.eachPe(
        Jobs.options(2, 1, 1).withCoherence(Coherence.AUTOMATIC).withPageSize(4096),
        new RuntimeOptions(RuntimeOptions.Exposure.NEVER, 0),
        (space, runtime) -> {
          try (GlobalMemory memory = space.allocate("numbers", 8 * ELEMENTS)) {
            GlobalAddressSpace.Statistics before = space.totalStatistics();
            runtime.run(new Numbers(memory, 0, ELEMENTS));
            GlobalAddressSpace.Statistics after = space.totalStatistics();
            assertThat(after.releases() - before.releases()).isEqualTo(1);
            assertThat(after.bytesCommitted() - before.bytesCommitted())
                .isEqualTo(8 * ELEMENTS / 2); // the half that PE 1 manages
          }
        });
  }

  /** Fails unless there is this number. */
  record Requires(GlobalMemory memory, long value) implements Action {
    @Override
    public void compute(TaskContext context) {
      try (LocalView view = memory.localize(memory.byteSize() - 8, 8, Access.READ)) {
        assertThat(view.segment().getAtIndex(JAVA_LONG, 0)).isEqualTo(value);
      }
    }
  }

  /** Starts tasks that read what is written in a view that stays open. */
  record UnderAView(GlobalMemory memory) implements Action {
    @Override
    public void compute(TaskContext context) {
      int other = context.space().pes() - 1;
      TaskHandle promise = context.promise();
      context.forkAfter(other, new Requires(memory, 1), promise);
      try (LocalView view = memory.localize(memory.byteSize() - 8, 8, Access.READ_WRITE)) {
        view.segment().setAtIndex(JAVA_LONG, 0, 1);
        context.fulfil(promise);
        context.sync();
        view.segment().setAtIndex(JAVA_LONG, 0, 2);
        TaskHandle read = context.promise();
        context.detach(other, new RequiresAndFulfils(memory, 2, read));
        context.join(read);
      }
    }
  }

  /** Fails unless there is this number, and tells that it has looked. */
  record RequiresAndFulfils(GlobalMemory memory, long value, TaskHandle read) implements Action {
    @Override
    public void compute(TaskContext context) {
      new Requires(memory, value).compute(context);
      context.fulfil(read);
    }
  }

  @ParameterizedTest
  @CsvSource({"1", "2", "3"})
  void shouldPublishOpenViewsWhenTasksAreLetGoUnderThem(int pes) {
    Jobs.eachPe(
        Jobs.options(pes, 1, 1).withCoherence(Coherence.AUTOMATIC),
        Jobs.EAGER,
        (space, runtime) -> {
          try (GlobalMemory memory = space.allocate("numbers", 8 * ELEMENTS)) {
            runtime.run(new UnderAView(memory));
          }
        });
  }
}
