package org.temoto.gas.heap;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;
import org.temoto.gas.GasException;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.SharedWords;
import org.temoto.gas.spi.MemorySupport;

/**
 * Words at each PE by which others send it references: a ring, and places for an exchange among
 * all.
 *
 * <p>In the ring a sender reserves places by moving the tail, and stores its references there; the
 * receiver takes them in order up to the first place that is still zero, makes their places zero
 * and then moves the head. So a place is written only while it is zero and reserved: by one sender
 * at a time.
 */
final class Mailbox {
  /** References that are sent together. */
  static final int BATCH = 64;

  /** Words of each PE's ring: tail, head, places. */
  private static final int RING = 8192 - Lots.WORDS;

  private static final int HEADER = 2;
  private static final int PLACES = RING - HEADER;

  /** PEs that can send to one in the same round of an exchange. */
  private static final int SENDERS = 128;

  /** First word of each PE's lots: after the ring, and a batch of each sender in an exchange. */
  static final int LOTS = RING + SENDERS * BATCH;

  /** Words of each PE. */
  static final int WORDS = LOTS + Lots.WORDS;

  private final MemorySupport mail;
  private final SharedWords words;
  private final int self;
  private final int pes;
  private final AtomicBoolean turn = new AtomicBoolean();

  /** Changed by the strand whose turn it is; others look at it to see if there is anything. */
  private volatile long head;

  Mailbox(GlobalMemory mail) {
    this.mail = (MemorySupport) mail;
    this.words = mail.words();
    this.self = mail.space().pe();
    this.pes = mail.space().pes();
  }

  /** Sends the references to {@code pe}; false if it has no room for all of them. */
  boolean send(int pe, long[] references) {
    long base = (long) pe * WORDS;
    long[] ends = new long[HEADER];
    long tail;
    do {
      words.read(base, ends);
      tail = ends[0];
      if (tail + references.length - ends[1] > PLACES) {
        return false;
      }
    } while (words.compareAndSwap(base, tail, tail + references.length) != tail);
    int place = (int) (tail % PLACES);
    int first = Math.min(references.length, PLACES - place);
    words.write(base + HEADER + place, Arrays.copyOf(references, first));
    if (first < references.length) {
      words.write(base + HEADER, Arrays.copyOfRange(references, first, references.length));
    }
    return true;
  }

  /**
   * Sends up to {@link #BATCH} references to each PE that has its turn, all at once and without
   * reserving, for a sender has places of its own in a round, by its distance to the receiver. Each
   * PE has its turn at each once in as many rounds as that takes. Collective: with a barrier
   * between it and {@link #receiveExchanged}, and one between that and the next round.
   *
   * @return how many references this PE has sent
   */
  long exchange(int round, IntFunction<long[]> references) {
    int from = round % Math.ceilDiv(pes, SENDERS) * SENDERS;
    int to = Math.min(from + SENDERS, pes);
    long[] at = new long[to - from];
    long[][] values = new long[to - from][];
    long sent = 0;
    for (int i = 0; i < at.length; i++) {
      int pe = (self + from + i) % pes;
      at[i] = exchanged(pe) + (long) i * BATCH;
      values[i] = references.apply(pe);
      sent += values[i].length;
    }
    mail.writeWords(at, values);
    return sent;
  }

  /**
   * Hands over all that has come in this round of an exchange. No communication.
   *
   * @throws GasException the first that {@code to} has thrown, when all is handed over
   */
  void receiveExchanged(LongConsumer to) {
    long[] come = new long[Math.min(pes, SENDERS) * BATCH];
    words.read(exchanged(self), come);
    words.write(exchanged(self), new long[come.length]);
    GasException first = null;
    for (long reference : come) {
      first = reference == 0 ? first : accept(to, reference, first);
    }
    if (first != null) {
      throw first;
    }
  }

  /** First place for exchanges with {@code pe}. */
  private static long exchanged(int pe) {
    return (long) pe * WORDS + RING;
  }

  /**
   * Hands over all that has come; false if another strand is at it. No communication.
   *
   * @throws GasException the first that {@code to} has thrown, when all is handed over
   */
  boolean receive(LongConsumer to) {
    long base = (long) self * WORDS;
    if (words.read(base) == head && !turn.get()) { // head first: it moves before all is handed over
      return true;
    }
    if (!turn.compareAndSet(false, true)) {
      return false;
    }
    GasException first = null;
    try {
      long[] found = take(base);
      while (found.length > 0) {
        for (long reference : found) {
          first = accept(to, reference, first);
        }
        found = take(base);
      }
    } finally {
      turn.set(false);
    }
    if (first != null) {
      throw first;
    }
    return true;
  }

  /** A reference that is refused keeps none of the others. */
  private static GasException accept(LongConsumer to, long reference, GasException first) {
    try {
      to.accept(reference);
      return first;
    } catch (GasException refused) {
      return first == null ? refused : first;
    }
  }

  private long[] take(long base) {
    int place = (int) (head % PLACES);
    int some = (int) Math.min(words.read(base) - head, PLACES - place);
    long[] come = new long[some];
    words.read(base + HEADER + place, come);
    int count = 0;
    while (count < some && come[count] != 0) {
      count++;
    }
    if (count > 0) {
      words.write(base + HEADER + place, new long[count]);
      long next = head + count;
      words.write(base + 1, new long[] {next});
      head = next;
    }
    return Arrays.copyOf(come, count);
  }
}
