package org.temoto.bench.shmem;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.Temoto;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.RuntimeSupport;
import org.temoto.gas.spi.StrandMemory;
import org.temoto.task.TaskRuntime;

/**
 * Server on each PE of a measured job. PE 0 reads lines of a probe's name and a count, has all PEs
 * measure, and answers with a line of numbers; between questions every PE sleeps. The job ends with
 * its input.
 */
final class ProbeServer {
  private static final int QUESTION = 3;
  private static final int PROBE = 2;
  private static final int NO_PROBE = -1;

  /** The heap of a job that measures operations, and what a sort needs beside its keys. */
  static final long HEAP_BASE = 128L << 20;

  /** A PE's halves of the grids, and the runtime's part. */
  static final long STEPS_HEAP = 320L << 20;

  private static final long HEAP_PER_WORKER = 16L << 20;

  private final GlobalAddressSpace space;
  private final Signals signals;
  private final Signals arguments;
  private final Map<String, Probe> probes = new LinkedHashMap<>();
  private long questions;

  private ProbeServer(GlobalAddressSpace space, Channel channel) {
    this.space = space;
    signals = new Signals(RuntimeSupport.of(space).processingElement(), channel);
    arguments = new Signals(RuntimeSupport.of(space).processingElement(), channel);
  }

  /**
   * Serves {@code operations}, {@code steps}, or {@code sort} with workers, elements and seed
   * behind it. Started by the driver, under {@code oshrun}.
   */
  public static void main(String[] words) {
    GasOptions options = GasOptions.DEFAULT.withBackend("shmem").withHeapBytes(HEAP_BASE);
    if (words[0].equals("sort")) {
      int workers = Integer.parseInt(words[1]);
      long elements = Long.parseLong(words[2]);
      GasOptions chosen = Temoto.resolve(options.withWorkers(workers));
      Temoto.launch(
          chosen.withHeapBytes(heapBytes(elements, workers, chosen.pes())),
          space -> serveSort(space, elements, Long.parseLong(words[3])));
    } else if (words[0].equals("steps")) {
      Temoto.launch(options.withHeapBytes(STEPS_HEAP), ProbeServer::serveSteps);
    } else {
      Temoto.launch(options, ProbeServer::serveOperations);
    }
  }

  /** Keys and scratch with their spare frames, and the runtime. */
  static long heapBytes(long elements, int workers, int pes) {
    return HEAP_BASE + HEAP_PER_WORKER * workers + 3 * elements * Integer.BYTES / pes;
  }

  private static void serveSort(GlobalAddressSpace space, long elements, long seed) {
    try (Channel channel = newChannel(space);
        TaskRuntime runtime = TaskRuntime.start(space)) {
      ProbeServer server = new ProbeServer(space, channel);
      server.probes.put("sort", new SortProbe(space, runtime, elements, seed));
      server.serve();
    }
  }

  private static void serveOperations(GlobalAddressSpace space) {
    RuntimeSupport support = RuntimeSupport.of(space);
    StrandMemory strand = support.currentStrand();
    try (Channel channel = newChannel(space)) {
      ProbeServer server = new ProbeServer(space, channel);
      server.probes.putAll(
          new TreeMap<>(new TransportProbes(support.processingElement(), channel).all()));
      server.probes.put("miss", new MissProbe(space, strand, server.signals));
      ElementProbes elements = new ElementProbes(space);
      server.probes.put("readAny", elements::read);
      server.probes.put("localizeAny", elements::localize);
      server.probes.put("own", new OwnPagesProbe(space, strand));
      server.probes.put("claim", new StealProbe(space, channel));
      server.serve();
    }
  }

  private static void serveSteps(GlobalAddressSpace space) {
    try (Channel channel = newChannel(space)) {
      ProbeServer server = new ProbeServer(space, channel);
      for (int micros : new int[] {20, 100, 300}) {
        server.probes.put("barrier" + micros, new BarrierProbe(space, micros));
      }
      for (int n : new int[] {1024, 4096}) {
        server.probes.put("jacobi" + n, new JacobiProbe(space, n));
      }
      server.serve();
    }
  }

  private static Channel newChannel(GlobalAddressSpace space) {
    return RuntimeSupport.of(space).processingElement().transport().openChannel();
  }

  private void serve() {
    if (space.pe() != 0) {
      takePart();
      return;
    }
    try {
      answer();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void answer() throws IOException {
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    List<String> names = List.copyOf(probes.keySet());
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      String[] words = line.split(" ", 2);
      int number = names.indexOf(words[0]);
      if (number == NO_PROBE) {
        throw new BenchException("there is no probe " + words[0] + " among " + names);
      }
      long count = Long.parseLong(words[1]);
      ask(number, count);
      double[] numbers = probes.get(words[0]).measure(count);
      System.out.println(
          OshrunJob.ANSWER
              + Arrays.stream(numbers).mapToObj(Double::toString).collect(Collectors.joining(" ")));
      System.out.flush();
    }
    ask(NO_PROBE, 0);
  }

  private void ask(int probe, long count) {
    questions++;
    for (int pe = 1; pe < space.pes(); pe++) {
      arguments.set(pe, PROBE, probe);
      arguments.set(pe, QUESTION, count);
      signals.set(pe, QUESTION, questions);
    }
  }

  private void takePart() {
    List<Probe> all = List.copyOf(probes.values());
    while (true) {
      signals.awaitAsleep(QUESTION, ++questions);
      int probe = (int) arguments.own(PROBE);
      if (probe == NO_PROBE) {
        return;
      }
      all.get(probe).measure(arguments.own(QUESTION));
    }
  }
}
