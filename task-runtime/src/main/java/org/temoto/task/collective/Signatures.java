package org.temoto.task.collective;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.temoto.gas.GasException;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.ProcessingElement;

/**
 * How PEs notice that they disagree: each sets a word that stands for its n-th collective in its
 * right neighbour's heap, where it is compared with the n-th collective of that. If they differ,
 * the neighbour gets both in words and ends the job. A word is not overwritten before it has been
 * read.
 */
final class Signatures {
  private final Engine engine;
  private final Outbox outbox;
  private final Channel channel;
  private final SeatLayout layout;
  private final MemorySegment heap;
  private final int left;
  private final int right;
  private final int rank;

  Signatures(Engine engine, Outbox outbox) {
    this.engine = engine;
    this.outbox = outbox;
    channel = outbox.channel;
    layout = engine.layout();
    ProcessingElement element = engine.element();
    heap = element.heap().segment();
    rank = element.rank();
    right = (rank + 1) % element.count();
    left = (rank + element.count() - 1) % element.count();
  }

  /** Whether the neighbour has read the signature of the seat's collective before. */
  boolean canSign(Execution execution) {
    return canSign(execution.seat().index, execution.number());
  }

  private boolean canSign(int seat, long number) {
    return engine.ownWord(layout.seat(seat) + SeatLayout.READ_SIGNATURES)
        >= number / layout.seats();
  }

  void sign(Execution execution) {
    sign(execution.seat().index, execution.number(), execution.plan().signature);
  }

  private void sign(int seat, long number, Signature signature) {
    HeapText.write(
        signature.letters,
        heap,
        layout.seat(seat) + SeatLayout.OWN_SIGNATURE,
        SeatLayout.OWN_SIGNATURE_BYTES);
    VarHandle.fullFence(); // full: the text is there for who gets it because of the word
    channel.set(right, layout.seat(seat) + SeatLayout.SIGNATURE, signature.word(number));
    outbox.hasIssued();
  }

  boolean hasCome(Execution execution) {
    return word(execution) != execution.seat().lastSignature;
  }

  private long word(Execution execution) {
    return engine.ownWord(layout.seat(execution.seat().index) + SeatLayout.SIGNATURE);
  }

  /** Ends the job if the left neighbour has issued something else. */
  void compare(Execution execution) {
    Seat seat = execution.seat();
    long word = word(execution);
    seat.lastSignature = word;
    if (word != execution.plan().signature.word(execution.number())) {
      disagree(execution);
    }
    channel.add(left, layout.seat(seat.index) + SeatLayout.READ_SIGNATURES, 1);
    outbox.hasIssued();
  }

  private void disagree(Execution execution) {
    MemorySegment text = Arena.ofAuto().allocate(SeatLayout.OWN_SIGNATURE_BYTES, Long.BYTES);
    channel.get(
        left,
        layout.seat(execution.seat().index) + SeatLayout.OWN_SIGNATURE,
        text,
        0,
        SeatLayout.OWN_SIGNATURE_BYTES);
    GasException failure =
        new GasException(
            "PEs disagree about collective %d: PE %d issued %s; PE %d issued %s"
                .formatted(
                    execution.number(),
                    left,
                    HeapText.read(text, 0, SeatLayout.OWN_SIGNATURE_BYTES),
                    rank,
                    execution.plan()));
    engine.element().abort(failure);
    throw failure;
  }

  /** This PE issues nothing any more; who waits for its collective {@code number} learns of it. */
  void signEnd(long number) {
    int seat = (int) (number % layout.seats());
    if (right != rank && canSign(seat, number)) {
      sign(seat, number, new Signature("nothing any more: its runtime is closed"));
    }
  }
}
