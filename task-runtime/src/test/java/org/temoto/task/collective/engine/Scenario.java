package org.temoto.task.collective.engine;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.temoto.task.collective.CollectiveRequest;
import org.temoto.task.collective.Collectives;
import org.temoto.task.collective.Collectives.Algorithm;
import org.temoto.task.collective.Datatype;
import org.temoto.task.collective.Operator;

/** A collective by one algorithm, with bytes that follow from PE and place, and what comes out. */
record Scenario(
    CollectiveOperation operation,
    Algorithm algorithm,
    int root,
    Datatype type,
    Operator operator) {

  /** Operator that composes functions x -> ax + b on bytes; associative, and does not commute. */
  static final Operator AFFINE = Operator.of("AFFINE", Scenario::compose);

  private static void compose(MemorySegment accumulated, MemorySegment operand, long elements) {
    for (long i = 0; i < elements; i++) {
      int first = accumulated.get(ValueLayout.JAVA_INT_UNALIGNED, 4 * i);
      int second = operand.get(ValueLayout.JAVA_INT_UNALIGNED, 4 * i);
      int a = (first >>> 16) * (second >>> 16) & 0xffff;
      int b = (second >>> 16) * (first & 0xffff) + (second & 0xffff) & 0xffff;
      accumulated.set(ValueLayout.JAVA_INT_UNALIGNED, 4 * i, a << 16 | b);
    }
  }

  /** Every collective by every algorithm, with roots and operators of all kinds. */
  static List<Scenario> all(int pes) {
    List<Scenario> all = new ArrayList<>();
    int turn = 0;
    for (CollectiveOperation operation : CollectiveOperation.values()) {
      List<Algorithm> algorithms = new ArrayList<>(operation.algorithms());
      algorithms.add(Algorithm.AUTO);
      for (Algorithm algorithm : algorithms) {
        int root = turn++ % pes;
        if (operation == CollectiveOperation.REDUCE || operation == CollectiveOperation.ALLREDUCE) {
          all.add(new Scenario(operation, algorithm, root, Datatype.INT64, Operator.SUM));
          all.add(new Scenario(operation, algorithm, root, Datatype.FLOAT64, Operator.MAX));
          all.add(new Scenario(operation, algorithm, root, Datatype.BYTES, Operator.XOR));
          if (algorithm != Algorithm.RING) {
            all.add(new Scenario(operation, algorithm, root, Datatype.INT32, AFFINE));
          }
        } else {
          all.add(new Scenario(operation, algorithm, root, null, null));
        }
      }
    }
    return all;
  }

  void run(Collectives collectives, long bytes) {
    start(collectives, bytes).finish();
  }

  /** A collective that has been started; {@link #finish} looks at what came out. */
  record Running(
      Scenario scenario, CollectiveRequest request, byte[] expected, MemorySegment found, int pe) {
    void finish() {
      request.await();
      if (expected != null && MemorySegment.ofArray(expected).mismatch(found) >= 0) {
        throw new AssertionError(
            scenario
                + " of "
                + expected.length
                + " bytes on PE "
                + pe
                + ": differs at byte "
                + MemorySegment.ofArray(expected).mismatch(found));
      }
    }
  }

  /** {@code size} is rounded to whole elements. */
  Running start(Collectives plain, long size) {
    Collectives collectives = plain.with(algorithm);
    int pes = ((LocalCollectives) collectives).pes;
    int rank = ((LocalCollectives) collectives).rank;
    int unit = type == null ? 1 : type.bytes();
    int bytes = (int) (size / unit * unit);
    boolean here = rank == root;
    return switch (operation) {
      case BARRIER -> running(collectives.startBarrier(), null, null, rank);
      case BROADCAST -> {
        MemorySegment data = here ? memory(given(rank, bytes)) : empty(bytes);
        yield running(collectives.startBroadcast(root, data), given(root, bytes), data, rank);
      }
      case REDUCE -> {
        MemorySegment from = memory(given(rank, bytes));
        MemorySegment to = rank % 2 == 0 ? from : empty(bytes);
        byte[] expected = here ? combined(pes, bytes) : given(rank, bytes);
        yield running(
            collectives.startReduce(root, from, to, type, operator),
            expected,
            here ? to : from,
            rank);
      }
      case ALLREDUCE -> {
        MemorySegment from = memory(given(rank, bytes));
        MemorySegment to = rank % 2 == 0 ? from : empty(bytes);
        yield running(
            collectives.startAllreduce(from, to, type, operator), combined(pes, bytes), to, rank);
      }
      case GATHER -> {
        MemorySegment to = here ? empty(bytes * pes) : MemorySegment.NULL;
        yield running(
            collectives.startGather(root, memory(given(rank, bytes)), to),
            here ? gathered(pes, bytes) : null,
            to,
            rank);
      }
      case ALLGATHER -> {
        MemorySegment to = empty(bytes * pes);
        yield running(
            collectives.startAllgather(memory(given(rank, bytes)), to),
            gathered(pes, bytes),
            to,
            rank);
      }
      case SCATTER -> {
        MemorySegment from = here ? memory(given(root, bytes * pes)) : MemorySegment.NULL;
        MemorySegment to = empty(bytes);
        byte[] expected = part(given(root, bytes * pes), rank, bytes);
        yield running(collectives.startScatter(root, from, to), expected, to, rank);
      }
      case ALL_TO_ALL -> {
        byte[] expected = new byte[bytes * pes];
        for (int pe = 0; pe < pes; pe++) {
          System.arraycopy(
              part(given(pe, bytes * pes), rank, bytes), 0, expected, pe * bytes, bytes);
        }
        MemorySegment to = empty(bytes * pes);
        yield running(
            collectives.startAllToAll(memory(given(rank, bytes * pes)), to), expected, to, rank);
      }
    };
  }

  private Running running(
      CollectiveRequest request, byte[] expected, MemorySegment found, int rank) {
    return new Running(this, request, expected, found, rank);
  }

  /** Native or on the heap, as it happens. */
  private MemorySegment memory(byte[] bytes) {
    return (bytes.length + algorithm.ordinal()) % 2 == 0
        ? MemorySegment.ofArray(bytes.clone())
        : Arena.ofAuto().allocate(bytes.length, 1).copyFrom(MemorySegment.ofArray(bytes));
  }

  private MemorySegment empty(int bytes) {
    return memory(new byte[bytes]);
  }

  /** Inputs and results that have been computed, for the next PE or algorithm. */
  private static final Map<List<Object>, byte[]> KNOWN = new ConcurrentHashMap<>();

  static void forget() {
    KNOWN.clear();
  }

  private static byte[] given(int pe, int bytes) {
    return KNOWN.computeIfAbsent(List.of(pe, bytes), _ -> make(pe, bytes));
  }

  private static byte[] make(int pe, int bytes) {
    byte[] given = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      given[i] = (byte) (i * 31 + (i >>> 8) * 17 + pe * 101 + 1);
    }
    return given;
  }

  private static byte[] part(byte[] all, int block, int bytes) {
    return Arrays.copyOfRange(all, block * bytes, (block + 1) * bytes);
  }

  private static byte[] gathered(int pes, int bytes) {
    List<Object> key = List.of("all", pes, bytes);
    byte[] known = KNOWN.get(key);
    if (known == null) {
      known = gather(pes, bytes);
      KNOWN.put(key, known);
    }
    return known;
  }

  private static byte[] gather(int pes, int bytes) {
    byte[] all = new byte[pes * bytes];
    for (int pe = 0; pe < pes; pe++) {
      System.arraycopy(given(pe, bytes), 0, all, pe * bytes, bytes);
    }
    return all;
  }

  /** Result by plain arithmetic, one PE after the other. */
  private byte[] combined(int pes, int bytes) {
    List<Object> key = List.of(type, operator, pes, bytes);
    byte[] known = KNOWN.get(key);
    if (known == null) {
      known = combine(pes, bytes);
      KNOWN.put(key, known);
    }
    return known;
  }

  private byte[] combine(int pes, int bytes) {
    MemorySegment sum = MemorySegment.ofArray(given(0, bytes).clone());
    for (int pe = 1; pe < pes; pe++) {
      MemorySegment next = MemorySegment.ofArray(given(pe, bytes));
      for (long at = 0; at < bytes; at += type.bytes()) {
        combine(sum, next, at);
      }
    }
    return sum.toArray(ValueLayout.JAVA_BYTE);
  }

  private void combine(MemorySegment sum, MemorySegment next, long at) {
    switch (type) {
      case INT64 ->
          sum.set(
              ValueLayout.JAVA_LONG_UNALIGNED,
              at,
              sum.get(ValueLayout.JAVA_LONG_UNALIGNED, at)
                  + next.get(ValueLayout.JAVA_LONG_UNALIGNED, at));
      case FLOAT64 ->
          sum.set(
              ValueLayout.JAVA_DOUBLE_UNALIGNED,
              at,
              Math.max(
                  sum.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at),
                  next.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at)));
      case BYTES ->
          sum.set(
              ValueLayout.JAVA_BYTE,
              at,
              (byte) (sum.get(ValueLayout.JAVA_BYTE, at) ^ next.get(ValueLayout.JAVA_BYTE, at)));
      case INT32 -> compose(sum.asSlice(at, 4), next.asSlice(at, 4), 1);
      case FLOAT32 -> throw new AssertionError();
    }
  }
}
