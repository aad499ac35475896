package org.temoto.gas.spi;

/** A collective call of a program, which all PEs make in the same order. */
public enum ProgramCall {
  /** It computes, or has not begun. */
  NONE("its own code"),
  /** It has returned, and waits for the others to do so. */
  END("the end of its program"),
  BARRIER("barrier"),
  SUM("sum"),
  BROADCAST("broadcast"),
  ALLOCATE("allocate"),
  CREATE_LOCKS("GlobalLocks.create"),
  CREATE_SEMAPHORE("GlobalSemaphore.create"),
  CREATE_HIGHEST("GlobalBest.highest"),
  CREATE_LOWEST("GlobalBest.lowest"),
  FREE("close of a memory"),
  CLEAR("clear of a heap"),
  SEAL("seal of a memory"),
  SAVE("save"),
  LOAD("load"),
  CHECKPOINT("checkpoint"),
  RESTORE("restore"),
  TOTAL_STATISTICS("totalStatistics"),
  TOTAL_ACTIVITY("totalActivity"),
  START_RUNTIME("TaskRuntime.start"),
  RUN("TaskRuntime.run"),
  OPEN_COLLECTIVES("collectives"),
  CLOSE_RUNTIME("close of the task runtime"),
  AWAIT("a collective");

  private static final ProgramCall[] ALL = values();

  private final String text;

  ProgramCall(String text) {
    this.text = text;
  }

  /** The call with this {@link #ordinal()}. */
  public static ProgramCall of(int ordinal) {
    return ALL[ordinal];
  }

  /** As messages name it. */
  public String text() {
    return text;
  }
}
