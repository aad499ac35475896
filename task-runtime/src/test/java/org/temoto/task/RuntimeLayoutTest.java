package org.temoto.task;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.temoto.task.deque.SharedPart;
import org.temoto.task.join.CellLayout;
import org.temoto.task.join.OverflowLayout;
import org.temoto.task.steal.Inbox;
import org.temoto.task.steal.SlotLayout;
import org.temoto.task.steal.WorkerLayout;

/** Tests of the offsets that the pictures in the descriptors show. */
class RuntimeLayoutTest {
  @Test
  void shouldPlaceTheFieldsOfASlot() {
    assertThat(SlotLayout.CELL).isEqualTo(4);
    assertThat(SlotLayout.GENERATION).isEqualTo(8);
    assertThat(SlotLayout.OVERFLOW).isEqualTo(16);
    assertThat(SlotLayout.BLOCK).isEqualTo(24);
    assertThat(SlotLayout.PE).isEqualTo(32);
    assertThat(SlotLayout.PAYLOAD).isEqualTo(40);
    assertThat(SlotLayout.CAPACITY).isEqualTo(472);
  }

  @Test
  void shouldPlaceTheFieldsOfACell() {
    assertThat(CellLayout.FLAG).isZero();
    assertThat(CellLayout.LENGTH).isEqualTo(8);
    assertThat(CellLayout.FAILED).isEqualTo(12);
    assertThat(CellLayout.PE).isEqualTo(16);
    assertThat(CellLayout.OVERFLOW).isEqualTo(24);
    assertThat(CellLayout.PAYLOAD).isEqualTo(32);
    assertThat(CellLayout.CAPACITY).isEqualTo(224);
  }

  @Test
  void shouldGiveTheStealWordALineOfItsOwn() {
    assertThat(WorkerLayout.STEAL_WORD).isZero();
    assertThat(WorkerLayout.acknowledged(0, 0)).isEqualTo(128);
    assertThat(WorkerLayout.acknowledged(0, 1)).isEqualTo(136);
    assertThat(WorkerLayout.NEAR).isEqualTo(WorkerLayout.REPLY + WorkerLayout.LINE);
    assertThat(WorkerLayout.acknowledged(WorkerLayout.NEAR, 1))
        .isBetween(WorkerLayout.NEAR + 128L, WorkerLayout.REPLY_SLOT - 8L);
    assertThat(WorkerLayout.slot(0, 0)).isEqualTo(1280);
    assertThat(WorkerLayout.cell(0, 0)).isEqualTo(WorkerLayout.slot(0, SharedPart.SLOTS));
    assertThat(WorkerLayout.cell(0, CellLayout.COUNT)).isEqualTo(WorkerLayout.mark(0, 0));
    assertThat(WorkerLayout.mark(0, CellLayout.COUNT)).isEqualTo(WorkerLayout.count(0, 0));
    assertThat(WorkerLayout.BYTES - WorkerLayout.count(0, CellLayout.COUNT))
        .isBetween(0L, WorkerLayout.LINE - 1L);
    assertThat(WorkerLayout.BYTES % WorkerLayout.LINE).isZero();
  }

  @Test
  void shouldLayOutARuntimeWithoutOverlap() {
    RuntimeLayout layout = RuntimeLayout.of(1024, 3, 1L << 30);
    assertThat(layout.runOver()).isEqualTo(1024);
    assertThat(layout.alarm()).isEqualTo(1024 + 8);
    assertThat(layout.result()).isEqualTo(1024 + 128);
    assertThat(layout.inbox()).isEqualTo(1024 + 384);
    assertThat(layout.worker(0) - layout.inbox()).isBetween((long) Inbox.BYTES, Inbox.BYTES + 127L);
    assertThat((layout.worker(0) - 1024) % WorkerLayout.LINE).isZero();
    assertThat(layout.worker(1) - layout.worker(0)).isEqualTo(WorkerLayout.BYTES);
    assertThat(layout.overflow()).isEqualTo(layout.worker(3));
    assertThat(layout.overflowBytes()).isEqualTo(1L << 25);
    assertThat(layout.records())
        .isEqualTo(layout.overflow() + layout.overflowBytes() + RuntimeLayout.OUTCOME_RESERVE);
    assertThat(layout.recordBytes()).isEqualTo(1L << 24);
    assertThat(layout.bytes()).isEqualTo(layout.records() + layout.recordBytes() - 1024);
  }

  @Test
  void shouldRoundOverflowBuffers() {
    assertThat(OverflowLayout.bytes(0)).isEqualTo(16);
    assertThat(OverflowLayout.bytes(1)).isEqualTo(32);
    assertThat(OverflowLayout.bytes(16)).isEqualTo(32);
    assertThat(OverflowLayout.bytes(17)).isEqualTo(48);
  }
}
