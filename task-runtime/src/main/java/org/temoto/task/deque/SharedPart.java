package org.temoto.task.deque;

import java.lang.invoke.VarHandle;

/**
 * The owner's side of what a worker offers to thieves: two areas of slots that take turns, the
 * steal word, and the memory of hunger. All methods but {@link #reference} are the owner's alone.
 *
 * <p>An area is written again only when every claim in it has been acknowledged. Hunger outlives a
 * withdrawal, an offer that had to be put off, and, for a few offers, that no thief came in time; a
 * run starts hungry. Else a program that forks a few tasks round after round would not notice
 * thieves after its first round.
 *
 * <p>Memory order: the owner writes slots and references, then a release fence, then the word (an
 * atomic of the transport); a thief claims by an atomic, then an acquire fence, then reads. The
 * acknowledgement is paired the same way the other way round. The fences are needed because the
 * transport's atomics may be foreign code, of which Java promises no order.
 *
 * @param <T> what is offered
 */
public final class SharedPart<T> {
  /** Slots per area; at most this many tasks are on offer at a time. */
  public static final int AREA_SLOTS = 16;

  public static final int SLOTS = 2 * AREA_SLOTS;

  /**
   * An offer that no thief took in time is repeated so many times before silence counts as
   * satisfaction.
   */
  private static final int FUTILE_OFFERS = 3;

  private final OwnerWords words;
  private final boolean eager;
  private final Object[] references = new Object[SLOTS];
  private final long[] owed = new long[2];
  private long tag;
  private int lastArea;
  private int offered;
  private int futile;
  private boolean hungry = true;

  /**
   * @param eager whether thieves count as always hungry
   */
  public SharedPart(OwnerWords words, boolean eager) {
    this.words = words;
    this.eager = eager;
  }

  public static int area(int slot) {
    return slot / AREA_SLOTS;
  }

  /** A run starts: no thief has asked yet, but all others have nothing. */
  public void startHungry() {
    hungry = true;
    futile = 0;
  }

  /** The steal word as it is now. */
  public long word() {
    return words.read();
  }

  /**
   * Tells whether thieves want something. While it is not so, it becomes so only with a change of
   * the word or the start of a run: a fork that finds the word unchanged need not ask.
   */
  public boolean isAsked() {
    // mutant: hunger-not-noticed
    return hungry || StealWord.isHungry(words.read());
  }

  /** The number of tasks that the present offer has or had; 0 if it has been settled. */
  public int offered() {
    return offered;
  }

  /** The slot of the present offer's first task. */
  public int base() {
    return lastArea * AREA_SLOTS;
  }

  /** The number of tasks of the present offer that are claimed by now. */
  public int claimed() {
    return Math.min(StealWord.claimed(words.read()), offered);
  }

  /**
   * Remembers hunger, and tells in which area an offer may be made now.
   *
   * @return the area, or -1 while something is still to be claimed, or thieves are still copying
   *     from the area whose turn it is
   */
  public int areaForOffer() {
    long word = words.read();
    hungry |= StealWord.isHungry(word);
    if (offered > 0 && StealWord.claimed(word) < offered) {
      return -1;
    }
    int area = 1 - lastArea;
    // mutant: no-ack
    return words.acknowledged(area) < owed[area] ? -1 : area;
  }

  /** Tells whether thieves have copied all that they have claimed. */
  public boolean isAcknowledged() {
    return words.acknowledged(0) == owed[0] && words.acknowledged(1) == owed[1];
  }

  /**
   * Settles an offer whose tasks have all been claimed, as {@link #areaForOffer} has found.
   *
   * @return how many tasks that were
   */
  public int settleExhausted() {
    int all = offered;
    owed[lastArea] += all;
    offered = 0;
    return all;
  }

  /**
   * Puts the task into place for thieves of this PE; {@code area} is from {@link #areaForOffer}.
   */
  public void place(int area, int index, T task) {
    references[area * AREA_SLOTS + index] = task;
  }

  /**
   * Offers the {@code count} tasks that have been placed in {@code area}, whose slots are written.
   */
  public void publish(int area, int count) {
    if (offered != 0 || count < 1 || count > AREA_SLOTS) {
      throw new IllegalStateException(
          "count=%s of an offer must be 1 to %s, after the last of %s was settled"
              .formatted(count, AREA_SLOTS, offered));
    }
    tag++;
    lastArea = area;
    offered = count;
    hungry = eager;
    VarHandle.releaseFence(); // slots and references before the word, by which thieves find them
    words.swap(StealWord.of(tag, area * AREA_SLOTS, count));
  }

  /**
   * Takes back what no thief has claimed: one swap, whose result settles what the owner has.
   *
   * @return how many tasks, the oldest ones, belong to thieves
   */
  public int withdraw() {
    // mutant: read-then-set
    long word = words.swap(StealWord.of(tag, lastArea * AREA_SLOTS, 0));
    int claimed = StealWord.claimed(word);
    int taken = Math.min(claimed, offered);
    owed[lastArea] += taken;
    // mutant: withdraw-forgets
    hungry |= StealWord.isHungry(word) || taken == 0 && futile < FUTILE_OFFERS;
    futile = claimed == 0 ? futile + 1 : 0;
    offered = 0;
    return taken;
  }

  /**
   * The task in {@code slot}, for the thief of this PE that has claimed it and has not yet
   * acknowledged. Called by the thief, after an acquire fence.
   */
  @SuppressWarnings("unchecked") // only place() stores
  public T reference(int slot) {
    return (T) references[slot];
  }

  /** Forgets the references of past offers; when no thief is about. */
  public void clearReferences() {
    java.util.Arrays.fill(references, null);
  }
}
