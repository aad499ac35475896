package org.temoto.gas.spi;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import org.temoto.gas.GasOptions;
import org.temoto.gas.PeFailedException;

/**
 * Base class of tests that run one program on every PE of a backend. PEs share nothing but the
 * symmetric heap.
 */
public abstract class SpmdTest {
  /** The seed of this run: -Dtemoto.seed=N repeats a failed one. */
  protected static final long SEED = Long.getLong("temoto.seed", System.nanoTime() & 0xffff_ffffL);

  protected abstract Backend backend();

  protected GasOptions options(int pes) {
    return GasOptions.DEFAULT
        .withBackend(backend().name())
        .withPes(pes)
        .withHeapBytes(16 << 20)
        .withSeed(SEED);
  }

  /** Runs {@code program} on {@code pes} PEs; a failure tells the seed. */
  protected final void spmd(int pes, Consumer<ProcessingElement> program) {
    spmd(options(pes), program);
  }

  protected final void spmd(GasOptions options, Consumer<ProcessingElement> program) {
    try {
      backend().launch(options, program);
    } catch (RuntimeException | Error failure) {
      failure.addSuppressed(new Exception("repeat with -Dtemoto.seed=" + options.seed()));
      throw failure;
    }
  }

  /**
   * Checks that a job fails as {@code type} with {@code message} says, or, in a process where
   * another one's PE failed, with a report of just that.
   */
  protected final void assertFails(
      int pes, Consumer<ProcessingElement> program, Class<?> type, String message) {
    GasOptions options = options(pes); // which may skip the test
    Throwable thrown = catchThrowable(() -> spmd(options, program));
    assertThat(thrown).isNotNull();
    if (thrown instanceof PeFailedException) {
      assertThat(thrown).hasMessageContaining(type.getName()).hasMessageContaining(message);
    } else {
      assertThat(thrown).isInstanceOf(type);
      assertThat(String.valueOf(thrown.getMessage())).contains(message);
    }
  }

  /** Native memory that lives as long as anything refers to it, also a pending operation. */
  protected static MemorySegment local(long bytes) {
    return Arena.ofAuto().allocate(bytes, Long.BYTES);
  }

  protected static MemorySegment words(long... values) {
    MemorySegment segment = local((long) values.length * Long.BYTES);
    for (int i = 0; i < values.length; i++) {
      segment.setAtIndex(JAVA_LONG, i, values[i]);
    }
    return segment;
  }

  /** A byte that differs between PEs and positions. */
  protected static byte pattern(int pe, long position) {
    return (byte) (position * 31 + position / 251 + pe * 17L + 1);
  }

  protected static MemorySegment patterned(int pe, long bytes) {
    MemorySegment segment = local(bytes);
    for (long i = 0; i < bytes; i++) {
      segment.set(java.lang.foreign.ValueLayout.JAVA_BYTE, i, pattern(pe, i));
    }
    return segment;
  }

  /** The word at {@code offset} of this PE's heap, as another PE's operations leave it. */
  protected static long ownWord(ProcessingElement pe, long offset) {
    // Acquire: what was delivered before the word is seen too.
    return (long) JAVA_LONG.varHandle().getAcquire(pe.heap().segment(), offset);
  }

  /** Waits until the word at {@code offset} of the own heap is {@code value}. */
  protected static void awaitOwnWord(ProcessingElement pe, long offset, long value) {
    while (ownWord(pe, offset) != value) {
      pe.strands().yield();
    }
  }

  protected static int next(ProcessingElement pe) {
    return (pe.rank() + 1) % pe.count();
  }

  protected static int previous(ProcessingElement pe) {
    return (pe.rank() + pe.count() - 1) % pe.count();
  }
}
