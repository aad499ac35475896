package org.temoto.gas;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A program that tells what a job takes of the machine's memory: every PE writes its share of a
 * memory once, through views of a mebibyte, then each process prints its proportional set size. An
 * argument each: backend, PEs, page size, bytes.
 */
public final class ResidentMemory {
  /**
   * Most bytes that the Java virtual machine and a communication library may take in each process.
   */
  private static final long BYTES_PER_PROCESS = 150_000_000;

  private static final Pattern PSS = Pattern.compile("(?m)^Pss: +(\\d+) kB");
  private static final Pattern LINE = Pattern.compile("resident (\\d+) bytes\n");
  private static final long PIECE = 1 << 20;

  private ResidentMemory() {}

  /**
   * Most bytes that {@code processes} processes may take together, with {@code data} bytes written
   * once.
   */
  public static long most(long data, int processes) {
    return data + data * 15 / 100 + BYTES_PER_PROCESS * processes;
  }

  /** The sum of what the processes of a job have printed, of which each part counts once. */
  public static long sum(String output, int processes) {
    Matcher lines = LINE.matcher(output);
    long sum = 0;
    for (int i = 0; i < processes; i++) {
      if (!lines.find()) {
        throw new AssertionError(
            "only " + i + " of " + processes + " processes have told: " + output);
      }
      sum += Long.parseLong(lines.group(1));
    }
    return sum;
  }

  public static void main(String[] arguments) {
    String backend = arguments[0];
    GasOptions options =
        GasOptions.DEFAULT
            .withBackend(backend)
            .withPes(Integer.parseInt(arguments[1]))
            .withPageSize(Integer.parseInt(arguments[2]));
    long bytes = Long.parseLong(arguments[3]);
    Temoto.launch(
        options.withHeapBytes(bytes / options.pes() * 5 / 4 + (16 << 20)),
        space -> {
          GlobalMemory memory = space.allocate("data", bytes);
          fillShare(memory);
          space.barrier(); // all have written, and none has ended
          if (backend.equals("shmem") || space.pe() == 0) {
            IO.print("resident " + proportional() + " bytes\n"); // at once, so that none tears it
          }
          space.barrier();
        });
  }

  private static void fillShare(GlobalMemory memory) {
    GlobalAddressSpace space = memory.space();
    long share = memory.byteSize() / space.pes();
    long end = share * (space.pe() + 1);
    for (long at = end - share; at < end; at += PIECE) {
      long length = Math.min(PIECE, end - at);
      try (LocalView view = memory.localize(at, length, Access.WRITE)) {
        for (long i = 0; i < length; i += Long.BYTES) {
          view.segment().set(JAVA_LONG, i, at + i);
        }
        view.commit();
      }
    }
  }

  private static long proportional() {
    try {
      Matcher pss = PSS.matcher(Files.readString(Path.of("/proc/self/smaps_rollup")));
      if (!pss.find()) {
        throw new IllegalStateException("the kernel does not tell the proportional set size");
      }
      return Long.parseLong(pss.group(1)) << 10;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
