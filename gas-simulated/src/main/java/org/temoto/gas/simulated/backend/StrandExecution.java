package org.temoto.gas.simulated.backend;

import java.util.List;
import java.util.function.Consumer;
import org.temoto.gas.spi.Clock;
import org.temoto.gas.spi.Prefaulter;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.Strands;

/** Strategy by which the strands of a simulated cluster run and wait. */
interface StrandExecution {
  /** Kind of an operation that the network's model times. */
  enum TimedCall {
    /** Does nothing before it arrives: a strand that only posts learns nothing of others. */
    POST,
    /** Waits, or delivers what is pending. */
    ACT
  }

  Clock clock();

  /** The present moment, for the simulation itself: asking takes no time. */
  default long moment() {
    return clock().now();
  }

  Strands strands(SimulatedPe pe);

  /** {@link ProcessingElement#prefaulter}. */
  default Prefaulter prefaulter() {
    return null;
  }

  /** A strand of {@code pe} begins an operation of the transport. */
  void operation(SimulatedPe pe);

  /**
   * A strand of {@code pe} begins an operation that the network's model times: until {@link
   * #computes}, what it does is the network's work. False if the operation begins as any other.
   */
  default boolean beginTimed(
      @SuppressWarnings("unused") SimulatedPe pe, @SuppressWarnings("unused") TimedCall call) {
    return false;
  }

  /** Begins the program's work again, after the simulation's own, for the calling strand. */
  default void computes() {}

  /** {@code channel} has something to deliver, the first of it at {@code moment}. */
  void delivers(SimulatedChannel channel, long moment);

  /** Returns at {@code moment} of the clock. */
  void until(SimulatedPe pe, long moment);

  /** As {@link #until}: then the calling strand's operation acts on another PE's memory. */
  default void untilThere(SimulatedPe pe, long moment) {
    until(pe, moment);
  }

  /** Returns when every PE has come. */
  void barrier(SimulatedPe pe);

  /**
   * Runs {@code program} on each of {@code pes}; returns when all strands have ended, or some time
   * after the job has failed.
   *
   * @return whether no strand goes on, which may use the job's memory
   */
  boolean run(List<SimulatedPe> pes, Consumer<ProcessingElement> program);

  /** Returns when the strands have ended that went on after {@link #run}. */
  void awaitStrands();
}
