package org.temoto.task;

import java.lang.foreign.MemorySegment;
import org.temoto.gas.GasException;
import org.temoto.gas.RefusedException;
import org.temoto.task.marshal.Marshaller;

/** Methods that write and read as bytes how a task ended. */
final class Outcomes {
  /** Record of what was written: {@code length} bytes of a failure or of a result. */
  record Written(int length, boolean failed) {
    /** Null, which takes no bytes. */
    static final Written NOTHING = new Written(0, false);
  }

  private Outcomes() {}

  /**
   * Writes the outcome of {@code task} as {@link Marshaller#write} does. A result that cannot be
   * marshalled, or is too large for any buffer, becomes a failure that says so.
   */
  static Written write(
      PeRuntime runtime,
      Marshaller marshaller,
      Frame task,
      MemorySegment frame,
      long offset,
      int capacity) {
    if (task.completion() != Frame.RETURNED) {
      return writeFailure(
          runtime, marshaller, ((TaskFailure) task.outcome).thrown(), frame, offset, capacity);
    }
    String what = "the result of task " + task.name();
    GasException refusal;
    try {
      int length = marshaller.write(task.outcome, frame, offset, capacity);
      if (length >= 0) {
        return new Written(length, false);
      }
      refusal = runtime.layout.tooLarge(what, ~length, runtime.overflow.capacity());
    } catch (GasException e) {
      refusal = new RefusedException(what + " cannot be marshalled: " + e.getMessage(), e);
    }
    return writeFailure(runtime, marshaller, refusal, frame, offset, capacity);
  }

  private static Written writeFailure(
      PeRuntime runtime,
      Marshaller marshaller,
      Throwable failure,
      MemorySegment frame,
      long offset,
      int capacity) {
    int length = marshaller.writeFailure(failure, frame, offset, capacity);
    if (length < 0) {
      GasException refusal =
          runtime.layout.tooLarge(
              "a failure, " + failure.getClass().getName() + ",",
              ~length,
              runtime.overflow.capacity());
      length = marshaller.writeFailure(refusal, frame, offset, capacity);
    }
    return new Written(length, true);
  }
}
