package org.temoto.gas.shmem;

import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.util.Scanner;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.Temoto;

/** A program whose PE 1 fails, in the way that the argument names, while the others wait for it. */
final class Misbehaving {
  private Misbehaving() {}

  public static void main(String[] arguments) {
    String way = arguments[0];
    GasOptions options = GasOptions.DEFAULT.withHeapBytes(1 << 20);
    if (way.equals("exit-between")) {
      Temoto.launch(options, space -> {});
      if (System.getenv("OMPI_COMM_WORLD_RANK").equals("1")) {
        System.exit(0);
      }
    }
    if (way.equals("options")) {
      options = options.withCacheBytes(Long.parseLong(arguments[1]));
    }
    Temoto.launch(options, space -> run(way, space));
  }

  private static void run(String way, GlobalAddressSpace space) {
    space.barrier();
    System.out.println(
        "ready %d %d %s"
            .formatted(
                space.pe(),
                ProcessHandle.current().pid(),
                System.getenv("OMPI_MCA_ess_base_jobid")));
    if (way.equals("after-input")) {
      awaitInput(space.pe());
    } else if (space.pe() == 1) {
      fail(way);
    } else if (way.equals("hang")) {
      compute();
    }
    space.barrier();
  }

  private static void fail(String way) {
    switch (way) {
      case "exit" -> System.exit(0);
      case "halt" -> Runtime.getRuntime().halt(0);
      case "memory" -> exhaust();
      case "native-memory" -> Arena.global().allocate(1L << 50);
      case "stack" -> recur(0);
      case "throw", "hang" -> throw new IllegalStateException("no good");
      case "kill" -> compute();
      default -> throw new IllegalArgumentException(way);
    }
  }

  /** PE 0, which has oshrun's input, fails when there is some. */
  private static void awaitInput(int pe) {
    if (pe != 0) {
      compute();
    }
    new Scanner(System.in, StandardCharsets.UTF_8).nextLine();
    fail("throw");
  }

  /** Looks neither left nor right, for ever. */
  private static void compute() {
    while (true) {
      Thread.onSpinWait();
    }
  }

  private static void exhaust() {
    long[][] memory = new long[1 << 16][];
    for (int i = 0; i < memory.length; i++) {
      memory[i] = new long[1 << 24];
    }
  }

  @SuppressWarnings("InfiniteRecursion") // is what it is for
  private static int recur(int depth) {
    return recur(depth + 1) + 1;
  }
}
