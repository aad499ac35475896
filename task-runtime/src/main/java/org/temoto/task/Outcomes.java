package org.temoto.task;

import java.lang.foreign.MemorySegment;
import org.temoto.gas.GasException;
import org.temoto.gas.RefusedException;
import org.temoto.task.marshal.Marshaller;

/** Methods that write and read as bytes how a task ended. */
final class Outcomes {
  /**
   * Record of what was written: {@code length} bytes of a failure, or of a result if it is null.
   */
  record Written(int length, Throwable failure) {
    /** Null, which takes no bytes. */
    static final Written NOTHING = new Written(0, null);

    boolean failed() {
      return failure != null;
    }
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
    Throwable failure;
    if (task.completion() != Frame.RETURNED) {
      failure = ((TaskFailure) task.outcome).thrown();
    } else {
      try {
        int length = marshaller.write(task.outcome, frame, offset, capacity);
        if (length >= 0) {
          return new Written(length, null);
        }
        failure = tooLarge(runtime, "the result of task " + task.name(), length);
      } catch (GasException e) {
        String refused = "the result of task " + task.name() + " cannot be marshalled: ";
        failure = new RefusedException(refused + e.getMessage(), e);
      }
    }
    int length = marshaller.writeFailure(failure, frame, offset, capacity);
    if (length < 0) {
      String what = "a failure, " + reason(failure) + ",";
      failure = tooLarge(runtime, what, length);
      length = marshaller.writeFailure(failure, frame, offset, capacity);
    }
    return new Written(length, failure);
  }

  /** The class of what {@code failure} tells of. */
  static String reason(Throwable failure) {
    Throwable reason = failure instanceof TaskException passing ? passing.reason() : failure;
    return (reason == null ? failure : reason).getClass().getName();
  }

  private static GasException tooLarge(PeRuntime runtime, String what, int complement) {
    return runtime.layout.tooLarge(what, ~complement, runtime.overflow.capacity());
  }
}
