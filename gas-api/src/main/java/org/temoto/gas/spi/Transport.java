package org.temoto.gas.spi;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Optional;

/**
 * One-sided communication between PEs after OpenSHMEM 1.4. Ordering is OpenSHMEM's weak one:
 * nothing is ordered without {@link Channel#fence()} or {@link Channel#quiet()}.
 */
public interface Transport {
  /**
   * Opens a stream of operations with an ordering of its own (an OpenSHMEM context). One per worker
   * is the intended number.
   */
  Channel openChannel();

  /**
   * Waits until every PE has called it. Completes all operations of all channels of every PE first
   * (OpenSHMEM's own barrier covers the default context only). Called by one strand of a PE at a
   * time. Fails the job if PEs meet in different {@link ProcessingElement#calls}.
   */
  void barrier();

  /**
   * The heap of {@code pe} itself where loads and stores reach it: own memory, or a PE on the same
   * host. For bytes only, never for words that are changed by atomics.
   */
  Optional<MemorySegment> direct(int pe);

  /**
   * Tells whether a PE is known to be on this PE's host, so that to reach it costs less than to
   * reach others.
   */
  default boolean isNear(int pe) {
    return false;
  }

  /**
   * The number of bytes more that a transfer may have before two transfers would have been faster;
   * 0 if that is not known.
   */
  default long bytesPerOperation() {
    return 0;
  }

  /**
   * About how many bytes can be had of {@code pe} within the latency of a get, 0 or more; looked up
   * per page, by any thread.
   */
  long bytesPerLatency(int pe);

  /** Tells whether those of {@link Channel#atomics} are under way at the same time. */
  default boolean overlapsAtomics() {
    return false;
  }

  /**
   * The number of bytes that channels of this PE have moved by loads and stores instead of
   * messages.
   */
  default long bytesDirect() {
    return 0;
  }

  /** Tells whether a get completes while its target computes, as measured at start. */
  boolean isOneSided();

  /** Calls that made the communication library of this PE answer others, so far. */
  default long progressCalls() {
    return 0;
  }

  /**
   * Traffic between this PE and each other so far, if the transport counts it. May be called at any
   * time; what other strands issue meanwhile may be missing.
   */
  default Optional<Traffic> traffic() {
    return Optional.empty();
  }

  /** Properties of this transport, for people: names and values, in the order to be read. */
  default Map<String, String> description() {
    return Map.of();
  }

  /** Gives the communication library a chance to serve others; cheap, never blocks. */
  void progress();
}
