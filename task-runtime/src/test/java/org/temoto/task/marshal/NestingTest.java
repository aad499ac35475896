package org.temoto.task.marshal;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.temoto.gas.RefusedException;
import org.temoto.task.Action;
import org.temoto.task.Task;
import org.temoto.task.TaskContext;

/** Tests of values that contain themselves, and long chains of values. */
class NestingTest {
  record Holds(List<Object> values) implements Action {
    @Override
    public void compute(TaskContext context) {}
  }

  record Node(@Task.Copied Node[] children) {}

  record HoldsNode(int number, Node node) implements Action {
    @Override
    public void compute(TaskContext context) {}
  }

  record Chain(List<Chain> next) {}

  private static void assertRefused(ThrowingCallable call, String message) {
    assertThatThrownBy(call).isInstanceOf(RefusedException.class).hasMessageContaining(message);
  }

  private static List<Object> loop() {
    List<Object> list = new ArrayList<>(List.of(1, "two"));
    list.add(List.of(3, list));
    return list;
  }

  @Test
  void shouldRefuseAListThatContainsItself() {
    Holds task = new Holds(loop());
    assertRefused(
        () -> TaskType.of(Holds.class).prepare(task),
        "component \"values\" of " + Holds.class.getName() + " contains itself");
    assertRefused(() -> Marshaller.check(loop()), "contains itself");
  }

  @Test
  void shouldRefuseAnArrayThroughWhichARecordContainsItself() {
    Node[] children = new Node[2];
    HoldsNode task = new HoldsNode(1, new Node(children));
    children[1] = task.node;
    assertRefused(
        () -> TaskType.of(HoldsNode.class).prepare(task),
        "component \"children\" of " + Node.class.getName() + " contains itself");
  }

  @Test
  void shouldRefuseAChainThatIsTooLongForTheStack() {
    Chain chain = new Chain(List.of());
    for (int i = 0; i < 1_000_000; i++) {
      chain = new Chain(List.of(chain));
    }
    Holds task = new Holds(List.of(chain));
    assertRefused(
        () -> TaskType.of(Holds.class).prepare(task), "\"next\" of " + Chain.class.getName());
  }

  @Test
  void shouldTakeTheSameValueTwice() {
    List<Object> twice = List.of(1, 2);
    Marshaller.check(List.of(twice, twice, new Holds(twice)));
  }
}
