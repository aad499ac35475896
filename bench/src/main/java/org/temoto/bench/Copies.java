package org.temoto.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.temoto.apps.report.StartLine;

/**
 * Contender that runs others, which have nothing to do with each other, at the same time, each on a
 * thread of its own: how much they slow each other down is what the machine cannot give to several
 * workers. Their preparations may take different times, but the timed part begins in all of them at
 * the same moment. A round takes what its copies take on average.
 */
final class Copies implements Contender {
  private final List<? extends Contender> copies;
  private final Runnable rest;
  private final ExecutorService threads;
  private final List<Double> overlaps = new ArrayList<>();

  /** Copies that share no state; closed with this. */
  Copies(List<? extends Contender> copies) {
    this(copies, () -> {});
  }

  /**
   * @param rest what each PE of each copy waits for before what is timed begins
   */
  Copies(List<? extends Contender> copies, Runnable rest) {
    this.copies = List.copyOf(copies);
    this.rest = rest;
    threads = Executors.newFixedThreadPool(copies.size());
  }

  @Override
  public String name() {
    return copies.size() + " at once";
  }

  int count() {
    return copies.size();
  }

  @Override
  public double round() {
    try (StartLine line = StartLine.open(copies.size(), rest)) {
      List<Callable<Double>> rounds = new ArrayList<>();
      for (Contender copy : copies) {
        rounds.add(() -> line.run(copy::round));
      }
      double[] seconds = all(rounds).stream().mapToDouble(Copies::result).toArray();
      overlaps.add(shareOfAll(seconds));
      return Arrays.stream(seconds).average().orElseThrow();
    }
  }

  /** Runs all, and returns when all have ended, also those beside one that failed. */
  private List<Future<Double>> all(List<Callable<Double>> rounds) {
    try {
      return threads.invokeAll(rounds);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while copies run", e);
    }
  }

  private static double result(Future<Double> ended) {
    if (ended.state() == Future.State.SUCCESS) {
      return ended.resultNow();
    }
    throw ended.exceptionNow() instanceof RuntimeException failure
        ? failure
        : new IllegalStateException(ended.exceptionNow());
  }

  /** The share of the longest time in which all of them ran that began together. */
  static double shareOfAll(double... seconds) {
    return Arrays.stream(seconds).min().orElseThrow() / Arrays.stream(seconds).max().orElseThrow();
  }

  /** The median overlap of the last {@code rounds} rounds. */
  double overlap(int rounds) {
    List<Double> last = overlaps.subList(overlaps.size() - rounds, overlaps.size());
    return Samples.of("overlap", last, share -> share).median();
  }

  @Override
  public void close() {
    threads.close();
    copies.forEach(Contender::close);
  }
}
