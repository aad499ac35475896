package org.temoto.lab.evaluate;

import java.util.List;

/**
 * One of the two programs of Ikegami and Taura's evaluation.
 *
 * @param label for people
 * @param size for people
 * @param speedUpFigure the figure with its speed-ups
 * @param timeFigure the figure with its times on the most workers
 * @param command what runs it
 * @param always its size and pages
 * @param localized the method of the paper: localize and commit
 * @param tuned the method that is faster where it can be
 */
public record Program(
    String label,
    String size,
    int speedUpFigure,
    int timeFigure,
    List<String> command,
    List<String> always,
    Method localized,
    Method tuned) {
  /** Cilksort of 32-bit keys on pages of 2^18 bytes, as in the paper. */
  public static Program cilksort(long keys) {
    return new Program(
        "cilksort",
        keys + " keys",
        5,
        7,
        List.of("sort"),
        List.of("--generate=" + keys, "--page-size=256KiB"),
        Method.localized("cilksort", "two sorted runs are merged at a time"),
        Method.tuned(
            "multiway",
            "all sorted runs are merged at once",
            "localizeAsync, localize, read, commit"));
  }

  /** The product of square matrices on pages of 2^14 bytes, as in the paper. */
  public static Program matmul(long side) {
    return new Program(
        "matmul",
        side + " x " + side,
        6,
        8,
        List.of("matmul"),
        List.of("--generate=" + side, "--page-size=16KiB"),
        Method.localized("recursive", "the largest dimension is halved"),
        Method.tuned(
            "chunked",
            "a task computes a tile of the product, chunk by chunk",
            "localizeAsync, localize, commit"));
  }
}
