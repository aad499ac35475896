package org.temoto.task.collective.engine;

/**
 * Bytes cut into parts of equal size, the last ones smaller or empty, each a whole number of units.
 *
 * @param bytes of all parts; a multiple of {@code unit}
 * @param count how many parts
 * @param unit bytes that stay together
 */
record BlockPartition(long bytes, int count, int unit) {
  long from(int block) {
    long units = bytes / unit;
    long each = (units + count - 1) / count;
    return Math.min(block * each, units) * unit;
  }

  long to(int block) {
    return from(block + 1);
  }
}
