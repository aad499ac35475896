package org.temoto.bench;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalRange;
import org.temoto.gas.spi.RuntimeSupport;
import org.temoto.task.Action;
import org.temoto.task.RuntimeOptions;
import org.temoto.task.TaskContext;
import org.temoto.task.marshal.Marshaller;
import org.temoto.task.steal.SlotLayout;

/** Nanoseconds to write a task of usual size to a slot, as an offer does, and to make it again. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class MarshalBenchmark {
  /** Task with a range where it works, and a number. */
  record Piece(GlobalRange range, long number) implements Action {
    @Override
    public void compute(TaskContext context) {}
  }

  private Marshaller marshaller;
  private MemorySegment slot;
  private Piece piece;
  private int length;

  @Setup
  public void open() {
    GasOptions options = GasOptions.DEFAULT.withBackend("simulated").withPes(1).withWorkers(1);
    try (OpenJob job = new OpenJob(options, RuntimeOptions.DEFAULT)) {
      job.call((space, _) -> {
        GlobalRange range = space.allocate("of tasks", space.options().pageSize()).whole();
        marshaller =
            new Marshaller(
                RuntimeSupport.of(space)::memory, MarshalBenchmark.class.getClassLoader(), 1 << 20);
        piece = new Piece(range, 1);
        return null;
      });
    }
    slot = Arena.ofAuto().allocate(SlotLayout.BYTES);
    length = write();
  }

  @Benchmark
  public int write() {
    return marshaller.write(piece, slot, SlotLayout.PAYLOAD, SlotLayout.CAPACITY);
  }

  @Benchmark
  public Object read() {
    return marshaller.read(slot, SlotLayout.PAYLOAD, length);
  }
}
