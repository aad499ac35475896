package org.temoto.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Contenders that have nothing to do with each other, each on a thread of its own, all at the same
 * time: how much they slow each other down is what the machine cannot give to several workers. A
 * round takes what its copies take on average.
 */
final class Copies implements Contender {
  private final List<? extends Contender> copies;
  private final ExecutorService threads;
  private final List<Double> overlaps = new ArrayList<>();

  /** When a copy ran, with its preparation and its check, and what it says it took. */
  record Lap(long beginNanos, long endNanos, double seconds) {}

  /** Copies that share no state; closed with this. */
  Copies(List<? extends Contender> copies) {
    this.copies = List.copyOf(copies);
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
    CyclicBarrier start = new CyclicBarrier(copies.size());
    List<Future<Lap>> running = new ArrayList<>();
    for (Contender copy : copies) {
      running.add(threads.submit(lap(copy, start)));
    }
    List<Lap> laps = running.stream().map(Copies::result).toList();
    overlaps.add(overlap(laps));
    return laps.stream().mapToDouble(Lap::seconds).average().orElseThrow();
  }

  private static Callable<Lap> lap(Contender copy, CyclicBarrier start) {
    return () -> {
      start.await();
      long begin = System.nanoTime();
      double seconds = copy.round();
      return new Lap(begin, System.nanoTime(), seconds);
    };
  }

  private static Lap result(Future<Lap> lap) {
    try {
      return lap.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof BrokenBarrierException broken) {
        throw new IllegalStateException("the copies could not start together", broken);
      }
      throw e.getCause() instanceof RuntimeException failure
          ? failure
          : new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while copies run", e);
    }
  }

  /** The share of the time from the first begin to the last end in which all copies ran. */
  static double overlap(List<Lap> laps) {
    long origin = laps.getFirst().beginNanos(); // nanoTime may overflow between two readings
    long first = Long.MAX_VALUE;
    long last = Long.MIN_VALUE;
    long allFrom = Long.MIN_VALUE;
    long allTo = Long.MAX_VALUE;
    for (Lap lap : laps) {
      first = Math.min(first, lap.beginNanos() - origin);
      allFrom = Math.max(allFrom, lap.beginNanos() - origin);
      allTo = Math.min(allTo, lap.endNanos() - origin);
      last = Math.max(last, lap.endNanos() - origin);
    }
    return Math.max(0, allTo - allFrom) / (double) (last - first);
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
