package org.temoto.gas.spi;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.temoto.gas.GasException;

/**
 * Record of the collective calls of one PE's program: PEs that meet in a barrier compare theirs, so
 * that a job whose PEs call different things fails instead of waiting for ever. Written by the
 * program's strand, read by any thread.
 */
public final class ProgramCalls implements AutoCloseable {
  /** Calls that are made inside a call belong to that. */
  private int depth;

  // Volatile, all of them: seen by the thread that tells others of this PE, in no particular order.

  private volatile ProgramCall call = ProgramCall.NONE;
  private volatile long barriers;
  private volatile long collectives;

  /** The thread of the program; null before it begins. */
  private volatile Thread program;

  /** {@link #stay}; null before. */
  private volatile Whereabouts stayed;

  /** {@link #asks}; read by any thread. */
  private final List<Supplier<List<String>>> asked = new CopyOnWriteArrayList<>();

  /** The calling thread runs the program. */
  public void begin() {
    program = Thread.currentThread();
  }

  /** The program begins {@code entered}, until {@link #close}; it may be inside another call. */
  public ProgramCalls enter(ProgramCall entered) {
    if (depth++ == 0) {
      call = entered;
    }
    return this;
  }

  /** The call that was entered last has ended. */
  @Override
  public void close() {
    if (--depth == 0) {
      call = ProgramCall.NONE;
    }
  }

  public ProgramCall call() {
    return call;
  }

  /** The program comes to a barrier; by the transport. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // one strand writes
  public void meets() {
    barriers++;
  }

  /** The program issues a collective; returns how many it has issued before. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // one strand writes
  public long issues() {
    return collectives++;
  }

  /** Has {@code tasks} say, too, what workers of this PE are at, by whichever thread asks. */
  public void asks(Supplier<List<String>> tasks) {
    asked.add(tasks);
  }

  /** Has {@code tasks} not be asked any more. */
  public void asksNoMore(Supplier<List<String>> tasks) {
    asked.remove(tasks);
  }

  /** Has others learn from now on what this PE is at now, though it is about to fail of it. */
  public Whereabouts stay() {
    Whereabouts now = whereabouts();
    stayed = now;
    return now;
  }

  /** By any thread. */
  public Whereabouts whereabouts() {
    Whereabouts last = stayed;
    if (last != null) {
      return last;
    }
    Thread thread = program;
    String line = thread == null ? ProgramLines.UNKNOWN : ProgramLines.of(thread);
    List<String> tasks = asked.stream().flatMap(each -> each.get().stream()).toList();
    return new Whereabouts(call, line, barriers, collectives, tasks);
  }

  /**
   * Failure of two PEs that wait for each other in different calls, or of which one has left.
   *
   * @param here what the PE {@code pe} calls
   * @param there what {@code other} calls
   */
  public static GasException disagreement(int pe, Whereabouts here, int other, Whereabouts there) {
    String rule = ": every PE must make the same collective calls in the same order";
    if (there.call() == ProgramCall.END) {
      return new GasException(
          "PE %s has left: its program has returned; PE %s waits in %s%s"
              .formatted(other, pe, here.place(), rule));
    }
    if (here.call() == ProgramCall.END) {
      return disagreement(other, there, pe, here);
    }
    return new GasException(
        "PE %s waits in %s, PE %s in %s%s".formatted(pe, here.place(), other, there.place(), rule));
  }
}
