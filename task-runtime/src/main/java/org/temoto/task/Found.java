package org.temoto.task;

/** End of a task that has found what a search above it looks for. */
final class Found extends RuntimeException {
  private static final long serialVersionUID = 1L;

  final long value;

  Found(long value) {
    super("found " + value + ", and nothing above searches", null, false, false);
    this.value = value;
  }
}
