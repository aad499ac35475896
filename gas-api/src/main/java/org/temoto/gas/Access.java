package org.temoto.gas;

/** Mode of a localize: what its task does with the bytes. */
public enum Access {
  /** Loads only. Stores through such a view, and its commit, are refused. */
  READ,
  /** Every byte is stored before it is committed, so nothing is fetched. */
  WRITE,
  /** Loads and stores. */
  READ_WRITE;

  public boolean reads() {
    return this != WRITE;
  }

  public boolean writes() {
    return this != READ;
  }
}
