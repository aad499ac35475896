package org.temoto.task.deque;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The deque against two lists: what is on offer and what is private, oldest first. */
class WorkDequeTest {
  private final WorkDeque<Object> deque = new WorkDeque<>();
  private final List<Object> offered = new ArrayList<>();
  private final List<Object> own = new ArrayList<>();

  @Property(tries = 200)
  void shouldBehaveAsTwoLists(@ForAll long seed) {
    Random random = new Random(seed);
    int bias = 2 + random.nextInt(40);
    for (int step = 0; step < 2_000; step++) {
      step(random, random.nextInt(bias));
      check();
    }
  }

  @Property(tries = 5)
  void shouldGrowWithoutLosingAnything(@ForAll long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 50_000; i++) {
      push();
      if (random.nextInt(10) == 0) {
        step(random, 1);
      }
    }
    check();
    for (int i = 0; i < own.size(); i++) {
      assertThat(deque.privateAt(i)).isSameAs(own.get(i));
    }
  }

  private void step(Random random, int kind) {
    switch (kind) {
      case 0 -> pop();
      case 1 -> {
        if (offered.isEmpty() && !own.isEmpty()) {
          offer(1 + random.nextInt(Math.min(8, own.size())));
        } else {
          settle(random.nextInt(offered.size() + 1));
        }
      }
      default -> push();
    }
  }

  private void push() {
    Object task = new Object();
    deque.push(task);
    own.add(task);
  }

  private void pop() {
    assertThat(deque.popIf(new Object())).isFalse();
    if (!offered.isEmpty()) {
      assertThat(deque.popIf(offered.getLast())).isFalse();
    }
    if (!own.isEmpty()) {
      assertThat(deque.popIf(own.getLast())).isTrue();
      own.removeLast();
    }
  }

  private void offer(int count) {
    deque.offer(count);
    offered.addAll(own.subList(0, count));
    own.subList(0, count).clear();
  }

  private void settle(int claimed) {
    deque.settle(claimed);
    own.addAll(0, offered.subList(claimed, offered.size()));
    offered.clear();
  }

  private void check() {
    assertThat(deque.privateSize()).isEqualTo(own.size());
    assertThat(deque.offeredSize()).isEqualTo(offered.size());
    assertThat(deque.isEmpty()).isEqualTo(own.isEmpty() && offered.isEmpty());
    assertThat(deque.youngestPrivate()).isSameAs(own.isEmpty() ? null : own.getLast());
    assertThat(deque.youngestOffered()).isSameAs(offered.isEmpty() ? null : offered.getLast());
    for (int i = 0; i < offered.size(); i++) {
      assertThat(deque.offeredAt(i)).isSameAs(offered.get(i));
    }
  }
}
