package org.temoto.gas;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.temoto.gas.array.GlobalLongs;
import org.temoto.gas.array.LongView;

/** Tests of localizes that are asked for and awaited later, on any backend. */
public abstract class AsyncContractTest extends MemoryTest {
  private static GlobalMemory numbered(GlobalAddressSpace space, int pages) {
    GlobalMemory memory =
        space.allocate(MemoryOptions.of("ahead", (long) pages * PAGE).withSpareFrames(1));
    for (int page = 0; page < pages; page++) {
      if (page * space.pes() / pages == space.pe()) { // which manages it
        fill(memory, (long) page * PAGE, PAGE, page + 1);
      }
    }
    space.barrier();
    return memory;
  }

  private static void assertAwaits(Request<LocalView> request, int value) {
    try (LocalView view = request.await()) {
      assertThat(view.segment().toArray(JAVA_BYTE))
          .as("%s at %s", view, view.offset())
          .containsOnly(value);
    }
  }

  @Test
  void shouldFetchOnceWhatIsAskedForAndAwaited() {
    spmd(
        2,
        space -> {
          GlobalMemory memory = numbered(space, 8);
          if (space.pe() == 0) {
            long before = space.statistics().bytesFetched();
            try (Request<LocalView> request =
                memory.localizeAsync(5 * PAGE, 2 * PAGE, Access.READ)) {
              assertThat(space.statistics().bytesFetched() - before).isEqualTo(2 * PAGE);
              try (LocalView view = request.await()) {
                assertThat(view.segment().get(JAVA_BYTE, 0)).isEqualTo((byte) 6);
                assertThat(view.segment().get(JAVA_BYTE, PAGE)).isEqualTo((byte) 7);
              }
            }
            assertFilled(memory, 5 * PAGE, PAGE, 6);
            assertThat(space.statistics().bytesFetched() - before).isEqualTo(2 * PAGE);
          }
          space.barrier();
        });
  }

  @Test
  void shouldAwaitInAnyOrderManyMoreThanTravelAtOnce() {
    spmd(
        3,
        space -> {
          GlobalMemory memory = numbered(space, 60);
          List<Request<LocalView>> requests = new ArrayList<>();
          for (int page = 0; page < 60; page++) {
            requests.add(memory.localizeAsync((long) page * PAGE, PAGE, Access.READ));
          }
          for (int k = 0; k < 60; k++) {
            int page = k * 37 % 60;
            assertAwaits(requests.get(page), page + 1);
          }
          space.barrier();
        });
  }

  @Test
  void shouldAskForAndAwaitSeveralTogether() {
    spmd(
        2,
        space -> {
          GlobalMemory memory = numbered(space, 16);
          List<Region> regions = new ArrayList<>();
          for (int page = 0; page < 16; page += 2) {
            regions.add(new Region.Strided(memory, (long) page * PAGE + 5, 7, PAGE, 2));
          }
          List<LocalView> views = Request.awaitAll(memory.localizeAsync(regions, Access.READ));
          for (int i = 0; i < views.size(); i++) {
            try (LocalView view = views.get(i)) {
              assertThat(view.segment().get(JAVA_BYTE, 0)).isEqualTo((byte) (2 * i + 1));
              assertThat(view.segment().get(JAVA_BYTE, PAGE)).isEqualTo((byte) (2 * i + 2));
            }
          }
          space.barrier();
        });
  }

  @Test
  void shouldShowWhatWasReleasedBetweenTheRequestAndAnAcquire() {
    spmd(
        2,
        space -> {
          GlobalMemory memory = numbered(space, 4);
          for (int round = 10; round < 30; round++) {
            try (Request<LocalView> request = memory.localizeAsync(0, 4 * PAGE, Access.READ)) {
              space.barrier();
              if (space.pe() == round % 2) {
                fill(memory, 0, 4 * PAGE, round);
              }
              space.barrier();
              assertAwaits(request, round);
            }
            space.barrier();
          }
        });
  }

  /** The copies have set out before, and arrive after. */
  @Test
  void shouldSpareWhatThisPeHasWrittenMeanwhile() {
    spmd(
        2,
        space -> {
          GlobalMemory memory = numbered(space, 8);
          if (space.pe() == 0) {
            try (Request<LocalView> request =
                memory.localizeAsync(4 * PAGE, 4 * PAGE, Access.READ)) {
              fill(memory, 4 * PAGE, PAGE, 50); // committed, complete
              space.releaseFence();
              fill(memory, 5 * PAGE, PAGE, 51); // committed, on its way
              try (LocalView open = memory.localize(6 * PAGE + 9, 30, Access.READ_WRITE)) {
                open.segment().fill((byte) 52); // not committed
                try (LocalView view = request.await()) {
                  assertThat(view.segment().get(JAVA_BYTE, 0)).isEqualTo((byte) 50);
                  assertThat(view.segment().get(JAVA_BYTE, PAGE)).isEqualTo((byte) 51);
                  assertThat(view.segment().get(JAVA_BYTE, 2 * PAGE)).isEqualTo((byte) 7);
                  assertThat(view.segment().get(JAVA_BYTE, 2 * PAGE + 9)).isEqualTo((byte) 52);
                  assertThat(view.segment().get(JAVA_BYTE, 2 * PAGE + 38)).isEqualTo((byte) 52);
                  assertThat(view.segment().get(JAVA_BYTE, 2 * PAGE + 39)).isEqualTo((byte) 7);
                  assertThat(view.segment().get(JAVA_BYTE, 3 * PAGE)).isEqualTo((byte) 8);
                }
                open.commit();
              }
            }
          }
          space.barrier();
          assertFilled(memory, 4 * PAGE, PAGE, 50);
          assertFilled(memory, 5 * PAGE, PAGE, 51);
          assertFilled(memory, 6 * PAGE + 9, 30, 52);
        });
  }

  @Test
  void shouldWriteAndCommitThroughAnAwaitedView() {
    spmd(
        2,
        space -> {
          GlobalMemory memory = numbered(space, 4);
          int other = 1 - space.pe();
          try (Request<LocalView> part =
                  memory.localizeAsync(2L * other * PAGE + 3, 50, Access.READ_WRITE);
              Request<LocalView> whole =
                  memory.localizeAsync((2L * other + 1) * PAGE, PAGE, Access.WRITE)) {
            try (LocalView view = whole.await();
                LocalView few = part.await()) {
              view.segment().fill((byte) 77);
              view.commit();
              few.segment().asSlice(10, 5).fill((byte) 78);
              few.commit(10, 5);
            }
          }
          space.barrier();
          assertFilled(memory, 2L * other * PAGE + 13, 5, 78);
          assertFilled(memory, 2L * other * PAGE + 3, 10, 2 * other + 1);
          assertFilled(memory, 2L * other * PAGE + 18, 35, 2 * other + 1);
          assertFilled(memory, (2L * other + 1) * PAGE, PAGE, 77);
        });
  }

  @Test
  void shouldFollowAPageThatMovesMeanwhile() {
    spmd(
        2,
        space -> {
          GlobalMemory memory = numbered(space, 4);
          for (int round = 0; round < 10; round++) {
            Request<LocalView> request = memory.localizeAsync(0, 4 * PAGE, Access.READ);
            memory.migrate((long) round % 4 * PAGE, PAGE, (round + space.pe()) % 2);
            try (LocalView view = request.await()) {
              for (int page = 0; page < 4; page++) {
                assertThat(view.segment().get(JAVA_BYTE, (long) page * PAGE))
                    .isEqualTo((byte) (page + 1));
              }
            }
            space.barrier();
          }
        });
  }

  @Test
  void shouldFetchNothingThatIsStoredWhole() {
    spmd(
        2,
        space -> {
          GlobalMemory memory = numbered(space, 8);
          if (space.pe() == 0) {
            long before = space.statistics().bytesFetched();
            try (Request<LocalView> request =
                    memory.localizeAsync(5 * PAGE, 2 * PAGE, Access.WRITE);
                LocalView view = request.await()) {
              view.segment().fill((byte) 61);
              view.commit();
            }
            assertThat(space.statistics().bytesFetched()).isEqualTo(before);
          }
          space.barrier();
          assertFilled(memory, 5 * PAGE, 2 * PAGE, 61);
          space.barrier();
        });
  }

  @Test
  void shouldHaveAQuarterOfTheCacheOnItsWay() {
    spmd(
        options(2).withCacheBytes(40 * PAGE),
        space -> {
          GlobalMemory memory = numbered(space, 64);
          if (space.pe() == 0) {
            for (int round = 0; round < 2; round++) {
              long before = space.statistics().bytesFetched();
              long from = (32 + 11L * round) * PAGE;
              Request<LocalView> whole = memory.localizeAsync(from, 10 * PAGE, Access.READ);
              Request<LocalView> beyond = memory.localizeAsync(from, 11 * PAGE, Access.READ);
              assertThat(space.statistics().bytesFetched() - before).isEqualTo(10 * PAGE);
              try (LocalView view = beyond.await()) {
                assertThat(view.segment().get(JAVA_BYTE, 10 * PAGE))
                    .isEqualTo((byte) (43 + 11 * round));
              }
              whole.await().close();
            }
          }
          space.barrier();
        });
  }

  /** Blocks beside those that are asked for count, too. */
  @Test
  void shouldBringNothingBesideThatMayNotTravel() {
    spmd(
        options(2).withCacheBytes(40 * PAGE),
        space -> {
          GlobalMemory memory = numbered(space, 64);
          if (space.pe() == 0) {
            Region one = new Region.Strided(memory, 32L * PAGE, 8, PAGE, 30);
            long before = space.statistics().bytesFetched();
            List<Request<LocalView>> requests = memory.localizeAsync(List.of(one), Access.READ);
            assertThat(space.statistics().bytesFetched() - before).isBetween(30L * 8, 10L * PAGE);
            try (LocalView view = requests.getFirst().await()) {
              assertThat(view.segment().get(JAVA_BYTE, 29 * PAGE)).isEqualTo((byte) 62);
            }
          }
          space.barrier();
        });
  }

  /** Given up requests give back what they travelled with. */
  @Test
  void shouldLeaveNothingBehindWhenGivenUp() {
    spmd(
        2,
        space -> {
          GlobalMemory memory = numbered(space, 8);
          for (int round = 0; round < 100; round++) {
            memory.localizeAsync(0, 8 * PAGE, Access.READ).close();
          }
          long before = space.statistics().bytesFetched();
          Request<LocalView> request = memory.localizeAsync(0, 8 * PAGE, Access.READ);
          assertThat(space.statistics().bytesFetched() - before)
              .as("travels, as the first would")
              .isEqualTo(4 * PAGE);
          request.close();
          request.close();
          assertThatThrownBy(request::await)
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("has been closed");
          space.barrier();
          memory.close();
        });
  }

  @Test
  void shouldTellWhetherItIsDone() {
    spmd(
        2,
        space -> {
          GlobalMemory memory = numbered(space, 4);
          try (Request<LocalView> request = memory.localizeAsync(0, 4 * PAGE, Access.READ)) {
            while (!request.isDone()) {
              Thread.yield();
            }
            request.await().close();
            assertThatThrownBy(request::isDone)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("has been awaited");
          }
          Request<LocalView> here = memory.localizeAsync(0, 4 * PAGE, Access.READ);
          assertThat(here.isDone()).isTrue();
          here.close();
          space.barrier();
        });
  }

  @Test
  void shouldStayARequestWhenItsAwaitIsRefused() {
    spmd(
        2,
        space -> {
          GlobalMemory memory = numbered(space, 4);
          Request<LocalView> request = memory.localizeAsync(0, 100, Access.READ_WRITE);
          try (LocalView _ = memory.localize(50, 100, Access.READ_WRITE)) {
            assertThatThrownBy(request::await)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("a view must have all of these bytes, or none");
          }
          try (LocalView view = request.await()) {
            assertThat(view.isOpen()).isTrue();
          }
          Request<LocalView> refused = memory.localizeAsync(0, 100, Access.READ_WRITE);
          try (LocalView _ = memory.localize(50, 100, Access.READ_WRITE)) {
            assertThatThrownBy(refused::await).isInstanceOf(IllegalStateException.class);
            refused.close();
          }
          space.barrier();
          memory.close();
        });
  }

  @Test
  void shouldRefuseToCloseAMemoryThatIsAskedFor() {
    spmd(
        2,
        space -> {
          GlobalMemory memory = numbered(space, 2);
          try (Request<LocalView> _ = memory.localizeAsync(0, PAGE, Access.READ)) {
            assertThatThrownBy(memory::close)
                .isInstanceOf(GasException.class)
                .hasMessageContaining("is closed while views of it are open");
          }
          memory.close();
        });
  }

  @Test
  void shouldRefuseWhatLocalizeRefuses() {
    spmd(
        1,
        space -> {
          GlobalMemory memory = space.allocate("small", 10);
          GlobalMemory other = space.allocate("other", 10);
          assertThatThrownBy(() -> memory.localizeAsync(8, 3, Access.READ))
              .isInstanceOf(IndexOutOfBoundsException.class);
          assertThatThrownBy(() -> memory.localizeAsync(other.whole(), Access.READ))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessageContaining("region of memory \"other\" localized in memory \"small\"");
        });
  }

  @Test
  void shouldBringTypedArrays() {
    spmd(
        2,
        space -> {
          GlobalLongs longs = GlobalLongs.allocate(space, "longs", 4 * PAGE / 8);
          if (space.pe() == 0) {
            try (LongView view = longs.localize(Access.WRITE)) {
              for (long i = 0; i < longs.length(); i++) {
                view.set(i, 3 * i);
              }
              view.commit();
            }
          }
          space.barrier();
          try (Request<LongView> request = longs.localizeAsync(Access.READ);
              LongView view = request.await()) {
            assertThat(view.get(longs.length() - 1)).isEqualTo(3 * (longs.length() - 1));
          }
          space.barrier();
        });
  }

  @Test
  void shouldAskForNothing() {
    spmd(
        2,
        space -> {
          GlobalMemory memory = numbered(space, 4);
          assertThat(memory.localizeAsync(List.<Region>of(), Access.READ)).isEmpty();
          space.barrier();
        });
  }

  @Test
  void shouldLocalizePartsOfWhatIsOnItsWay() {
    spmd(
        2,
        space -> {
          GlobalMemory memory = numbered(space, 16);
          if (space.pe() == 0) {
            long before = space.statistics().bytesFetched();
            try (Request<LocalView> whole = memory.localizeAsync(8 * PAGE, 8 * PAGE, Access.READ)) {
              for (int page : new int[] {8, 13, 12, 15, 8}) {
                assertFilled(memory, (long) page * PAGE + 7, PAGE - 9, page + 1);
              }
              assertFilled(memory, 9 * PAGE, PAGE, 10);
              try (LocalView view = whole.await()) {
                assertThat(view.segment().get(JAVA_BYTE, 6 * PAGE)).isEqualTo((byte) 15);
              }
            }
            assertThat(space.statistics().bytesFetched() - before).isEqualTo(8 * PAGE);
          }
          space.barrier();
        });
  }

  @Test
  void shouldFetchOnlyWhatHasChangedSinceItWasAskedFor() {
    spmd(
        2,
        space -> {
          GlobalMemory memory = numbered(space, 16);
          List<Request<LocalView>> requests = new ArrayList<>();
          long before = space.statistics().bytesFetched();
          if (space.pe() == 0) {
            requests.add(memory.localizeAsync(8 * PAGE, 8 * PAGE, Access.READ));
          }
          space.barrier();
          if (space.pe() == 1) {
            fill(memory, 10 * PAGE, PAGE, 77);
          }
          space.barrier();
          if (space.pe() == 0) {
            for (int page = 15; page >= 8; page--) {
              assertFilled(memory, (long) page * PAGE, PAGE, page == 10 ? 77 : page + 1);
            }
            assertThat(space.statistics().bytesFetched() - before).isEqualTo(9 * PAGE);
          }
          requests.forEach(Request::close);
          space.barrier();
        });
  }

  @Test
  void shouldKeepWhatIsWrittenWithinWhatIsOnItsWay() {
    spmd(
        2,
        space -> {
          GlobalMemory memory = numbered(space, 16);
          if (space.pe() == 0) {
            try (Request<LocalView> whole = memory.localizeAsync(8 * PAGE, 8 * PAGE, Access.READ)) {
              fill(memory, 9 * PAGE + 100, PAGE, 99);
              space.releaseFence();
              assertFilled(memory, 9 * PAGE, 100, 10);
              assertFilled(memory, 9 * PAGE + 100, PAGE, 99);
              assertFilled(memory, 10 * PAGE + 100, PAGE - 100, 11);
              try (LocalView view = whole.await()) {
                assertThat(view.segment().get(JAVA_BYTE, PAGE + 100)).isEqualTo((byte) 99);
                assertThat(view.segment().get(JAVA_BYTE, PAGE + 99)).isEqualTo((byte) 10);
              }
            }
          }
          space.barrier();
          assertFilled(memory, 9 * PAGE + 100, PAGE, 99);
          space.barrier();
        });
  }
}
