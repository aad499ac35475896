package org.temoto.task.join;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class JoinCellsTest {
  private static final long BASE = 64;

  private final MemorySegment heap =
      Arena.ofAuto().allocate(BASE + (long) CellLayout.COUNT * CellLayout.BYTES, 8);

  private void complete(JoinCells cells, int cell) {
    heap.set(ValueLayout.JAVA_LONG, cells.offset(cell) + CellLayout.FLAG, cells.generation(cell));
  }

  @Test
  void shouldGiveOutEachCellOnceUntilReleased() {
    JoinCells cells = new JoinCells(heap, BASE);
    Set<Integer> all = new HashSet<>();
    for (int i = 0; i < CellLayout.CHILDREN; i++) {
      all.add(cells.allocate());
    }
    for (int i = 0; i < CellLayout.GROUPS; i++) {
      all.add(cells.allocateForGroup());
    }
    assertThat(all).hasSize(CellLayout.RUN).allMatch(cell -> cell >= 0 && cell < CellLayout.RUN);
    assertThat(cells.allocate()).isEqualTo(JoinCells.NONE);
    assertThat(cells.allocateForGroup()).isEqualTo(JoinCells.NONE);
    assertThat(cells.inUse()).isEqualTo(CellLayout.RUN);
    cells.release(17);
    assertThat(cells.allocate()).isEqualTo(17);
  }

  @Test
  void shouldNotTakeAnEarlierFlagForItsOwn() {
    JoinCells cells = new JoinCells(heap, BASE);
    int cell = cells.allocate();
    assertThat(cells.isDone(cell)).isFalse();
    complete(cells, cell);
    assertThat(cells.isDone(cell)).isTrue();
    cells.release(cell);
    assertThat(cells.allocate()).isEqualTo(cell);
    assertThat(cells.isDone(cell)).isFalse();
  }

  @Test
  void shouldContinueTheGenerationsOfAnEarlierUser() {
    JoinCells before = new JoinCells(heap, BASE);
    int cell = before.allocate();
    complete(before, cell);
    JoinCells after = new JoinCells(heap, BASE);
    assertThat(after.allocate()).isEqualTo(cell);
    assertThat(after.isDone(cell)).isFalse();
  }
}
