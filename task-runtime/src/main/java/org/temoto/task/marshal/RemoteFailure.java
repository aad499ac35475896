package org.temoto.task.marshal;

import java.util.List;
import java.util.Objects;
import org.temoto.gas.spi.Causes;

/**
 * Substitute for a failure of another PE that cannot itself be sent, or for one that throws when it
 * is asked what it is: its class, message, stack trace and causes, as far as it tells them.
 */
public final class RemoteFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String className;

  private RemoteFailure(Throwable original, Throwable cause) {
    super(describe(original), cause);
    this.className = original.getClass().getName();
    setStackTrace(stackTrace(original));
  }

  /** A stand-in for {@code original}, its causes and what it suppressed. */
  static RemoteFailure of(Throwable original) {
    return of(original, 0);
  }

  /** A stand-in for {@code original} alone, with what is inside it as it is given. */
  static RemoteFailure of(Throwable original, Throwable cause, List<Throwable> suppressed) {
    RemoteFailure failure = new RemoteFailure(original, cause);
    suppressed.forEach(failure::addSuppressed);
    return failure;
  }

  private static RemoteFailure of(Throwable original, int depth) {
    final int enough = 50; // causes may form a ring
    Throwable next = depth < enough ? Causes.next(original) : null;
    Throwable cause = next == null ? null : of(next, depth + 1);
    RemoteFailure failure = new RemoteFailure(original, cause);
    if (depth < enough) {
      for (Throwable each : original.getSuppressed()) {
        failure.addSuppressed(of(each, enough));
      }
    }
    return failure;
  }

  /**
   * {@code thrown}, or what stands for it where it, or one of its causes, throws when it is asked
   * for its message, its stack trace or its cause: what a program has thrown may be of any class.
   */
  public static Throwable sound(Throwable thrown) {
    try {
      Throwable each = thrown;
      for (int depth = 0; each != null && depth < Causes.MOST; depth++) {
        Objects.requireNonNull(each.toString());
        Objects.requireNonNull(each.getStackTrace());
        each = each.getCause();
      }
      return thrown;
    } catch (VirtualMachineError e) {
      throw e;
    } catch (Throwable e) {
      return of(thrown);
    }
  }

  private static StackTraceElement[] stackTrace(Throwable failure) {
    try {
      return Objects.requireNonNull(failure.getStackTrace());
    } catch (VirtualMachineError e) {
      throw e;
    } catch (Throwable e) {
      return new StackTraceElement[0];
    }
  }

  /** Text of a failure about itself; its class, if it throws when asked. */
  public static String describe(Throwable failure) {
    try {
      return failure.toString();
    } catch (VirtualMachineError e) {
      throw e;
    } catch (Throwable e) {
      return failure.getClass().getName() + ", whose message throws " + e.getClass().getName();
    }
  }

  /** The class of the original. */
  public String className() {
    return className;
  }
}
