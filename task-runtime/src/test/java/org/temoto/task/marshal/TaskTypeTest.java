package org.temoto.task.marshal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.temoto.gas.GasException;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.GlobalRange;
import org.temoto.gas.Region;
import org.temoto.gas.array.GlobalDoubles;
import org.temoto.task.Action;
import org.temoto.task.Task;
import org.temoto.task.TaskContext;

class TaskTypeTest {
  record Plain(int a, String b, GlobalRange c, GlobalDoubles d, GlobalMemory e) implements Action {
    @Override
    public void compute(TaskContext context) {}
  }

  record Open(Object value) implements Action {
    @Override
    public void compute(TaskContext context) {}
  }

  record WithRegion(Region region) implements Action {
    @Override
    public void compute(TaskContext context) {}
  }

  record WithArray(int[] numbers) implements Action {
    @Override
    public void compute(TaskContext context) {}
  }

  record WithCopies(@Task.Copied int[] numbers, @Task.Copied List<Integer>[] lists, int rest)
      implements Action {
    @Override
    public void compute(TaskContext context) {}
  }

  record Chain(int n, Chain next) implements Action {
    @Override
    public void compute(TaskContext context) {}
  }

  record Even(Odd next, @Task.Copied int[] numbers) implements Action {
    @Override
    public void compute(TaskContext context) {}
  }

  record Odd(Even next) {}

  record Inner(InputStream stream, StringBuilder builder) {}

  record Nested(Inner inner) implements Action {
    @Override
    public void compute(TaskContext context) {}
  }

  record Wrong(Inner inner) implements Task<StringBuilder> {
    @Override
    public StringBuilder run(TaskContext context) {
      return null;
    }
  }

  record WrongResult(int n) implements Task<int[]> {
    @Override
    public int[] run(TaskContext context) {
      return null;
    }
  }

  @Test
  void shouldNotPrepareRecordsWithinThemselves() {
    assertThat(TaskType.of(Chain.class).isPrepared()).isFalse();
  }

  @Test
  void shouldCopyWhatIsMutableWithinARecordWithinItself() {
    int[] numbers = {1, 2};
    Even task = new Even(new Odd(new Even(null, numbers)), null);
    Even copy = (Even) TaskType.of(Even.class).prepare(task);
    assertThat(copy.next().next().numbers()).isNotSameAs(numbers).containsExactly(1, 2);
  }

  @Test
  void shouldCostNothingWhereTypesSayAll() {
    assertThat(TaskType.of(Plain.class).isPrepared()).isFalse();
  }

  @Test
  void shouldLookIntoOpenComponents() {
    TaskType type = TaskType.of(Open.class);
    assertThat(type.isPrepared()).isTrue();
    Open fine = new Open(List.of(1, "two", new Plain(1, "", null, null, null)));
    assertThat(type.prepare(fine)).isEqualTo(fine);
    assertThatThrownBy(() -> type.prepare(new Open(new Object[0])))
        .isInstanceOf(GasException.class)
        .hasMessageContaining("component \"value\" of " + Open.class.getName())
        .hasMessageContaining("[Ljava.lang.Object;");
    assertThatThrownBy(() -> type.prepare(new Open(List.of(new Open(new java.util.BitSet())))))
        .isInstanceOf(GasException.class)
        .hasMessageContaining("java.util.BitSet");
    assertThat(TaskType.of(WithRegion.class).isPrepared()).isTrue();
  }

  @Test
  void shouldRefuseAnArrayThatIsNotMarked() {
    assertThatThrownBy(() -> TaskType.of(WithArray.class))
        .isInstanceOf(GasException.class)
        .hasMessageContaining("component \"numbers\" of " + WithArray.class.getName())
        .hasMessageContaining("int[]")
        .hasMessageContaining("@Task.Copied");
  }

  @Test
  void shouldCopyWhatIsMarked() {
    int[] numbers = {1, 2};
    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of lists
    List<Integer>[] lists = new List[] {new ArrayList<>(List.of(5))};
    WithCopies copy =
        (WithCopies) TaskType.of(WithCopies.class).prepare(new WithCopies(numbers, lists, 3));
    numbers[0] = 99;
    lists[0].set(0, 99);
    assertThat(copy.numbers).containsExactly(1, 2);
    assertThat(copy.lists[0]).containsExactly(5);
    assertThat(copy.rest).isEqualTo(3);
  }

  @Test
  void shouldNameTheComponentOfARecordWithin() {
    assertThatThrownBy(() -> TaskType.of(Nested.class))
        .isInstanceOf(GasException.class)
        .hasMessageContaining("component \"stream\" of " + Inner.class.getName())
        .hasMessageContaining(Nested.class.getName());
  }

  @Test
  void shouldRefuseWhatIsNoRecord() {
    Action lambda = context -> {};
    assertThatThrownBy(() -> TaskType.of(lambda.getClass()))
        .isInstanceOf(GasException.class)
        .hasMessageContaining("must be a record");
  }

  @Test
  void shouldRefuseAResultThatCannotBeMarshalled() {
    assertThatThrownBy(() -> TaskType.of(Wrong.class))
        .hasMessageContaining("the result of task " + Wrong.class.getName());
    assertThatThrownBy(() -> TaskType.of(WrongResult.class)).hasMessageContaining("int[]");
  }

  @Test
  void shouldRefuseAgainAndAgain() {
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> TaskType.of(WithArray.class)).isInstanceOf(GasException.class);
    }
  }
}
