package org.temoto.gas;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.temoto.gas.DirectTransfers.PendingWrite;

/**
 * Writes whose room is not a view, where that can be, whatever the backend. PE 0 manages the first
 * half.
 */
public abstract class WriteContractTest extends MemoryTest {
  @Override
  protected GasOptions options(int pes) {
    return super.options(pes).withOwnership(OwnershipPolicy.LAST_WRITER);
  }

  private static void write(GlobalMemory memory, long offset, long length, int value) {
    try (PendingWrite write = memory.direct().startWrite(memory.range(offset, length))) {
      assertThat(write.segment().byteSize()).isEqualTo(length);
      write.segment().fill((byte) value);
      write.commit();
    }
  }

  private static long change(
      GlobalAddressSpace space, ToLongFunction<GasStatistics> count, Runnable action) {
    long before = count.applyAsLong(space.statistics());
    action.run();
    return count.applyAsLong(space.statistics()) - before;
  }

  @Test
  void shouldPutWholePagesWhereTheyWillBe() {
    spmd(
        options(3).with(EngineOptions.DEFAULT, engine -> engine.withSpareFrames(1)),
        space -> {
          GlobalMemory memory = space.allocate("pages", 9 * PAGE - 100);
          if (space.pe() == 1) {
            Runnable writing =
                () -> {
                  write(memory, 6 * PAGE, 3 * PAGE - 100, 7);
                  space.releaseFence(); // which copies what a view has written
                };
            assertThat(change(space, GasStatistics::bytesCopied, writing)).isZero();
            assertThat(memory.owner(6 * PAGE)).isEqualTo(1);
            assertThat(memory.owner(9 * PAGE - 101)).isEqualTo(1);
            assertFilled(memory, 6 * PAGE, 3 * PAGE - 100, 7);
          }
          space.barrier();
          assertFilled(memory, 6 * PAGE, 3 * PAGE - 100, 7);
          assertFilled(memory, 5 * PAGE, PAGE, 0);
          space.barrier();
          if (space.pe() == 0) { // from there to here
            assertThat(
                    change(
                        space,
                        GasStatistics::pageMigrations,
                        () -> write(memory, 7 * PAGE, PAGE, 8)))
                .isEqualTo(1);
          }
          space.barrier();
          assertFilled(memory, 7 * PAGE, PAGE, 8);
          assertFilled(memory, 8 * PAGE, PAGE - 100, 7);
          space.barrier();
        });
  }

  @Test
  void shouldPutThePartsOfARegionOneAfterTheOtherOrWhereTheViewHasThem() {
    spmd(
        2,
        space -> {
          GlobalMemory memory = space.allocate("parts", 16 * PAGE);
          if (space.pe() == 0) {
            long[] bases = {0, 8 * PAGE}; // its own, then PE 1's
            for (long base : bases) {
              Region region = new Region.Strided(memory, base, PAGE, 3 * PAGE, 2);
              try (PendingWrite write = memory.direct().startWrite(region)) {
                for (int part = 0; part < 2; part++) {
                  write.segment().asSlice(write.start(part), PAGE).fill((byte) (part + 1));
                }
                write.commit();
              }
            }
          }
          space.barrier();
          for (long base : new long[] {0, 8 * PAGE}) {
            assertFilled(memory, base, PAGE, 1);
            assertFilled(memory, base + PAGE, 2 * PAGE, 0);
            assertFilled(memory, base + 3 * PAGE, PAGE, 2);
            assertFilled(memory, base + 4 * PAGE, PAGE, 0);
          }
          space.barrier();
        });
  }

  /** Parts of pages, pages of its own, and what does not follow its writer. */
  @Test
  void shouldWriteAnythingElseByAView() {
    spmd(
        2,
        space -> {
          GlobalMemory memory = space.allocate("any", 8 * PAGE);
          GlobalMemory fixed =
              space.allocate(
                  MemoryOptions.of("fixed", 4 * PAGE).withOwnership(OwnershipPolicy.FIXED));
          if (space.pe() == 0) {
            write(memory, 4 * PAGE + 1, 2 * PAGE, 1);
            write(memory, 3 * PAGE, PAGE, 2);
            write(fixed, 2 * PAGE, PAGE, 3);
            write(memory, 8 * PAGE, 0, 4);
          }
          space.barrier();
          assertFilled(memory, 4 * PAGE + 1, 2 * PAGE, 1);
          assertFilled(memory, 3 * PAGE, PAGE, 2);
          assertFilled(fixed, 2 * PAGE, PAGE, 3);
          assertFilled(memory, 4 * PAGE, 1, 0);
          assertThat(fixed.owner(2 * PAGE)).isEqualTo(1);
          space.barrier();
        });
  }

  /** Which would be put over what is written now. */
  @Test
  void shouldComeAfterAnEarlierCommitThatIsOnItsWay() {
    spmd(
        2,
        space -> {
          GlobalMemory memory =
              space.allocate(MemoryOptions.of("twice", 4 * PAGE).withSpareFrames(1));
          for (int round = 1; round < 20; round += 2) {
            if (space.pe() == 0) {
              fill(memory, 2 * PAGE + 5, 100, round);
              if (round % 4 == 1) {
                space.releaseFenceAsync();
              }
              write(memory, 2 * PAGE, PAGE, round + 1);
              assertFilled(memory, 2 * PAGE, PAGE, round + 1);
            }
            space.barrier();
            assertFilled(memory, 2 * PAGE, PAGE, round + 1);
            if (space.pe() == 1) {
              memory.migrate(2 * PAGE, PAGE, 1);
            }
            space.barrier();
          }
        });
  }

  @Test
  void shouldNotTrustTheCopyThatWasHereBefore() {
    spmd(
        2,
        space -> {
          GlobalMemory memory = space.allocate("copied", 4 * PAGE);
          if (space.pe() == 0) {
            assertFilled(memory, 2 * PAGE, 2 * PAGE, 0);
            write(memory, 2 * PAGE, PAGE, 5);
            assertFilled(memory, 2 * PAGE, PAGE, 5);
            assertFilled(memory, 3 * PAGE, PAGE, 0);
            fill(memory, 2 * PAGE + 10, 10, 6); // as any page that is here
          }
          space.barrier();
          assertFilled(memory, 2 * PAGE, 10, 5);
          assertFilled(memory, 2 * PAGE + 10, 10, 6);
          assertFilled(memory, 2 * PAGE + 20, PAGE - 20, 5);
          space.barrier();
        });
  }

  @Test
  void shouldFindAPageThatHasMovedMeanwhile() {
    spmd(
        3,
        space -> {
          GlobalMemory memory =
              space.allocate(MemoryOptions.of("moved", 6 * PAGE).withSpareFrames(1));
          PendingWrite write =
              space.pe() == 0 ? memory.direct().startWrite(memory.range(2 * PAGE, 2 * PAGE)) : null;
          space.barrier();
          if (space.pe() == 2) {
            memory.migrate(2 * PAGE, PAGE, 2);
            memory.migrate(3 * PAGE, PAGE, 0);
          }
          space.barrier();
          if (write != null) {
            write.segment().fill((byte) 9);
            write.commit();
            write.close();
          }
          space.barrier();
          assertFilled(memory, 2 * PAGE, 2 * PAGE, 9);
          assertThat(memory.owner(3 * PAGE)).isZero();
          space.barrier();
        });
  }

  /** What views of the page have is what their task sees after its children, too. */
  @Test
  void shouldShowInViewsThatWereOpenBefore() {
    spmd(
        2,
        space -> {
          GlobalMemory memory = space.allocate("viewed", 4 * PAGE);
          if (space.pe() == 0) {
            try (LocalView view = memory.localize(2 * PAGE + 10, PAGE, Access.READ)) {
              long migrations =
                  change(
                      space, GasStatistics::pageMigrations, () -> write(memory, 2 * PAGE, PAGE, 4));
              assertThat(migrations).isEqualTo(1);
              assertThat(view.segment().asSlice(0, PAGE - 10).toArray(JAVA_BYTE)).containsOnly(4);
              assertThat(view.segment().asSlice(PAGE - 10).toArray(JAVA_BYTE)).containsOnly(0);
            }
            assertFilled(memory, 2 * PAGE, PAGE, 4);
          }
          space.barrier();
          assertFilled(memory, 2 * PAGE, PAGE, 4);
          space.barrier();
        });
  }

  @Test
  void shouldShowInViewsThatWereOpenedMeanwhile() {
    spmd(
        2,
        space -> {
          GlobalMemory memory = space.allocate("viewed", 4 * PAGE);
          if (space.pe() == 0) {
            try (PendingWrite write = memory.direct().startWrite(memory.range(2 * PAGE, PAGE));
                LocalView view = memory.localize(2 * PAGE, PAGE, Access.READ)) {
              write.segment().fill((byte) 5);
              write.commit();
              assertThat(memory.owner(2 * PAGE)).isZero();
              assertThat(view.segment().toArray(JAVA_BYTE)).containsOnly(5);
            }
            assertFilled(memory, 2 * PAGE, PAGE, 5);
          }
          space.barrier();
          assertFilled(memory, 2 * PAGE, PAGE, 5);
          space.barrier();
        });
  }

  /** What has come for them is of before. */
  @Test
  void shouldShowInViewsThatWereRequestedMeanwhile() {
    spmd(
        2,
        space -> {
          GlobalMemory memory = space.allocate("requested", 4 * PAGE);
          if (space.pe() == 0) {
            try (PendingWrite write = memory.direct().startWrite(memory.range(2 * PAGE, PAGE));
                Request<LocalView> request =
                    memory.range(2 * PAGE, PAGE).localizeAsync(Access.READ)) {
              write.segment().fill((byte) 6);
              write.commit();
              assertThat(memory.owner(2 * PAGE)).isZero();
              try (LocalView view = request.await()) {
                assertThat(view.segment().toArray(JAVA_BYTE)).containsOnly(6);
              }
            }
          }
          space.barrier();
          assertFilled(memory, 2 * PAGE, PAGE, 6);
          space.barrier();
        });
  }

  @Test
  void shouldGiveBackTheRoomOfWhatIsNotCommitted() {
    spmd(
        options(2).with(EngineOptions.DEFAULT, engine -> engine.withSpareFrames(1)),
        space -> {
          GlobalMemory memory = space.allocate("given", 8 * PAGE);
          if (space.pe() == 0) {
            for (int i = 0; i < 100; i++) {
              try (PendingWrite write =
                  memory.direct().startWrite(memory.range(4 * PAGE, 4 * PAGE))) {
                write.segment().fill((byte) 1);
              }
              assertThat(memory.owner(4 * PAGE)).isEqualTo(1);
            }
            assertThat(
                    change(
                        space,
                        GasStatistics::pageMigrations,
                        () -> write(memory, 4 * PAGE, 4 * PAGE, 2)))
                .as("all frames are there")
                .isEqualTo(4);
            Runnable another = () -> write(memory, 4 * PAGE, 4 * PAGE, 3);
            assertThat(change(space, GasStatistics::pageMigrations, another))
                .as("here already, in the frames that are left")
                .isZero();
          }
          space.barrier();
          assertFilled(memory, 4 * PAGE, 4 * PAGE, 3);
          space.barrier();
        });
  }

  @Test
  void shouldRefuseWhatIsNotWrittenOnce() {
    spmd(
        2,
        space -> {
          GlobalMemory memory = space.allocate("once", 4 * PAGE);
          GlobalMemory other = space.allocate("other", PAGE);
          long[] offsets = {0, 2 * PAGE}; // by a view, by frames, for one of the PEs
          for (long offset : space.pe() == 0 ? offsets : new long[0]) {
            PendingWrite write = memory.direct().startWrite(memory.range(offset, PAGE));
            MemorySegment segment = write.segment();
            segment.fill((byte) 1);
            write.commit();
            assertThatThrownBy(write::commit)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("\"once\"")
                .hasMessageContaining("committed once");
            assertThatThrownBy(write::segment).isInstanceOf(IllegalStateException.class);
            if (offset > 0) {
              assertThatThrownBy(() -> segment.get(JAVA_BYTE, 0))
                  .isInstanceOf(IllegalStateException.class);
            }
            assertThatThrownBy(memory::close)
                .isInstanceOf(GasException.class)
                .hasMessageContaining("closed while views, reads or writes of it are open");
            write.close();
            write.close();
            assertThatThrownBy(write::commit).isInstanceOf(IllegalStateException.class);
          }
          assertThatThrownBy(() -> memory.direct().startWrite(other.whole()))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessageContaining("\"other\" written in memory \"once\"");
          assertThatThrownBy(
                  () -> memory.direct().startWrite(memory.gather(0, 8, new long[] {1, 5})))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessageContaining("must be READ");
          space.barrier();
          memory.seal();
          assertThatThrownBy(() -> memory.direct().startWrite(memory.whole()))
              .isInstanceOf(GasException.class)
              .hasMessageContaining("sealed");
        });
  }
}
