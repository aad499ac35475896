package org.temoto.apps.hang;

import static org.assertj.core.api.Assertions.assertThat;
import static org.temoto.apps.hang.Hang.Line.ONE;
import static org.temoto.apps.hang.Hang.Line.TWO;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.MemoryOptions;
import org.temoto.gas.SharedWords;
import org.temoto.gas.heap.GlobalHeap;
import org.temoto.gas.lock.GlobalLocks;
import org.temoto.task.LongTask;
import org.temoto.task.TaskContext;
import org.temoto.task.TaskRuntime;
import org.temoto.task.collective.CollectiveRequest;
import org.temoto.task.collective.Collectives;

/** Programs whose PEs do not make the same calls: each would hang unless it were told. */
enum Hang {
  BARRIER(0, "barrier") {
    @Override
    void run(GlobalAddressSpace space) {
      if (space.pe() == 0) {
        space.barrier();
      }
    }
  },
  ALLOCATE(0, "allocate") {
    @Override
    void run(GlobalAddressSpace space) {
      if (space.pe() == 0) {
        space.allocate("m", 8192);
      }
    }
  },
  SUM(0, "sum") {
    @Override
    void run(GlobalAddressSpace space) {
      if (space.pe() == 0) {
        space.sum(1);
      }
    }
  },
  BROADCAST(0, "broadcast") {
    @Override
    void run(GlobalAddressSpace space) {
      if (space.pe() == 0) {
        space.broadcast(1);
      }
    }
  },
  CLOSE_OF_A_MEMORY(0, "close of a memory") {
    @Override
    void run(GlobalAddressSpace space) {
      GlobalMemory memory = space.allocate("m", 8192);
      if (space.pe() == 0) {
        memory.close();
      }
    }
  },
  CLEAR_OF_A_HEAP(0, "clear of a heap") {
    @Override
    void run(GlobalAddressSpace space) {
      GlobalHeap heap = GlobalHeap.create(space, "h", 8192);
      if (space.pe() == 0) {
        heap.clear();
      }
    }
  },
  SEAL(0, "seal of a memory") {
    @Override
    void run(GlobalAddressSpace space) {
      GlobalMemory memory = space.allocate("m", 8192);
      if (space.pe() == 0) {
        memory.seal();
      }
    }
  },
  SAVE(0, "save") {
    @Override
    void run(GlobalAddressSpace space) {
      GlobalMemory memory = space.allocate("m", 8192);
      if (space.pe() == 0) {
        memory.save(folder().resolve("m"));
      }
    }
  },
  CHECKPOINT(0, "checkpoint") {
    @Override
    void run(GlobalAddressSpace space) {
      space.allocate("m", 8192);
      if (space.pe() == 0) {
        space.checkpoint(folder().resolve("c"));
      }
    }
  },
  START(0, "TaskRuntime.start") {
    @Override
    void run(GlobalAddressSpace space) {
      if (space.pe() == 0) {
        TaskRuntime.start(space).close();
      }
    }
  },
  RUN(0, "TaskRuntime.run") {
    @Override
    void run(GlobalAddressSpace space) {
      try (TaskRuntime runtime = TaskRuntime.start(space)) {
        if (space.pe() == 0) {
          runtime.run(new One());
        }
      }
    }
  },
  ONE_RUN_MORE(1, "TaskRuntime.run") {
    @Override
    void run(GlobalAddressSpace space) {
      try (TaskRuntime runtime = TaskRuntime.start(space)) {
        runtime.run(new One());
        if (space.pe() == 1) {
          runtime.run(new One());
        }
      }
    }
  },
  OPENED_COLLECTIVES(0, "collectives") {
    @Override
    void run(GlobalAddressSpace space) {
      try (TaskRuntime runtime = TaskRuntime.start(space)) {
        if (space.pe() == 0) {
          runtime.collectives();
        }
      }
    }
  },
  COLLECTIVE(
      ONE,
      "PE \\d has left: its program has returned; PE 0 waits in a collective at |issued nothing any more: its runtime is closed") {
    @Override
    void run(GlobalAddressSpace space) {
      try (TaskRuntime runtime = TaskRuntime.start(space)) {
        Collectives collectives = runtime.collectives();
        if (space.pe() == 0) {
          collectives.barrier();
        }
      }
    }
  },
  COLLECTIVE_BESIDE_A_BARRIER(TWO, "PE 0 waits in a collective at .*, PE \\d+ in barrier at ") {
    @Override
    void run(GlobalAddressSpace space) {
      try (TaskRuntime runtime = TaskRuntime.start(space)) {
        Collectives collectives = runtime.collectives();
        if (space.pe() == 0) {
          collectives.barrier();
        } else {
          space.barrier();
        }
      }
    }
  },
  COLLECTIVE_IN_A_TASK(TWO, "PE 0 waits in a collective at .*, PE \\d+ in TaskRuntime.run at ") {
    @Override
    void run(GlobalAddressSpace space) {
      try (TaskRuntime runtime = TaskRuntime.start(space)) {
        Collectives collectives = runtime.collectives();
        if (space.pe() == 0) {
          Awaits.request = collectives.startBarrier();
        }
        runtime.run(new Awaits());
      }
    }
  },
  DIFFERENT_CALLS(TWO, "PE \\d waits in (barrier|TaskRuntime.run) at .*, PE \\d in (?!\\1)\\w+") {
    @Override
    void run(GlobalAddressSpace space) {
      try (TaskRuntime runtime = TaskRuntime.start(space)) {
        if (space.pe() == 1) {
          space.barrier();
        } else {
          runtime.run(new One());
        }
      }
    }
  },
  OPEN_RUNTIME(ONE, "the program of PE \\d has returned, and its task runtime, started at ") {
    @Override
    void run(GlobalAddressSpace space) {
      TaskRuntime.start(space).run(new One());
    }
  },
  OPEN_RUNTIME_OF_ONE(ONE, "the program of PE 0 has returned, and its task runtime, started at ") {
    @Override
    void run(GlobalAddressSpace space) {
      TaskRuntime runtime = TaskRuntime.start(space);
      runtime.run(new One());
      if (space.pe() != 0) {
        runtime.close();
        space.barrier();
      }
    }
  },
  RING_OF_LOCKS(
      TWO, "deadlock: PE \\d holds lock \\d of \"ring\" and waits for lock \\d of \"ring\"; PE ") {
    @Override
    void run(GlobalAddressSpace space) {
      GlobalLocks locks = GlobalLocks.create(space, "ring", space.pes());
      SharedWords held = space.allocate(MemoryOptions.words("held", 1)).words();
      try (var _ = locks.lock(space.pe())) {
        held.fetchAdd(0, 1);
        while (held.read(0) < space.pes()) {
          Thread.onSpinWait();
        }
        locks.lock((space.pe() + 1) % space.pes()).close();
      }
    }
  },
  THROWS(Line.NONE, "PE 1 gives up") {
    @Override
    void run(GlobalAddressSpace space) {
      if (space.pe() == 1) {
        throw new IllegalStateException("PE 1 gives up");
      }
      space.barrier();
    }
  };

  /** Number of lines of the program in the message. */
  enum Line {
    NONE,
    ONE,
    TWO
  }

  record One() implements LongTask {
    @Override
    public long compute(TaskContext context) {
      return 1;
    }
  }

  /** A task of PE 0, the root, waits for what the program has started. */
  record Awaits() implements LongTask {
    private static volatile CollectiveRequest request;

    @Override
    public long compute(TaskContext context) {
      request.await();
      return 1;
    }
  }

  private static final Pattern LINE = Pattern.compile("Hang\\S*\\(Hang\\.java:\\d+\\)");

  private final Line lines;
  private final String told;

  /** The PE {@code waits} in {@code call} when another's program has returned. */
  Hang(int waits, String call) {
    this(
        ONE,
        "PE \\d has left: its program has returned; PE %d waits in %s at ".formatted(waits, call));
  }

  Hang(Line lines, String told) {
    this.lines = lines;
    this.told = told;
  }

  /** The program of a PE. */
  abstract void run(GlobalAddressSpace space);

  /** Fails unless {@code message} tells of it, with as many lines of this file as there are. */
  void requireTold(String message) {
    assertThat(message).containsPattern(told);
    assertThat(LINE.matcher(message).results().count())
        .as(message)
        .isGreaterThanOrEqualTo(lines.ordinal());
  }

  private static Path folder() {
    try {
      return Files.createDirectories(Path.of("target", "hang"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
