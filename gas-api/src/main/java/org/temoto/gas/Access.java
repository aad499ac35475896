package org.temoto.gas;

/** Mode of a localize: what its task does with the bytes. */
public enum Access {
  /** Loads only. Stores through such a view, and its commit, are refused. */
  READ(true, false),
  /** Every byte is stored before it is committed, so nothing is fetched. */
  WRITE(false, true),
  /** Loads and stores. */
  READ_WRITE(true, true);

  private final boolean reads;
  private final boolean writes;

  Access(boolean reads, boolean writes) {
    this.reads = reads;
    this.writes = writes;
  }

  public boolean reads() {
    return reads;
  }

  public boolean writes() {
    return writes;
  }
}
