package org.temoto.gas.spi;

/**
 * Listener that a strand tells how long it has waited for the memory of other PEs, and for what,
 * right afterwards. Times are the PE's clock's. An implementation must neither communicate nor
 * wait.
 */
public interface CommunicationListener {
  /**
   * Pages were validated, or fetched, for a view.
   *
   * @param bytes that came from other PEs; 0 if every copy was still good
   */
  void fetched(long start, long end, long bytes);

  /**
   * A release has completed commits.
   *
   * @param bytes that went to other PEs
   */
  void released(long start, long end, long bytes);
}
