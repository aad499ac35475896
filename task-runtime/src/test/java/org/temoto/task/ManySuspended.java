package org.temoto.task;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.Temoto;

/**
 * A chain of joins that all wait at once: each link forks the next, which another worker steals,
 * for the fork's own worker waits until that happens. Prints how deep the chain was, how many joins
 * have suspended, and the most memory that this process has ever had resident, in KiB.
 */
final class ManySuspended {
  private ManySuspended() {}

  /** One link of the chain; {@code below} more follow. */
  record Link(int below) implements LongTask {
    @Override
    public long compute(TaskContext context) {
      return below == 0 ? 0 : 1 + context.join(context.fork(new Link(below - 1)));
    }
  }

  public static void main(String[] arguments) {
    int depth = Integer.parseInt(arguments[0]);
    GasOptions options =
        GasOptions.DEFAULT
            .withBackend("simulated")
            .withPes(1)
            .withWorkers(2)
            .withHeapBytes(8 << 20)
            .withCacheBytes(1 << 20);
    Temoto.launch(options, space -> run(space, depth));
  }

  private static void run(GlobalAddressSpace space, int depth) {
    try (TaskRuntime runtime = TaskRuntime.start(space, Jobs.FORCED)) {
      long links = runtime.run(new Link(depth));
      System.out.println(links + " " + runtime.statistics().suspensions() + " " + peakKib());
    }
  }

  private static long peakKib() {
    try {
      return Files.readAllLines(Path.of("/proc/self/status")).stream()
          .filter(line -> line.startsWith("VmHWM:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
          .findFirst()
          .orElseThrow();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
