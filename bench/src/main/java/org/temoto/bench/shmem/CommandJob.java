package org.temoto.bench.shmem;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * A job of PEs under {@code oshrun} on this machine that runs commands of {@code temoto}, each when
 * it is asked to, always in the same processes: their code is compiled once. For one thread.
 */
public final class CommandJob implements AutoCloseable {
  private static final long END_SECONDS = 20;
  private static final String NETWORK = "as a simulated network: ";

  /** The first measurements are of code that is being compiled. */
  private static final int MEASUREMENTS = 3;

  private final Process process;
  private final List<Peer> peers = new ArrayList<>();
  private boolean failed;

  /** The other end of one PE's socket. */
  private record Peer(SocketChannel channel, BufferedReader answers, BufferedWriter commands) {
    static Peer of(SocketChannel channel) {
      return new Peer(
          channel,
          new BufferedReader(Channels.newReader(channel, UTF_8)),
          new BufferedWriter(Channels.newWriter(channel, UTF_8)));
    }

    void send(String line) throws IOException {
      commands.write(line + "\n");
      commands.flush();
    }
  }

  /**
   * Starts the job, and returns when all its PEs wait for commands.
   *
   * @param oshrunOptions besides those that every job on this machine needs
   * @throws BenchException if there is no {@code oshrun}, or a PE does not start
   */
  public CommandJob(int pes, List<String> oshrunOptions) {
    try {
      Path folder = Files.createTempDirectory("temoto-bench");
      try {
        process = start(pes, oshrunOptions, folder.resolve("socket"));
      } finally {
        Files.deleteIfExists(folder.resolve("socket"));
        Files.delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Process start(int pes, List<String> oshrunOptions, Path socket) throws IOException {
    List<String> program = Oshrun.program(CommandServer.class, List.of(socket.toString()));
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(socket));
      Process job = Oshrun.start(pes, oshrunOptions, OptionalLong.empty(), program);
      Thread.ofPlatform().daemon().name("oshrun-output").start(() -> pass(job, server));
      try {
        while (peers.size() < pes) {
          peers.add(Peer.of(server.accept()));
        }
      } catch (IOException e) {
        job.destroy();
        throw new BenchException("oshrun ended before all PEs had started; it says why above", e);
      }
      return job;
    }
  }

  /** Shows what the PEs print; their end ends the wait for those that have not come. */
  private static void pass(Process job, ServerSocketChannel server) {
    job.inputReader().lines().forEach(System.err::println);
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Runs a command on all PEs, and returns the JSON object that the first one prints.
   *
   * @param command words with single blanks between them, {@code --json} among them
   * @throws BenchException if the command fails, which ends the job
   */
  public Map<String, Object> run(String command) {
    try {
      for (Peer peer : peers) {
        peer.send(command);
      }
      StringBuilder printed = new StringBuilder();
      Set<String> reasons = new LinkedHashSet<>();
      boolean ended = false;
      for (Peer peer : peers) {
        String answer = peer.answers().readLine();
        if (answer == null) {
          ended = true;
        } else if (answer.startsWith(CommandServer.FAILED)) {
          reasons.add((String) JSON.std.anyFrom(answer.substring(CommandServer.FAILED.length())));
        } else {
          printed.append(answer);
        }
      }
      reasons.forEach(System.err::print);
      if (ended || !reasons.isEmpty()) {
        throw ended(command, null);
      }
      return JSON.std.mapFrom(printed.toString());
    } catch (IOException e) {
      throw ended(command, e);
    }
  }

  private BenchException ended(String command, IOException cause) {
    failed = true;
    return new BenchException(
        "the job of " + peers.size() + " PEs ended at '" + command + "'; it says why above", cause);
  }

  /**
   * The network between PE 0 and another PE as options of a simulated job, such as {@code --latency
   * 1.8us --bandwidth 9Gbps}; measured by {@code doctor}.
   */
  public String network() {
    for (int i = 1; i < MEASUREMENTS; i++) {
      run("doctor --measure --json");
    }
    return networkOf(run("doctor --measure --json"));
  }

  /** Text of {@code doctor --measure --json} about the network of its job. */
  static String networkOf(Map<String, Object> doctor) {
    return ((List<?>) doctor.get("checks"))
        .stream()
            .map(check -> (String) ((Map<?, ?>) check).get("detail"))
            .filter(detail -> detail.startsWith(NETWORK))
            .findFirst()
            .orElseThrow(
                () -> new BenchException("doctor has measured no network: one PE has none"))
            .substring(NETWORK.length());
  }

  /** Ends the job: its PEs end when their sockets do. */
  @Override
  public void close() {
    try {
      for (Peer peer : peers) {
        peer.channel().close();
      }
      boolean ended = process.waitFor(END_SECONDS, TimeUnit.SECONDS);
      if (!failed && (!ended || process.exitValue() != 0)) {
        System.err.println("bench: the job of " + peers.size() + " PEs did not end well");
      }
    } catch (IOException e) {
      System.err.println("bench: the job of " + peers.size() + " PEs: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      process.destroy(); // which ends its PEs, if it has not ended
    }
  }
}
