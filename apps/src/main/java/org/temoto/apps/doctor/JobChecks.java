package org.temoto.apps.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.Temoto;
import org.temoto.gas.cluster.ClusterOptions;
import org.temoto.gas.cluster.ClusterOptions.ProgressThread;
import org.temoto.gas.spi.Backend;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.RuntimeSupport;
import org.temoto.gas.spi.Transport;

/** Checks of the job that a cluster's launcher has started: its library and its network. */
final class JobChecks {
  private static final long HEAP = 32L << 20;
  private static final int ALIGNMENT = 4096;
  private static final long COMPUTING_NANOS = 60_000_000;

  private final GlobalAddressSpace space;
  private final ProcessingElement pe;
  private final Channel channel;
  private final long area;
  private final boolean measure;
  private final List<Check> checks = new ArrayList<>();

  private JobChecks(GlobalAddressSpace space, boolean measure) {
    this.space = space;
    this.measure = measure;
    RuntimeSupport support = RuntimeSupport.of(space);
    pe = support.processingElement();
    channel = support.mainChannel();
    area = pe.heap().allocate(PairCosts.BLOCK, ALIGNMENT);
  }

  /** Tells whether a launcher has started this process as a PE. */
  static boolean isLaunched() {
    return ServiceLoader.load(Backend.class).stream().anyMatch(found -> found.get().isLaunched());
  }

  /** Checks of what a PE needs to survive, each with what it is good for. */
  static List<Check> environment() {
    return ServiceLoader.load(Backend.class).stream()
        .flatMap(found -> found.get().diagnose().stream())
        .map(one -> Check.of(one.name(), one.ok(), one.found(), one.mend()))
        .toList();
  }

  /** All checks, as PE 0 finds them; nothing on the others. Collective. */
  static List<Check> all(ProgressThread progress, boolean measure) {
    AtomicReference<List<Check>> found = new AtomicReference<>();
    GasOptions options =
        GasOptions.DEFAULT
            .withHeapBytes(HEAP)
            .with(ClusterOptions.DEFAULT, cluster -> cluster.withProgress(progress));
    Temoto.launch(options, space -> found.set(new JobChecks(space, measure).examine()));
    return found.get();
  }

  private List<Check> examine() {
    add("job", space.pes() + " PEs; PE 0 is on " + pe.host());
    pair("same host", nearest(true));
    pair("other host", nearest(false));
    computing(nearest(false));
    description();
    return pe.rank() == 0 ? checks : List.of();
  }

  private void add(String name, String detail) {
    checks.add(Check.of(name, true, detail, ""));
  }

  /** The first PE that PE 0 reaches by loads and stores, or that it does not. */
  private OptionalInt nearest(boolean near) {
    long first =
        pe.rank() == 0
            ? IntStream.range(1, space.pes())
                .filter(other -> pe.transport().direct(other).isPresent() == near)
                .findFirst()
                .orElse(0)
            : 0;
    int agreed = (int) space.broadcast(first);
    return agreed == 0 ? OptionalInt.empty() : OptionalInt.of(agreed);
  }

  /** PE 0 measures, all others wait. */
  private void pair(String kind, OptionalInt other) {
    if (pe.rank() == 0 && other.isPresent()) {
      int peer = other.getAsInt();
      PairCosts costs = PairCosts.measure(channel, peer, area);
      add(kind, "PE 0 to PE " + peer + ": " + costs.text());
      if (measure) {
        add(kind, "as a simulated network: " + costs.options());
      }
    }
    space.barrier();
  }

  /** The same get, from a PE that makes no call meanwhile. */
  private void computing(OptionalInt other) {
    if (other.isEmpty()) {
      return;
    }
    int peer = other.getAsInt();
    space.barrier();
    if (pe.rank() == peer) {
      compute();
    } else if (pe.rank() == 0) {
      double nanos = PairCosts.get(channel, peer, area, COMPUTING_NANOS / 2);
      add("computing PE", "PE 0 to PE " + peer + ": 8-byte get " + PairCosts.time(nanos));
    }
    space.barrier();
  }

  private static void compute() {
    long end = System.nanoTime() + COMPUTING_NANOS;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  private void description() {
    Transport transport = pe.transport();
    boolean answers = transport.isOneSided() || transport.progressCalls() > 0;
    transport
        .description()
        .forEach((name, value) ->
            checks.add(
                Check.of(
                    name,
                    answers || !name.equals("progress thread"),
                    value,
                    "other PEs wait for each one that computes; leave out --progress-interval"
                        + " off")));
  }
}
