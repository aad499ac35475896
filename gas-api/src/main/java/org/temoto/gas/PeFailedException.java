package org.temoto.gas;

/** Says which PE made the job fail, where and why. */
public final class PeFailedException extends GasException {
  private static final long serialVersionUID = 1L;

  private final int pe;
  private final String host;

  public PeFailedException(int pe, String host, String reason) {
    super("PE " + pe + " on host " + host + " failed: " + reason);
    this.pe = pe;
    this.host = host;
  }

  /** The PE that failed. */
  public int pe() {
    return pe;
  }

  /** The name of its host. */
  public String host() {
    return host;
  }
}
