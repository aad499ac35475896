package org.temoto.bench;

/** One of several ways to do the same work, whose times are taken in turns. */
interface Contender extends AutoCloseable {
  String name();

  /**
   * Prepares fresh data, does the work once, and checks the result.
   *
   * @return seconds that the work alone took
   */
  double round();

  @Override
  default void close() {}
}
