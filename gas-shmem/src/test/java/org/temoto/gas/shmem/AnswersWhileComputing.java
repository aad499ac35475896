package org.temoto.gas.shmem;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.temoto.gas.GasException;
import org.temoto.gas.GasOptions;
import org.temoto.gas.cluster.ClusterOptions;
import org.temoto.gas.cluster.ClusterOptions.ProgressThread;
import org.temoto.gas.cluster.ClusterOptions.Threads;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.ProcessingElement;

/**
 * A job of two PEs, one of which computes without any call of the library until the other one's
 * operations have reached it: it would never end if they were not answered meanwhile.
 */
final class AnswersWhileComputing {
  static final int ROUNDS = 500;
  static final String DONE = "answered while it computed: ";
  private static final VarHandle LONG = JAVA_LONG.varHandle();
  private static final long PATIENCE_NANOS = 30_000_000_000L;

  private AnswersWhileComputing() {}

  public static void main(String[] arguments) {
    ProgressThread progress =
        arguments[0].equals("auto")
            ? ProgressThread.WHERE_NEEDED
            : ProgressThread.every(Long.parseLong(arguments[0]));
    GasOptions options =
        GasOptions.DEFAULT
            .withHeapBytes(16 << 20)
            .with(
                ClusterOptions.DEFAULT,
                cluster ->
                    cluster.withProgress(progress).withThreads(Threads.valueOf(arguments[1])));
    new ShmemBackend().launch(options, AnswersWhileComputing::run);
  }

  private static void run(ProcessingElement pe) {
    long word = pe.heap().allocate(Long.BYTES, Long.BYTES);
    if (pe.rank() == 1) {
      compute(pe.heap().segment(), word);
    } else {
      ask(pe, word);
    }
    pe.transport().barrier();
  }

  /** Makes no call of the library. */
  private static void compute(MemorySegment heap, long word) {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while ((long) LONG.getOpaque(heap, word) < ROUNDS) { // opaque: only the count matters
      if (System.nanoTime() > end) {
        throw new GasException("only " + LONG.getOpaque(heap, word) + " of " + ROUNDS + " came");
      }
      Thread.onSpinWait();
    }
  }

  private static void ask(ProcessingElement pe, long word) {
    try (Channel channel = pe.transport().openChannel();
        Arena arena = Arena.ofConfined()) {
      MemorySegment seen = arena.allocate(JAVA_LONG);
      for (long i = 0; i < ROUNDS; i++) {
        channel.get(1, word, seen, 0, Long.BYTES);
        if (seen.get(JAVA_LONG, 0) != i || channel.fetchAdd(1, word, 1) != i) {
          throw new GasException("round " + i + " got " + seen.get(JAVA_LONG, 0));
        }
      }
    }
    System.out.println(
        DONE
            + ROUNDS
            + ", one-sided: "
            + pe.transport().isOneSided()
            + ", called: "
            + (pe.transport().progressCalls() > 0));
  }
}
