package org.temoto.gas.simulated.backend;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Reference model of one target's words when writes are delivered in any order, and only fences
 * order them: there is an epoch such that all writes of earlier epochs have been delivered, some of
 * its own, and none of later ones.
 */
final class DeliveryReference {
  /** A write of {@code value} to {@code word}, or an addition. */
  private record Write(int word, long value, boolean isAddition) {}

  private final int words;
  private final List<List<Write>> epochs = new ArrayList<>();

  /** All epochs before this one must have been delivered. */
  private int delivered;

  DeliveryReference(int words) {
    this.words = words;
    epochs.add(new ArrayList<>());
  }

  void write(int word, long value) {
    epochs.getLast().add(new Write(word, value, false));
  }

  /** Additions go to words of their own. */
  void add(int word, long value) {
    epochs.getLast().add(new Write(word, value, true));
  }

  void fence() {
    epochs.add(new ArrayList<>());
  }

  void quiet() {
    fence();
    delivered = epochs.size() - 1;
  }

  /** Tells whether a target's words may be {@code state} now. */
  boolean allows(long[] state) {
    for (int epoch = delivered; epoch < epochs.size(); epoch++) {
      if (allows(state, epoch)) {
        return true;
      }
    }
    return false;
  }

  private boolean allows(long[] state, int epoch) {
    for (int word = 0; word < words; word++) {
      if (!outcomes(word, epoch).contains(state[word])) {
        return false;
      }
    }
    return true;
  }

  /** The values of {@code word} when some of {@code epoch} has been delivered, and all before. */
  private Set<Long> outcomes(int word, int epoch) {
    Set<Long> possible = new HashSet<>(Set.of(0L));
    for (int e = 0; e <= epoch; e++) {
      Set<Long> after = new HashSet<>();
      boolean overwritten = false;
      Set<Long> sums = new HashSet<>(possible);
      for (Write write : epochs.get(e)) {
        if (write.word() == word && write.isAddition()) {
          addTo(sums, write.value(), e == epoch);
        } else if (write.word() == word) {
          after.add(write.value());
          overwritten = true;
        }
      }
      if (!overwritten || e == epoch) {
        after.addAll(sums);
      }
      possible = after;
    }
    return possible;
  }

  private static void addTo(Set<Long> sums, long value, boolean perhaps) {
    List<Long> before = List.copyOf(sums);
    if (!perhaps) {
      sums.clear();
    }
    before.forEach(sum -> sums.add(sum + value));
  }
}
