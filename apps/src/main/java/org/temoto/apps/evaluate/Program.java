package org.temoto.apps.evaluate;

import java.util.List;

/**
 * One of P1's two programs.
 *
 * @param label for people
 * @param size for people
 * @param speedUpFigure the figure with its speed-ups
 * @param timeFigure the figure with its times on the most workers
 * @param command what runs it, with its size
 */
public record Program(
    String label,
    String size,
    int speedUpFigure,
    int timeFigure,
    List<String> command,
    List<String> always) {
  /** Cilksort of 32-bit keys on pages of 2^18 bytes, as in P1. */
  public static Program cilksort(long keys) {
    return new Program(
        "cilksort",
        keys + " keys",
        5,
        7,
        List.of("sort"),
        followed("--generate=" + keys, "--page-size=256KiB"));
  }

  /** The product of square matrices on pages of 2^14 bytes, as in P1. */
  public static Program matmul(long side) {
    return new Program(
        "matmul",
        side + " x " + side,
        6,
        8,
        List.of("matmul"),
        followed("--generate=" + side, "--page-size=16KiB"));
  }

  /** Pages follow their writers, and there is room for as many on a PE as it has from the start. */
  private static List<String> followed(String size, String pageSize) {
    return List.of(size, pageSize, "--ownership=last-writer", "--spare-frames=1");
  }
}
