package org.temoto.task.marshal;

/**
 * Stands for a failure of another PE that cannot itself be sent: its class, message, stack trace
 * and causes.
 */
public final class RemoteFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String className;

  private RemoteFailure(Throwable original, Throwable cause) {
    super(describe(original), cause);
    this.className = original.getClass().getName();
    setStackTrace(original.getStackTrace());
  }

  /** A stand-in for {@code original}, its causes and what it suppressed. */
  static RemoteFailure of(Throwable original) {
    return of(original, 0);
  }

  private static RemoteFailure of(Throwable original, int depth) {
    final int enough = 50; // causes may form a ring
    Throwable cause =
        original.getCause() == null || depth >= enough ? null : of(original.getCause(), depth + 1);
    RemoteFailure failure = new RemoteFailure(original, cause);
    if (depth < enough) {
      for (Throwable each : original.getSuppressed()) {
        failure.addSuppressed(of(each, enough));
      }
    }
    return failure;
  }

  /** What a failure says of itself; its class, if it throws when asked. */
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
