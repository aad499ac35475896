package org.temoto.gas.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.invoke.VarHandle;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.gas.Access;
import org.temoto.gas.EngineOptions;
import org.temoto.gas.GasOptions;
import org.temoto.gas.RefusedException;
import org.temoto.gas.SpaceTest;
import org.temoto.gas.array.GlobalRecords;
import org.temoto.gas.array.GlobalRecords.Length;
import org.temoto.gas.array.GlobalRef;
import org.temoto.gas.array.RecordView;

/** Tests of the promises of records in global memory, and of references to them. */
@Timeout(100)
public abstract class RecordsContractTest extends SpaceTest {
  private static final long ARENA = 1 << 20;
  private static final VarHandle COUNT = GlobalRecords.component(All.class, "count");
  private static final VarHandle NEXT = GlobalRecords.component(All.class, "next");
  private static final VarHandle Y = GlobalRecords.component(All.class, "place.y");
  private static final VarHandle PARTS = GlobalRecords.component(All.class, "parts");
  private static final VarHandle MASS = GlobalRecords.component(Body.class, "mass");
  private static final VarHandle HITS = GlobalRecords.component(Body.class, "hits");

  record Place(double x, float y) {}

  record Body(double x, double y, double mass, int hits) {}

  /** One component of each kind. */
  record All(
      boolean flag,
      byte small,
      short number,
      char letter,
      int count,
      long large,
      float part,
      double whole,
      Place place,
      GlobalRef<All> next,
      @Length(3) int[] parts,
      @Length(2) boolean[] flags,
      @Length(2) GlobalRef<All>[] both) {}

  record Node(long key, GlobalRef<Node> next) {}

  record Flag(boolean set) {}

  @SuppressWarnings({"unchecked", "rawtypes"}) // an array of references
  private static All all(int seed) {
    return new All(
        seed % 2 == 1,
        (byte) -seed,
        (short) (seed * 300),
        (char) ('a' + seed),
        seed * 70_000,
        seed * 5_000_000_000L,
        seed / 2f,
        seed / 3d,
        new Place(seed / 7d, -seed),
        new GlobalRef<>(seed),
        new int[] {seed, -seed, seed + 1},
        new boolean[] {seed % 2 == 0, true},
        new GlobalRef[] {new GlobalRef<>(seed + 5L), GlobalRef.none()});
  }

  private static void requireSame(All found, All expected) {
    assertThat(found).usingRecursiveComparison().isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void shouldKeepAllComponentsOfRecordsOfOtherPes(int pes) {
    spmd(
        pes,
        space -> {
          int each = 200;
          GlobalRecords<All> records =
              GlobalRecords.allocate(space, "records", All.class, (long) pes * each);
          int own = space.pe() * each;
          try (RecordView<All> view = records.localize(own, own + each, Access.WRITE)) {
            for (int i = 0; i < each; i++) {
              view.set(i, all(own + i));
            }
            view.commit();
          }
          space.barrier();
          try (RecordView<All> view = records.localize(Access.READ)) {
            for (int i = 0; i < pes * each; i++) {
              requireSame(view.get(i), all(i));
              assertThat((int) COUNT.get(view, i)).isEqualTo(i * 70_000);
              assertThat((float) Y.get(view, i)).isEqualTo(-i);
              assertThat((int) PARTS.get(view, i, 2)).isEqualTo(i + 1);
              assertThat((GlobalRef<?>) NEXT.get(view, i)).isEqualTo(new GlobalRef<>(i));
            }
          }
          space.barrier();
          records.set(own + 1, all(9));
          requireSame(records.get(own + 1), all(9));
          requireSame(records.slice(own, own + 2).get(0), all(own));
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void shouldStoreSingleComponentsAndLeaveTheRest(int pes) {
    spmd(
        pes,
        space -> {
          GlobalRecords<All> records = GlobalRecords.allocate(space, "records", All.class, pes);
          records.set(space.pe(), all(5));
          try (RecordView<All> view =
              records.localize(space.pe(), space.pe() + 1, Access.READ_WRITE)) {
            COUNT.set(view, 0L, 1);
            Y.set(view, 0L, 2f);
            PARTS.set(view, 0L, 1L, 3);
            NEXT.set(view, 0L, GlobalRef.none());
            view.commit();
          }
          All five = all(5);
          All expected =
              new All(
                  five.flag,
                  five.small,
                  five.number,
                  five.letter,
                  1,
                  five.large,
                  five.part,
                  five.whole,
                  new Place(five.place.x, 2),
                  GlobalRef.none(),
                  new int[] {5, 3, 6},
                  five.flags,
                  five.both);
          requireSame(records.get(space.pe()), expected);
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void shouldFollowReferencesBetweenArenas(int pes) {
    spmd(
        pes,
        space -> {
          GlobalRecords<Node> heads = GlobalRecords.allocate(space, "heads", Node.class, pes);
          try (GlobalHeap heap = GlobalHeap.create(space, "heap", ARENA)) {
            GlobalRef<Node> list = GlobalRef.none();
            for (int i = 0; i < 100; i++) {
              list = heap.allocate(new Node(space.pe() * 1000L + i, list));
            }
            heads.set(space.pe(), new Node(-1, list));
            space.barrier();
            for (int pe = 0; pe < pes; pe++) {
              long sum = 0;
              for (GlobalRef<Node> at = heads.get(pe).next; !at.isNone(); ) {
                Node node = heap.get(at, Node.class);
                sum += node.key;
                at = node.next;
              }
              assertThat(sum).isEqualTo(pe * 100_000L + 4950);
            }
            GlobalRef<Node> some = heap.allocate(Node.class, 5);
            GlobalRecords<Node> block = heap.records(some, Node.class, 5);
            block.set(4, new Node(7, some));
            assertThat(block.get(4)).isEqualTo(new Node(7, some));
            assertThatThrownBy(() -> heap.records(some, Node.class, 7))
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessageStartingWith("7 records " + Node.class.getName() + " of 16 bytes")
                .hasMessageContaining("block of 80 bytes");
            assertThatThrownBy(() -> heap.records(some, Node.class, -1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("count=-1");
            assertThatThrownBy(() -> heap.allocate(Node.class, -1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("count=-1");
            assertThatThrownBy(() -> heap.allocate(new Node(7, null))) // and leaves no block
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("component \"next\"");
            heap.free(some);
            assertThat(heap.usage().blocks()).isEqualTo(100);
            assertThatThrownBy(() -> heap.get(GlobalRef.none(), Node.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("reference=0");
            space.barrier();
          }
        });
  }

  /** Bytes of neighbours are not touched: two PEs fill one array, every other record each. */
  @ParameterizedTest
  @ValueSource(ints = 2)
  void shouldPublishRecordsOfAByteOneByOne(int pes) {
    spmd(
        pes,
        space -> {
          GlobalRecords<Flag> flags = GlobalRecords.allocate(space, "flags", Flag.class, 64);
          assertThat(flags.range().length() / flags.length()).isEqualTo(1);
          for (int i = space.pe(); i < 64; i += 2) {
            flags.set(i, new Flag(true));
          }
          space.barrier();
          for (int i = 0; i < 64; i++) {
            assertThat(flags.get(i).set).isTrue();
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void shouldStoreAndListAllRecordsOfAnArray(int pes) {
    spmd(
        pes,
        space -> {
          GlobalRecords<Node> nodes = GlobalRecords.allocate(space, "nodes", Node.class, 3L * pes);
          long first = 3L * space.pe();
          GlobalRecords<Node> own = nodes.slice(first, first + 3);
          own.setAll(i -> new Node(10 * (first + i), new GlobalRef<>(first + i)));
          space.barrier();
          List<Node> all = nodes.toList();
          assertThat(all).hasSize(3 * pes);
          for (int i = 0; i < all.size(); i++) {
            assertThat(all.get(i)).isEqualTo(new Node(10L * i, new GlobalRef<>(i)));
          }
          assertThat(nodes.slice(1, 1).toList()).isEmpty();
          assertThatThrownBy(() -> all.add(new Node(1, GlobalRef.none())))
              .isInstanceOf(UnsupportedOperationException.class);
          space.barrier();
          assertThatThrownBy(() -> own.setAll(i -> i < 2 ? new Node(-1, GlobalRef.none()) : null))
              .isInstanceOf(IllegalArgumentException.class);
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void shouldAllocateBlocksOfListsOfRecords(int pes) {
    spmd(
        pes,
        space -> {
          try (GlobalHeap heap = GlobalHeap.create(space, "heap", ARENA)) {
            List<Flag> flags = List.of(new Flag(true), new Flag(false), new Flag(true));
            GlobalRef<Flag> block = heap.allocate(Flag.class, flags);
            assertThat(heap.records(block, Flag.class, 3).toList()).isEqualTo(flags);
            GlobalRef<Flag> none = heap.allocate(Flag.class, List.of());
            assertThat(heap.records(none, Flag.class, 0).toList()).isEmpty();
            GlobalHeap.Usage before = heap.usage();
            assertThatThrownBy(() -> heap.allocate(Flag.class, Arrays.asList(flags.get(0), null)))
                .isInstanceOf(IllegalArgumentException.class);
            assertThat(heap.usage()).isEqualTo(before);
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = 1)
  void shouldRefuseBadUsesOfViews(int pes) {
    spmd(
        pes,
        space -> {
          GlobalRecords<All> records = GlobalRecords.allocate(space, "records", All.class, 2);
          try (RecordView<All> view = records.localize(Access.READ)) {
            assertThatThrownBy(() -> view.get(2)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> COUNT.get(view, -1L))
                .isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> PARTS.get(view, 0L, 3L))
                .isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> view.set(0, all(1))).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> COUNT.set(view, 0L, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("read-only");
            assertThatThrownBy(() -> MASS.get(view, 0L))
                .isInstanceOf(ClassCastException.class)
                .hasMessageContaining("component of " + Body.class.getName());
          }
          All good = all(1);
          assertThatThrownBy(() -> records.set(0, with(good, null, good.parts)))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessage(
                  "component \"next\" of record "
                      + All.class.getName()
                      + " is null, which has no bytes");
          assertThatThrownBy(() -> records.set(0, with(good, good.next, new int[2])))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessage(
                  "component \"parts\" of record "
                      + All.class.getName()
                      + " has 2 elements, and must have 3");
          assertThatThrownBy(() -> records.set(0, null))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessage("record " + All.class.getName() + " is null, which has no bytes");
          assertThatThrownBy(() -> new GlobalRecords<>(records.range().slice(4, 80), All.class))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessageContaining("must hold whole records of");
          RecordView<All> closed = records.localize(Access.READ);
          closed.close();
          assertThatThrownBy(() -> closed.get(0)).isInstanceOf(IllegalStateException.class);
          assertThatThrownBy(() -> COUNT.get(closed, 0L)).isInstanceOf(IllegalStateException.class);
        });
  }

  /** Also what stands in the records of another PE, where a view for writing fetches nothing. */
  @ParameterizedTest
  @CsvSource({"1, EXPLICIT", "1, AUTOMATIC", "2, EXPLICIT", "2, AUTOMATIC"})
  void shouldLeaveARecordAsItIsWhenAnotherIsRefused(int pes, GasOptions.Coherence coherence) {
    spmd(
        options(pes).withCoherence(coherence),
        space -> {
          GlobalRecords<All> records = GlobalRecords.allocate(space, "records", All.class, pes);
          int other = (space.pe() + 1) % pes;
          records.set(space.pe(), all(space.pe()));
          space.barrier();
          All good = all(7);
          for (All bad : refused(good)) {
            assertThatThrownBy(() -> records.set(other, bad))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("component \"");
            requireSame(records.get(other), all(other));
            try (RecordView<All> view = records.localize(other, other + 1, Access.READ_WRITE)) {
              assertThatThrownBy(() -> view.set(0, bad))
                  .isInstanceOf(IllegalArgumentException.class);
              requireSame(view.get(0), all(other));
            }
          }
          assertThatThrownBy(() -> records.set(other, null))
              .isInstanceOf(IllegalArgumentException.class);
          space.barrier();
          requireSame(records.get(space.pe()), all(space.pe()));
          requireSame(records.get(other), all(other));
          space.barrier();
        });
  }

  /** Each has one thing wrong, behind components that could be stored. */
  @SuppressWarnings({"unchecked", "rawtypes"}) // an array of references
  private static List<All> refused(All good) {
    GlobalRef<All>[] holed = new GlobalRef[] {GlobalRef.none(), null};
    return List.of(
        with(good, null, good.next, good.parts, good.both),
        with(good, good.place, null, good.parts, good.both),
        with(good, good.place, good.next, null, good.both),
        with(good, good.place, good.next, new int[4], good.both),
        with(good, good.place, good.next, good.parts, null),
        with(good, good.place, good.next, good.parts, holed));
  }

  private static All with(All all, GlobalRef<All> next, int[] parts) {
    return with(all, all.place, next, parts, all.both);
  }

  private static All with(
      All all, Place place, GlobalRef<All> next, int[] parts, GlobalRef<All>[] both) {
    return new All(
        all.flag,
        all.small,
        all.number,
        all.letter,
        all.count,
        all.large,
        all.part,
        all.whole,
        place,
        next,
        parts,
        all.flags,
        both);
  }

  record Text(int id, String name) {}

  record Loose(int[] numbers) {}

  record None() {}

  record Self(int id, Outer outer) {}

  record Outer(Self self) {}

  record Zero(@Length(0) int[] numbers) {}

  record Grid(@Length(2) int[][] rows) {}

  record Deep(int id, Text text) {}

  record Huge(@Length(1 << 30) long[] all) {}

  record Boxed(Integer id) {}

  record Marked(@Length(2) int number) {}

  @ParameterizedTest
  @ValueSource(ints = 1)
  void shouldRefuseRecordsThatCannotStandInMemory(int pes) {
    spmd(
        pes,
        space -> {
          record Case(Class<? extends Record> type, String fact) {}
          for (Case each :
              List.of(
                  new Case(Text.class, ": component \"name\" is a java.lang.String: "),
                  new Case(Deep.class, ": component \"text.name\" is a java.lang.String: "),
                  new Case(Boxed.class, ": component \"id\" is a java.lang.Integer: "),
                  new Case(Loose.class, ": component \"numbers\" is an array of int not marked"),
                  new Case(Marked.class, ": component \"number\" is marked @Length, and is no"),
                  new Case(Zero.class, ": component \"numbers\" has @Length(0)"),
                  new Case(Grid.class, ": component \"rows\" is an array of int[]: "),
                  new Case(Huge.class, ": component \"all\" ends beyond 16777216 bytes: "),
                  new Case(None.class, " has no components"),
                  new Case(Self.class, ": component \"outer.self\" makes a "))) {
            assertThatThrownBy(() -> GlobalRecords.allocate(space, "none", each.type, 1))
                .isInstanceOf(RefusedException.class)
                .hasMessageStartingWith("record " + each.type.getName() + each.fact)
                .hasMessageEndingWith("marked @Length")
                .hasMessageNotContaining("\n");
          }
          assertThatThrownBy(() -> GlobalRecords.component(All.class, "place.z"))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessageContaining("has no component \"place.z\"; it has [place.x, place.y]");
          assertThatThrownBy(() -> GlobalRecords.component(All.class, "place"))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessageStartingWith("component \"place\" of record " + All.class.getName())
              .hasMessageEndingWith("handle is of one of its components [place.x, place.y]");
        });
  }

  /** The checks of closed views, which make objects, are off. */
  @ParameterizedTest
  @ValueSource(ints = 1)
  void shouldAllocateNothingInLoops(int pes) {
    int count = 10_000;
    spmd(
        options(pes)
            .with(
                EngineOptions.DEFAULT,
                engine -> engine.without(EngineOptions.Feature.USE_AFTER_CLOSE_CHECKS)),
        space -> {
          GlobalRecords<Body> bodies = GlobalRecords.allocate(space, "bodies", Body.class, count);
          try (RecordView<Body> view = bodies.localize(Access.READ_WRITE)) {
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            long least = Long.MAX_VALUE;
            double sum = 0;
            for (int round = 0; round < 400 && least > count; round++) {
              long before = threads.getCurrentThreadAllocatedBytes();
              sum += step(view, count);
              least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
            }
            assertThat(sum).isPositive();
            assertThat(least).as("bytes per %d records", count).isLessThanOrEqualTo(count);
            view.commit();
          }
        });
  }

  private static double step(RecordView<Body> view, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
      MASS.set(view, (long) i, (double) MASS.get(view, (long) i) + 1);
      HITS.set(view, (long) i, (int) HITS.get(view, (long) i) + i % 3);
      sum += (double) MASS.get(view, (long) i) + (int) HITS.get(view, (long) i);
    }
    return sum;
  }
}
