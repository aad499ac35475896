package org.temoto.task.collective.engine;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.temoto.gas.GasException;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.ProcessingElement;

/**
 * Check by which PEs notice that they disagree: each sets a word that stands for its n-th
 * collective in its right neighbour's heap, where it is compared with the n-th collective of that.
 * If they differ, the neighbour gets both in words and ends the job. A word is not overwritten
 * before it has been read.
 */
final class Signatures {
  /** Time in which a failure of another PE ends the job. */
  private static final long GRACE_NANOS = 200_000_000;

  private static final long LOOK_NANOS = 1_000_000;

  private final CollectiveEngine engine;
  private final Outbox outbox;
  private final Channel channel;
  private final SeatLayout layout;
  private final MemorySegment heap;
  private final int left;
  private final int right;
  private final int rank;

  Signatures(CollectiveEngine engine, Outbox outbox) {
    this.engine = engine;
    this.outbox = outbox;
    channel = outbox.channel;
    layout = engine.layout;
    ProcessingElement element = engine.element;
    heap = element.heap().segment();
    rank = element.rank();
    right = (rank + 1) % element.count();
    left = (rank + element.count() - 1) % element.count();
  }

  /** Tells whether the neighbour has read the signature of the seat's collective before. */
  boolean canSign(GraphExecution execution) {
    return engine.ownWord(layout.seat(execution.seat().index) + SeatLayout.READ_SIGNATURES)
        >= execution.number() / layout.seats();
  }

  void sign(GraphExecution execution) {
    long seat = layout.seat(execution.seat().index);
    Signature signature = execution.plan().graph.signature;
    HeapText.write(
        signature.letters, heap, seat + SeatLayout.OWN_SIGNATURE, SeatLayout.OWN_SIGNATURE_BYTES);
    VarHandle.fullFence(); // full: the text is there for a PE that gets it because of the word
    channel.set(right, seat + SeatLayout.SIGNATURE, signature.word(execution.number()));
    outbox.hasIssued();
  }

  /** Tells whether the left neighbour has signed it, or never will. */
  boolean hasCome(GraphExecution execution) {
    boolean ended = leftEnd() != 0; // first: what has been signed comes before the end
    return word(execution) != execution.seat().lastSignature || ended;
  }

  private long leftEnd() {
    return engine.ownWord(layout.end());
  }

  private long word(GraphExecution execution) {
    return engine.ownWord(layout.seat(execution.seat().index) + SeatLayout.SIGNATURE);
  }

  /** Ends the job if the left neighbour has issued something else. */
  void compare(GraphExecution execution) {
    CollectiveSlot seat = execution.seat();
    long word = word(execution);
    if (word == seat.lastSignature) {
      requireIssued(execution);
      return;
    }
    seat.lastSignature = word;
    if (word != execution.plan().graph.signature.word(execution.number())) {
      disagree(execution, leftText(seat));
    }
    channel.add(left, layout.seat(seat.index) + SeatLayout.READ_SIGNATURES, 1);
    outbox.hasIssued();
  }

  /**
   * The left neighbour has ended and has not signed: it has issued less, or was done before this PE
   * had read what it signed last. Then no PE compares.
   */
  private void requireIssued(GraphExecution execution) {
    if (execution.number() >= leftEnd() - 1) {
      awaitFailure();
      disagree(execution, "nothing any more: its runtime is closed");
    }
  }

  /** A failure that has closed the neighbour's runtime tells more: it is on its way. */
  private void awaitFailure() {
    ProcessingElement element = engine.element;
    long start = element.clock().now();
    while (element.clock().now() - start < GRACE_NANOS) {
      element.checkAlive();
      element.strands().park(LOOK_NANOS);
    }
  }

  /** Text of what the left neighbour has issued. */
  private String leftText(CollectiveSlot seat) {
    MemorySegment text = Arena.ofAuto().allocate(SeatLayout.OWN_SIGNATURE_BYTES, Long.BYTES);
    long place = layout.seat(seat.index) + SeatLayout.OWN_SIGNATURE;
    channel.get(left, place, text, 0, SeatLayout.OWN_SIGNATURE_BYTES);
    return HeapText.read(text, 0, SeatLayout.OWN_SIGNATURE_BYTES);
  }

  private void disagree(GraphExecution execution, String other) {
    GasException failure =
        new GasException(
            "PEs disagree about collective %s: PE %s issued %s; PE %s issued %s; now PE %s is in %s, PE %s in %s"
                .formatted(
                    execution.number(),
                    left,
                    other,
                    rank,
                    execution.plan(),
                    left,
                    engine.element.whereabouts(left).place(),
                    rank,
                    engine.element.whereabouts(rank).place()));
    engine.element.disagree(failure);
    throw failure;
  }

  /**
   * This PE issues nothing any more, after {@code issued} collectives; a neighbour that waits for
   * another one learns of it. In a word of its own, so that it need not wait for the neighbour.
   */
  void signEnd(long issued) {
    if (right != rank) {
      channel.fence();
      channel.set(right, layout.end(), issued + 1);
      outbox.hasIssued();
    }
  }
}
