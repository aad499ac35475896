package org.temoto.gas.simulated.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Tests of the order of events, against a list that is searched. */
class EventQueueTest {
  private static final class Happening extends Event {
    /** Position of its last scheduling among all. */
    private int number;
  }

  @Property
  void shouldGiveTheFirstOfTheEarliest(
      @ForAll @Size(max = 200) List<@IntRange(min = 0, max = 40) Integer> steps) {
    EventQueue queue = new EventQueue();
    List<Happening> here = new ArrayList<>();
    List<Happening> all = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      all.add(new Happening());
    }
    int number = 0;
    for (int step : steps) {
      Happening event = all.get(step % all.size());
      if (step < 30) { // anew, or moved
        event.number = number++;
        queue.schedule(event, step / 4, event.number);
        here.remove(event);
        here.add(event);
      } else {
        Event first = first(here);
        assertThat(queue.first()).isSameAs(first);
        assertThat(queue.firstMoment()).isEqualTo(first == null ? Event.NEVER : first.at);
        assertThat(queue.take()).isSameAs(first);
        here.remove(first);
      }
    }
    while (!here.isEmpty()) {
      Event first = first(here);
      assertThat(queue.take()).isSameAs(first);
      assertThat(first.place).isEqualTo(EventQueue.ABSENT);
      here.remove(first);
    }
    assertThat(queue.take()).isNull();
    queue.schedule(all.getFirst(), 1, 1);
    queue.clear();
    assertThat(queue.take()).isNull();
    assertThat(all.getFirst().place).isEqualTo(EventQueue.ABSENT);
  }

  private static Happening first(List<Happening> here) {
    return here.stream()
        .min(Comparator.<Happening>comparingLong(e -> e.at).thenComparingInt(e -> e.number))
        .orElse(null);
  }
}
