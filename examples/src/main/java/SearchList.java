import java.util.SplittableRandom;
import org.temoto.gas.*;
import org.temoto.gas.array.*;
import org.temoto.gas.heap.*;
import org.temoto.task.*;

/**
 * Linked list in the order of its keys, with a binary tree above that finds them: tasks build both
 * on a global heap, look for keys, walk the list by parts, and free it. Argument: how many keys.
 */
final class SearchList {
  private static final long FEW = 64; // items of a leaf
  private static final long APART = 3; // keys are the multiples of it

  private SearchList() {}

  record Item(long key, long value, GlobalRef<Item> next) {}

  /** A node with the least key on the right, or a leaf, which has none below it. */
  record Node(
      long cut, GlobalRef<Node> left, GlobalRef<Node> right, GlobalRef<Item> first, long items) {}

  /** A part of the list, and the tree above it. */
  record Part(GlobalRef<Node> root, GlobalRef<Item> first, GlobalRef<Item> last) {}

  static long value(long index) {
    return new SplittableRandom(index).nextInt(1000);
  }

  /** Builds the part of the keys with the numbers [{@code from}, {@code to}). */
  record Build(GlobalHeap heap, long from, long to) implements Task<Part> {
    @Override
    public Part run(TaskContext context) {
      if (to - from > FEW) {
        long middle = (from + to) / 2;
        Forked<Part> other = context.fork(new Build(heap, middle, to));
        Part left = new Build(heap, from, middle).run(context);
        Part right = other.join();
        GlobalRecords<Item> end = heap.records(left.last, Item.class, 1);
        Item last = end.get(0);
        end.set(0, new Item(last.key, last.value, right.first));
        Node node = new Node(middle * APART, left.root, right.root, left.first, to - from);
        return new Part(heap.allocate(node), left.first, right.last);
      }
      GlobalRef<Item> first = GlobalRef.none();
      GlobalRef<Item> last = GlobalRef.none();
      for (long i = to - 1; i >= from; i--) {
        first = heap.allocate(new Item(i * APART, value(i), first));
        last = last.isNone() ? first : last;
      }
      context.charge(100 * (to - from)); // for simulations with --cost model
      Node leaf = new Node(0, GlobalRef.none(), GlobalRef.none(), first, to - from);
      return new Part(heap.allocate(leaf), first, last);
    }
  }

  /** Looks for random keys, of which a third are there; returns the sum of their values. */
  record Look(GlobalHeap heap, GlobalRef<Node> root, long keys, long from, long to)
      implements LongTask {
    @Override
    public long compute(TaskContext context) {
      if (to - from > FEW) {
        long middle = (from + to) / 2;
        Forked.OfLong other = context.fork(new Look(heap, root, keys, middle, to));
        return new Look(heap, root, keys, from, middle).compute(context) + other.join();
      }
      long sum = 0;
      for (long i = from; i < to; i++) {
        sum += find(key(i, keys));
      }
      context.charge(100 * (to - from) * (FEW + Long.SIZE - Long.numberOfLeadingZeros(keys)));
      return sum;
    }

    static long key(long search, long keys) {
      return new SplittableRandom(~search).nextLong(APART * keys);
    }

    private long find(long key) {
      Node node = heap.get(root, Node.class);
      while (!node.left.isNone()) {
        node = heap.get(key < node.cut ? node.left : node.right, Node.class);
      }
      GlobalRef<Item> at = node.first;
      for (long i = 0; i < node.items; i++) {
        Item item = heap.get(at, Item.class);
        if (item.key >= key) {
          return item.key == key ? item.value : 0;
        }
        at = item.next;
      }
      return 0;
    }
  }

  /** Walks the list below a node to its end and frees both; returns the sum of keys and values. */
  record Fell(GlobalHeap heap, GlobalRef<Node> at) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      Node node = heap.get(at, Node.class);
      heap.free(at);
      if (!node.left.isNone()) {
        Forked.OfLong other = context.fork(new Fell(heap, node.right));
        return new Fell(heap, node.left).compute(context) + other.join();
      }
      long sum = 0;
      GlobalRef<Item> next = node.first;
      for (long i = 0; i < node.items; i++) {
        Item item = heap.get(next, Item.class);
        heap.free(next);
        sum += item.key + item.value;
        next = item.next;
      }
      context.charge(100 * node.items);
      return sum;
    }
  }

  /** The sums of what was found and of all there is, and the items of the list from end to end. */
  record Sums(long found, long all, long items) {}

  /** Builds, looks as often as there are keys, walks and frees. Collective. */
  static Sums run(GlobalAddressSpace space, TaskRuntime runtime, long keys) {
    try (GlobalHeap heap = GlobalHeap.create(space, "list", 100 * keys + (1 << 20))) {
      Task<Sums> whole =
          context -> {
            Part list = new Build(heap, 0, keys).run(context);
            long found = new Look(heap, list.root, keys, 0, keys).compute(context);
            long items = 0;
            for (var at = list.first; !at.isNone(); at = heap.get(at, Item.class).next) {
              items++;
            }
            return new Sums(found, new Fell(heap, list.root).compute(context), items);
          };
      return space.report().measure(() -> runtime.run(whole));
    }
  }

  /** The same by plain Java. */
  static Sums plain(long keys) {
    long found = 0;
    long all = 0;
    for (long i = 0; i < keys; i++) {
      long key = Look.key(i, keys);
      found += key % APART == 0 ? value(key / APART) : 0;
      all += i * APART + value(i);
    }
    return new Sums(found, all, keys);
  }

  public static void main(String[] arguments) {
    long keys = arguments.length > 0 ? Long.parseLong(arguments[0]) : 5_000;
    Temoto.launch(
        GasOptions.DEFAULT,
        space -> {
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            Sums sums = run(space, runtime, keys);
            if (space.pe() == 0) {
              space.report().put("found", sums.found).verify(sums.equals(plain(keys)));
            }
          }
        });
  }
}
