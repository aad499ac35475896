package org.temoto.gas;

/** Exception that says which PE made the job fail, where and why. */
public final class PeFailedException extends GasException {
  private static final long serialVersionUID = 1L;

  private final int pe;
  private final String host;
  private final boolean here;

  /**
   * @param reason empty where it stands beside the failure itself
   * @param here whether it is a PE of this process that failed
   */
  public PeFailedException(int pe, String host, String reason, boolean here) {
    super("PE " + pe + " on host " + host + " failed" + (reason.isEmpty() ? "" : ": " + reason));
    this.pe = pe;
    this.host = host;
    this.here = here;
  }

  /** The PE that failed. */
  public int pe() {
    return pe;
  }

  /** The name of its host. */
  public String host() {
    return host;
  }

  /** Tells whether that PE is in this process, which is then the one to report the failure. */
  public boolean isHere() {
    return here;
  }
}
