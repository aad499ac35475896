package org.temoto.gas.shmem;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.temoto.gas.PeFailedException;
import org.temoto.gas.spi.Whereabouts;

/** The words of {@link ControlLayout}, at this PE and at others, in one launch. Thread-safe. */
final class Control {
  private static final VarHandle WORD = JAVA_LONG.varHandle();

  private final Shmem shmem;
  private final ShmemContext context;
  private final MemorySegment own;
  private final long launch;

  Control(Shmem shmem, long launch) {
    this.shmem = shmem;
    this.launch = launch;
    own = shmem.control();
    // These words outlive a launch, whatever it chooses, and must always be changed in one way.
    context = shmem.nearHeaps().all() ? shmem.takeDirectContext() : shmem.takeContext();
  }

  void close() {
    context.quiet();
    shmem.giveBack(context);
  }

  long launch() {
    return launch;
  }

  /** A word of this PE, as other PEs' operations leave it. */
  long own(long offset) {
    return (long) WORD.getAcquire(own, offset); // acquire: what came before it is seen too
  }

  /** Sets a word of another PE; it is there when this returns. */
  void set(int pe, long offset, long value) {
    context.set(pe, own.address() + offset, value);
    context.quiet();
  }

  /**
   * The number of the PE whose failure in this launch this PE has heard of; -1 if there is none.
   */
  int failedPe() {
    long word = own(ControlLayout.FAILED);
    return ControlLayout.launchOf(word) == launch ? ControlLayout.rankOf(word) : -1;
  }

  /**
   * The number of the PE whose failure in this launch PE 0 heard of first, so that all PEs find the
   * same, once all have told theirs; -1 if there is none.
   */
  int firstFailedPe() {
    long word = context.fetch(0, own.address() + ControlLayout.FAILED);
    return ControlLayout.launchOf(word) == launch ? ControlLayout.rankOf(word) : -1;
  }

  /** The number of a PE that has ended before this launch; -1 if there is none. */
  int leftPe() {
    long word = own(ControlLayout.LEFT);
    return ControlLayout.launchOf(word) < launch ? ControlLayout.rankOf(word) : -1;
  }

  /**
   * Tells whether a PE has ended in the middle of a launch, so that no other should wait for it.
   */
  boolean isOneGone() {
    return own(ControlLayout.GONE) != 0;
  }

  /**
   * Tells all PEs that this one has failed; of several failures each PE keeps the first it hears.
   */
  void tellFailure(String host, String reason) {
    writeText(ControlLayout.REASON, host + "\n" + reason);
    VarHandle.releaseFence(); // release: a PE that reads the next word finds the text
    long mine = ControlLayout.mark(launch, shmem.rank());
    for (int pe = 0; pe < shmem.count(); pe++) {
      tellFailureTo(pe, mine);
    }
    context.quiet();
  }

  private void tellFailureTo(int pe, long mine) {
    long address = own.address() + ControlLayout.FAILED;
    long seen = context.fetch(pe, address);
    while (ControlLayout.launchOf(seen) < launch) {
      long found = context.compareAndSwap(pe, address, seen, mine);
      if (found == seen) {
        return;
      }
      seen = found;
    }
  }

  /** Tells all PEs that this one ends after its launch; they keep the first that they hear. */
  void tellLeft() {
    long address = own.address() + ControlLayout.LEFT;
    long mine = ControlLayout.mark(launch, shmem.rank());
    for (int pe = 0; pe < shmem.count(); pe++) {
      context.compareAndSwap(pe, address, 0, mine);
    }
  }

  /** Tells all PEs that this one ends in the middle of its launch. */
  void tellGone() {
    for (int pe = 0; pe < shmem.count(); pe++) {
      context.set(pe, own.address() + ControlLayout.GONE, 1);
    }
    context.quiet();
  }

  /** Exception that says what {@code pe}, which has failed, said of it. */
  PeFailedException failureOf(int pe) {
    return failureOf(pe, textOf(pe, ControlLayout.REASON), pe == shmem.rank());
  }

  /** By a text of {@link #tellFailure}; empty if the PE was marked before it could write one. */
  static PeFailedException failureOf(int pe, String text, boolean here) {
    int end = text.indexOf('\n');
    return end < 0
        ? new PeFailedException(pe, "unknown", "it has given no reason", here)
        : new PeFailedException(pe, text.substring(0, end), text.substring(end + 1), here);
  }

  /** Says, before a meeting, what this PE runs. */
  void state(String text) {
    writeText(ControlLayout.STATED, text);
  }

  /** After the meeting: what {@code pe} stated. */
  String statedBy(int pe) {
    return textOf(pe, ControlLayout.STATED);
  }

  /** Answers those that have asked where this PE is, if there are any; by one thread. */
  void answer(Supplier<Whereabouts> place) {
    long asked = own(ControlLayout.ASKED);
    long answered = (long) WORD.getOpaque(own, ControlLayout.ANSWERED); // this thread's own
    if (asked != answered >>> 1) {
      long slot = answered & 1 ^ 1; // the other one: a PE may be reading the last answer
      VarHandle.fullFence(); // that answer's word before what is written over the one before it
      writeText(ControlLayout.place(slot), place.get().text());
      // release: the text is there for a PE that gets it because of the word
      WORD.setRelease(own, ControlLayout.ANSWERED, asked << 1 | slot);
    }
  }

  /**
   * Tells where {@code pe} is, as its watch says; {@code waiting} is asked until then whether to
   * wait on.
   */
  Whereabouts ask(int pe, BooleanSupplier waiting) {
    long question = context.fetchAdd(pe, own.address() + ControlLayout.ASKED, 1) + 1;
    while (waiting.getAsBoolean()) {
      long answered = answered(pe);
      if (answered >>> 1 >= question) {
        String text = textOf(pe, ControlLayout.place(answered & 1));
        if (answered(pe) == answered) { // else the slot may be written again
          return Whereabouts.parse(text);
        }
      }
    }
    return Whereabouts.UNKNOWN;
  }

  /** By a get: an atomic of the network may write back a word that the CPU of its PE changes. */
  private long answered(int pe) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment word = arena.allocate(JAVA_LONG);
      context.get(pe, own.address() + ControlLayout.ANSWERED, word.address(), Long.BYTES);
      return word.get(JAVA_LONG, 0);
    }
  }

  private void writeText(long offset, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int length = Math.min(bytes.length, ControlLayout.TEXT_BYTES);
    MemorySegment.copy(bytes, 0, own, JAVA_BYTE, offset + Long.BYTES, length);
    own.set(JAVA_LONG, offset, length);
  }

  private String textOf(int pe, long offset) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment text = arena.allocate(Long.BYTES + ControlLayout.TEXT_BYTES, Long.BYTES);
      context.get(pe, own.address() + offset, text.address(), text.byteSize());
      byte[] bytes = text.asSlice(Long.BYTES, text.get(JAVA_LONG, 0)).toArray(JAVA_BYTE);
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }

  /** Says, before a barrier, which collective call this PE makes. */
  void announce(long number, String call) {
    long offset = ControlLayout.call(number);
    own.set(JAVA_LONG, offset, number);
    own.set(JAVA_LONG, offset + Long.BYTES, hash(call));
    writeText(ControlLayout.calledText(number), call);
  }

  /** After the barrier: whether PE 0 announced the same. */
  boolean agrees(long number, String call) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment words = arena.allocate(JAVA_LONG, 2);
      long address = own.address() + ControlLayout.call(number);
      context.get(0, address, words.address(), words.byteSize());
      return words.getAtIndex(JAVA_LONG, 0) == number
          && words.getAtIndex(JAVA_LONG, 1) == hash(call);
    }
  }

  /** If {@link #agrees} is false: the call that PE 0 announced; empty if it made none. */
  Optional<String> calledByFirst(long number) {
    long called = context.fetch(0, own.address() + ControlLayout.call(number));
    return called == number
        ? Optional.of(textOf(0, ControlLayout.calledText(number)))
        : Optional.empty();
  }

  /** FNV-1a: of 64 bits, where {@link String#hashCode} is the same for "Aa" and "BB". */
  static long hash(String text) {
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
    }
    return hash;
  }
}
