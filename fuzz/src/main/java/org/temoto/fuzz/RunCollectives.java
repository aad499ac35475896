package org.temoto.fuzz;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.GlobalRange;
import org.temoto.gas.LocalView;
import org.temoto.task.TaskRuntime;
import org.temoto.task.collective.CollectiveException;
import org.temoto.task.collective.CollectiveRequest;
import org.temoto.task.collective.Collectives;

/** Run of the collectives of a phase by the program of one PE. */
final class RunCollectives {
  private static final byte JUNK = 0x5A;

  private final CaseRun of;
  private final Layout layout;
  private final int pe;
  private final int pes;
  private final List<Part> beside = new ArrayList<>();

  RunCollectives(CaseRun of, GlobalAddressSpace space, List<GlobalMemory> memories) {
    this.of = of;
    layout = new Layout(of.program(), memories);
    pe = space.pe();
    pes = space.pes();
  }

  /** Issues {@code all}, and awaits those that are not to be under way beside the run. */
  void run(List<Collective> all, TaskRuntime runtime) {
    if (all.isEmpty()) {
      return;
    }
    Collectives collectives = runtime.collectives(of.cluster().collectives());
    List<Part> before = new ArrayList<>();
    for (Collective each : all) {
      Part part = new Part(each);
      part.start(collectives.with(each.algorithm()).withChunkBytes(each.chunk()));
      (each.isBeside() ? beside : before).add(part);
    }
    before.reversed().forEach(Part::finish);
  }

  /** Awaits the others, after the run. */
  void finish() {
    beside.forEach(Part::finish);
  }

  /** One collective. */
  private final class Part {
    private final Collective collective;
    private final Collective.Place place;
    private final int given;
    private final int filled;
    private MemorySegment from = MemorySegment.NULL;
    private MemorySegment to = MemorySegment.NULL;

    /** Null if the call has waited. */
    private CollectiveRequest request;

    private CollectiveException failure;

    Part(Collective collective) {
      this.collective = collective;
      place = collective.place(pe, pes, layout);
      given = collective.given(pe, pes);
      filled = collective.filled(pe, pes);
    }

    void start(Collectives collectives) {
      if (!place.isLocal()) {
        request = started(collectives, range(place.from(), given), range(place.to(), filled));
        return;
      }
      from = allocate(given, 0);
      for (int i = 0; i < given; i++) {
        from.set(JAVA_BYTE, i, collective.local(pe, i));
      }
      to = collective.reduces() && isInPlace() ? from : allocate(filled, 1);
      if (collective.when() == Collective.When.BLOCKING) {
        guarded(() -> call(collectives));
      } else {
        request = started(collectives);
      }
    }

    private boolean isInPlace() {
      return (collective.ident() + pe) % 3 == 0;
    }

    /** Native, or on the heap. */
    private MemorySegment allocate(int bytes, int which) {
      return (collective.ident() + pe + which) % 2 == 0
          ? MemorySegment.ofArray(new byte[bytes])
          : Arena.ofAuto().allocate(bytes, 1);
    }

    private GlobalRange range(Pieces at, int bytes) {
      return bytes == 0 ? null : layout.memory(at.lo(0)).range(layout.start(at.lo(0)), bytes);
    }

    private void call(Collectives collectives) {
      int root = collective.root(pes);
      Combining combining = collective.combining();
      switch (collective.operation()) {
        case BARRIER -> collectives.barrier();
        case BROADCAST -> collectives.broadcast(root, pe == root ? from : to);
        case REDUCE -> collectives.reduce(root, from, to, combining.type(), combining.operator());
        case ALLREDUCE -> collectives.allreduce(from, to, combining.type(), combining.operator());
        case GATHER -> collectives.gather(root, from, to);
        case ALLGATHER -> collectives.allgather(from, to);
        case SCATTER -> collectives.scatter(root, from, to);
        case ALL_TO_ALL -> collectives.allToAll(from, to);
      }
    }

    private CollectiveRequest started(Collectives collectives) {
      int root = collective.root(pes);
      Combining combining = collective.combining();
      return switch (collective.operation()) {
        case BARRIER -> collectives.startBarrier();
        case BROADCAST -> collectives.startBroadcast(root, pe == root ? from : to);
        case REDUCE ->
            collectives.startReduce(root, from, to, combining.type(), combining.operator());
        case ALLREDUCE ->
            collectives.startAllreduce(from, to, combining.type(), combining.operator());
        case GATHER -> collectives.startGather(root, from, to);
        case ALLGATHER -> collectives.startAllgather(from, to);
        case SCATTER -> collectives.startScatter(root, from, to);
        case ALL_TO_ALL -> collectives.startAllToAll(from, to);
      };
    }

    private CollectiveRequest started(Collectives collectives, GlobalRange in, GlobalRange out) {
      int root = collective.root(pes);
      Combining combining = collective.combining();
      return switch (collective.operation()) {
        case BARRIER -> collectives.startBarrier();
        case BROADCAST -> collectives.startBroadcast(root, pe == root ? in : out);
        case REDUCE ->
            collectives.startReduce(root, in, out, combining.type(), combining.operator());
        case ALLREDUCE ->
            collectives.startAllreduce(in, out, combining.type(), combining.operator());
        case GATHER -> collectives.startGather(root, in, out);
        case ALLGATHER -> collectives.startAllgather(in, out);
        case SCATTER -> collectives.startScatter(root, in, out);
        case ALL_TO_ALL -> collectives.startAllToAll(in, out);
      };
    }

    void finish() {
      if (request != null) {
        guarded(request::await);
      }
      if (collective.fails(pes) && failure == null) {
        throw found("has not failed, and an operator has thrown");
      }
      byte[] expected = of.expectation().output(collective, pe);
      if (expected != null && filled > 0) {
        if (place.isLocal()) {
          compare(to, expected);
        } else {
          try (LocalView view = range(place.to(), filled).localize(Access.READ)) {
            compare(view.segment(), expected);
          }
        }
      }
      from.fill(JUNK); // it belongs to the program again
    }

    private void guarded(Runnable step) {
      try {
        step.run();
      } catch (CollectiveException thrown) {
        if (!collective.fails(pes)) {
          throw thrown;
        }
        failure = thrown;
      }
    }

    private void compare(MemorySegment seen, byte[] expected) {
      long at = MemorySegment.ofArray(expected).mismatch(seen);
      if (at >= 0) {
        throw found(
            "byte %d of %d is %d, must be %d"
                .formatted(at, expected.length, seen.get(JAVA_BYTE, at), expected[(int) at]));
      }
    }

    private Divergence.Found found(String what) {
      String message =
          "PE %d: %s of %d bytes by %s: %s"
              .formatted(
                  pe, collective.operation(), collective.bytes(), collective.algorithm(), what);
      return of.found(new Divergence.Found(Divergence.Kind.COLLECTIVE, message));
    }
  }
}
