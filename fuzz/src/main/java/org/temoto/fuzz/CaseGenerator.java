package org.temoto.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.temoto.gas.Distribution;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GasOptions.Coherence;
import org.temoto.gas.MemoryOptions.OwnershipPolicy;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.task.RuntimeOptions.Exposure;
import org.temoto.task.RuntimeOptions.StealAmount;
import org.temoto.task.RuntimeOptions.StealPolicy;
import org.temoto.task.collective.CollectiveOptions;

/** Generator of cases: what a program runs on, its memories, and the program itself. */
final class CaseGenerator {
  /** Pages of a cache that never is full. */
  static final int WIDE_CACHE = 1 << 14;

  private static final int[] NETWORKS = {0, 0, 0, 200, 2_000, 20_000};
  private static final long[] ARENAS = {CollectiveOptions.BY_HEAP, 4 << 10, 8 << 10, 16 << 10};
  private static final long[] PATIENCES = {0, 10_000, 30_000, 30_000};

  private static final OwnershipPolicy[] POLICIES = {
    OwnershipPolicy.FIXED, OwnershipPolicy.LAST_WRITER, OwnershipPolicy.ADAPTIVE
  };

  private final Random random;

  /** Random numbers for what was added later, so that the rest of a seed's case stays as it was. */
  private final Random more;

  private CaseGenerator(long seed) {
    random = new Random(seed * 0x9E3779B97F4A7C15L);
    more = new Random(~seed);
  }

  static FuzzCase generate(long seed) {
    return new CaseGenerator(seed).draw(seed);
  }

  private FuzzCase draw(long seed) {
    boolean tight = random.nextInt(3) == 0;
    Shape shape = Shape.draw(random, tight);
    ClusterShape cluster = cluster(tight);
    List<MemoryShape> memories = memories(tight, shape);
    int words = 1 + random.nextInt(3);
    Mix mix = Mix.draw(random, shape);
    ProgramGenerator generator =
        new ProgramGenerator(seed, random, memories, words, cluster.pes(), tight, shape, mix);
    return new FuzzCase(cluster, generator.program(), seed);
  }

  private ClusterShape cluster(boolean tight) {
    int pes = random.nextInt(16) == 0 ? 1 : 2 + random.nextInt(3);
    int workers = 1 + random.nextInt(3);
    Schedule schedule = random.nextInt(8) == 0 ? Schedule.VIRTUAL : Schedule.SEEDED;
    Exposure exposure = random.nextInt(4) == 0 ? Exposure.LAZY : Exposure.EAGER;
    StealPolicy policy = random.nextInt(8) == 0 ? StealPolicy.REQUEST : StealPolicy.ONE_SIDED;
    boolean half = policy == StealPolicy.ONE_SIDED && random.nextInt(8) == 0;
    return new ClusterShape(
        schedule,
        pes,
        workers,
        tight ? ProgramGenerator.SPARING_PAGES * workers : WIDE_CACHE,
        random.nextInt(12) != 0,
        random.nextBoolean(),
        random.nextInt(12) == 0,
        random.nextBoolean() ? 4 : 0.5,
        random.nextInt(3) == 0 ? Coherence.AUTOMATIC : Coherence.EXPLICIT,
        NETWORKS[random.nextInt(NETWORKS.length)],
        exposure,
        exposure == Exposure.LAZY ? 0 : PATIENCES[random.nextInt(PATIENCES.length)],
        policy,
        half ? StealAmount.HALF : StealAmount.ONE,
        collectives());
  }

  /** Mostly with a receive area that is too small for everything at once. */
  private CollectiveOptions collectives() {
    CollectiveOptions.Progress[] all = CollectiveOptions.Progress.values();
    long arena = ARENAS[random.nextInt(ARENAS.length)];
    return new CollectiveOptions(all[random.nextInt(all.length)], arena);
  }

  private List<MemoryShape> memories(boolean tight, Shape shape) {
    List<MemoryShape> memories = new ArrayList<>();
    switch (shape) {
      case DEEP -> {
        memories.add(memory(tight, tight ? 12 : random.nextInt(8) == 0 ? 24 : 3));
        for (int n = random.nextInt(3); n > 0; n--) {
          memories.add(memory(tight, 2));
        }
      }
      case CROWDED -> {
        memories.add(memory(tight, 2));
        if (random.nextBoolean()) {
          memories.add(memory(tight, tight ? 8 : 2));
        }
      }
      case CONTENDED -> memories.add(memory(tight, random.nextInt(4) == 0 ? 2 : 1));
    }
    return memories;
  }

  /** Few pages, so that tasks meet on them; now and then more. */
  private MemoryShape memory(boolean tight, int most) {
    int pageSize = GasOptions.MIN_PAGE_SIZE << (tight || random.nextBoolean() ? 0 : 2);
    return new MemoryShape(
        1 + random.nextInt(most),
        pageSize,
        random.nextBoolean() ? Distribution.block() : Distribution.cyclic(),
        policy(),
        random.nextInt(pageSize - MemoryShape.width(pageSize) * (MemoryShape.UNITS_PER_PAGE - 1)));
  }

  private OwnershipPolicy policy() {
    OwnershipPolicy drawn = POLICIES[random.nextInt(POLICIES.length)];
    return switch (more.nextInt(5)) {
      case 0 -> OwnershipPolicy.FIRST_TOUCH;
      case 1 -> OwnershipPolicy.FORWARDED;
      default -> drawn;
    };
  }
}
