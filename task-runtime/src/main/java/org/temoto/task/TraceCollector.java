package org.temoto.task;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.temoto.gas.spi.Channel;
import org.temoto.task.join.OverflowArena;
import org.temoto.task.join.OverflowLayout;
import org.temoto.task.trace.Trace;

/**
 * Collector that brings what the workers of all PEs have recorded to PE 0, piece by piece through
 * the area for overflow buffers, in which nothing is needed between two runs. Used by the main
 * strand.
 */
final class TraceCollector {
  /** A piece takes this part of the overflow area, where the result of a run may still be. */
  private static final int SHARE = 4;

  private final PeRuntime runtime;
  private final Channel channel;

  /** This PE's clock beside PE 0's. */
  private ClockComparison clock = ClockComparison.NONE;

  TraceCollector(PeRuntime runtime, Channel channel) {
    this.runtime = runtime;
    this.channel = channel;
  }

  /** Finds out how the clocks of the PEs differ. Collective. */
  void compareClocks() {
    clock = ClockComparison.of(runtime.space, runtime.element);
  }

  /** The records of all workers, on PE 0. Collective. */
  Optional<Trace> collect() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment own = pack(arena);
      long[] sizes = everyones(own.byteSize());
      long error = Arrays.stream(everyones(clock.errorNanos())).max().orElse(0);
      long piece = Math.min(Arrays.stream(sizes).max().orElse(0), pieceLimit());
      long buffer = runtime.rank == 0 ? OverflowArena.NONE : runtime.awaitRoom(piece, channel);
      long[] buffers = everyones(buffer);
      List<MemorySegment> received = runtime.rank == 0 ? receivers(sizes) : List.of();
      long longest = Arrays.stream(sizes).skip(1).max().orElse(0);
      for (long from = 0; from < longest; from += piece) {
        long length = Math.min(piece, own.byteSize() - from);
        if (runtime.rank != 0 && length > 0) {
          long at = buffer + OverflowLayout.PAYLOAD;
          MemorySegment.copy(own, from, runtime.heap, at, length);
        }
        runtime.space.barrier();
        for (int pe = 1; pe < received.size(); pe++) {
          long left = Math.min(piece, sizes[pe] - from);
          if (left > 0) {
            channel.get(pe, buffers[pe] + OverflowLayout.PAYLOAD, received.get(pe), from, left);
          }
        }
        runtime.space.barrier();
      }
      if (runtime.rank != 0) {
        runtime.overflow.release(buffer);
        return Optional.empty();
      }
      received.getFirst().copyFrom(own);
      return Optional.of(new Trace(workers(received), error));
    }
  }

  private MemorySegment pack(Arena arena) {
    return TraceBytes.pack(
        Arrays.stream(runtime.workers).map(worker -> worker.times.trace()).toList(),
        clock.aheadNanos(),
        arena);
  }

  private long pieceLimit() {
    return runtime.overflow.capacity() / SHARE & -Long.BYTES;
  }

  /** Every PE's {@code value}. */
  private long[] everyones(long value) {
    long[] values = new long[runtime.pes];
    values[runtime.rank] = value;
    return runtime.space.sum(values);
  }

  private static List<MemorySegment> receivers(long[] sizes) {
    Arena forever = Arena.ofAuto(); // as long as the trace
    List<MemorySegment> segments = new ArrayList<>();
    for (long size : sizes) {
      segments.add(forever.allocate(size, Long.BYTES));
    }
    return segments;
  }

  private static List<Trace.OfWorker> workers(List<MemorySegment> received) {
    List<Trace.OfWorker> workers = new ArrayList<>();
    for (int pe = 0; pe < received.size(); pe++) {
      workers.addAll(TraceBytes.unpack(pe, received.get(pe)));
    }
    return workers;
  }
}
